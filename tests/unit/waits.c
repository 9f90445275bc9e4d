/* Wait states and efficiencies: small traces, computed by hand. */
#include "trace-tools.h"

#include <math.h>
#include <weft/unstable/stats.h>

#define WAITS_HEAD(processors, more)                                           \
    "# processors: " #processors "\n# unit_ns: 1000\n# step: 0\n" more         \
    "start,end,kind,processor,peer,message,bytes,dimension\n"
#define BARRIER "1073741824"
#define BROADCAST "1073741825"
#define REDUCE "1073741828"

static void measure(const char *text, struct weft_trace *trace,
                    struct weft_waits *waits)
{
    struct weft_read_report report;
    struct weft_error err;
    cr_assert_eq(read_text("csv", text, strlen(text), trace, &report, &err), 0,
                 "line %u: %s", err.line, err.text);
    cr_assert_eq(report.wrong, 0, "%s", report.first_wrong.text);
    struct weft_stats *stats = weft_stats_create(NULL);
    const struct weft_sink *sink = weft_stats_sink(stats);
    cr_assert_eq(sink->begin(sink->arg, &trace->info), 0);
    cr_assert_eq(sink->events(sink->arg, trace->events, trace->count), 0);
    cr_assert_eq(sink->end(sink->arg), 0);
    cr_assert_eq(
        weft_waits_measure(trace, weft_stats_result(stats), waits, &err), 0,
        "%s", err.text);
    weft_stats_destroy(stats);
}

/* Check the waits, each printed as "late sender 1<0 60": processor 1 waits 60
 * time units for processor 0. The durations of the single waits must have the
 * same sum. */
static void waits_expect_pairs(const char *text, const char *expected)
{
    struct weft_trace trace;
    struct weft_waits waits;
    char found[500] = "";
    measure(text, &trace, &waits);
    for (size_t i = 0; i < waits.pairs; i++)
        snprintf(found + strlen(found), sizeof found - strlen(found),
                 "%s%s %d<%d %llu", i ? ", " : "",
                 weft_wait_names[waits.pair[i].kind], waits.pair[i].waiter,
                 waits.pair[i].cause, (unsigned long long)waits.pair[i].time);
    cr_expect_str_eq(found, expected, "%s", found);
    for (size_t i = 0; i < waits.pairs; i++) {
        const struct weft_waiting *pair = &waits.pair[i];
        uint64_t time = 0;
        for (size_t k = 0; k < waits.count; k++)
            if (waits.wait[k].kind == pair->kind &&
                waits.wait[k].waiter == pair->waiter &&
                waits.wait[k].cause == pair->cause)
                time += waits.wait[k].end - waits.wait[k].start;
        cr_expect_eq(time, pair->time, "%s", found);
    }
    weft_waits_finish(&waits);
    weft_trace_finish(&trace);
}

/* Processor 0 computes 0-100 and sends 100-110; 1 computes 0-40, waits,
 * receives the message at 110, and computes until 150. */
#define WAITS_LATE                                                             \
    "0,100,compute,0,,,,\n0,40,compute,1,,,,\n40,40,wait,1,0,,,\n"             \
    "100,110,send,0,1,7,8,\n100,110,receive,1,0,7,8,\n110,150,compute,1,,,,\n"

Test(waits, late_sender)
{
    waits_expect_pairs(WAITS_HEAD(2, "") WAITS_LATE, "late sender 1<0 60");
    /* the receiver is ready but not waiting; the send began earlier */
    waits_expect_pairs(
        WAITS_HEAD(2, "") "0,100,compute,0,,,,\n100,110,send,0,1,7,8,\n"
                          "115,120,receive,1,0,7,8,\n",
        "");
    waits_expect_pairs(WAITS_HEAD(2, "") "0,10,send,0,1,7,8,\n4,4,wait,1,0,,,\n"
                                         "10,12,receive,1,0,7,8,\n",
                       "late receiver 0<1 4");
}

Test(waits, when)
{
    struct weft_trace trace;
    struct weft_waits waits;
    measure(WAITS_HEAD(2, "") WAITS_LATE, &trace, &waits);
    cr_assert_eq(waits.count, 1);
    cr_expect_eq(waits.wait[0].start, 40);
    cr_expect_eq(waits.wait[0].end, 100);
    weft_waits_finish(&waits);
    weft_trace_finish(&trace);
}

Test(waits, late_sender_in_a_task)
{
    struct weft_trace trace;
    struct weft_waits waits;
    measure(
        WAITS_HEAD(
            2,
            "# task.3: solve\n# task.4: put\n") "0,100,compute,0,,,,\n0,0,task,"
                                                "1,,3,,\n0,40,compute,1,,,,\n"
                                                "40,40,task,1,,4,,\n40,40,wait,"
                                                "1,0,,,\n100,110,send,0,1,7,8,"
                                                "\n"
                                                "100,110,receive,1,0,7,8,\n110,"
                                                "110,done,1,,4,,\n"
                                                "110,110,done,1,,3,,\n",
        &trace, &waits);
    cr_assert_eq(waits.tasks, 1);
    cr_expect_eq(waits.task[0].task, 4);
    cr_expect_eq(waits.task[0].time, 60);
    cr_expect_eq(waits.on_path, 60);
    weft_waits_finish(&waits);
    weft_trace_finish(&trace);
}

Test(waits, barrier)
{
#define WAITS_CALL(enter, leave, rank, task)                                   \
    enter "," enter ",task," rank ",," task ",,\n"
#define WAITS_DONE(leave, rank, task)                                          \
    leave "," leave ",done," rank ",," task ",,\n"
    /* 0 enters at 10, 1 at 30, 2 at 25, and all leave at 35: waits of 20 and
     * 5 */
    waits_expect_pairs(WAITS_HEAD(3, "") WAITS_CALL("10", "35", "0", BARRIER)
                           WAITS_CALL("25", "35", "2", BARRIER)
                               WAITS_CALL("30", "35", "1", BARRIER)
                                   WAITS_DONE("35", "0", BARRIER)
                                       WAITS_DONE("35", "1", BARRIER)
                                           WAITS_DONE("35", "2", BARRIER),
                       "wait at barrier 0<1 20, wait at barrier 2<1 5");
    /* processor 1 has an additional call, so that the communicators are
     * unknown */
    waits_expect_pairs(WAITS_HEAD(2, "") WAITS_CALL("10", "35", "0", BARRIER)
                           WAITS_CALL("30", "35", "1", BARRIER)
                               WAITS_DONE("35", "0", BARRIER)
                                   WAITS_DONE("35", "1", BARRIER)
                                       WAITS_CALL("40", "45", "1", BARRIER)
                                           WAITS_DONE("45", "1", BARRIER),
                       "");
}

/* The root is the processor that only sends, or only receives. */
Test(waits, calls_with_a_root)
{
    waits_expect_pairs(
        WAITS_HEAD(2, "") WAITS_CALL(
            "10", "50", "1",
            BROADCAST) "10,10,wait,1,0,,,"
                       "\n" WAITS_CALL(
                           "40", "45", "0",
                           BROADCAST) "40,45,send,"
                                      "0,1,7,8,"
                                      "\n40,50,"
                                      "receive,1,"
                                      "0,7,8,"
                                      "\n" WAITS_DONE("45", "0", BROADCAST)
                                          WAITS_DONE("50", "1", BROADCAST),
        "late broadcast 1<0 30");
    waits_expect_pairs(
        WAITS_HEAD(2, "") WAITS_CALL(
            "10", "50", "0",
            REDUCE) "10,10,wait,0,1,,,\n" WAITS_CALL("40", "45", "1",
                                                     REDUCE) "40,45,send,1,0,7,"
                                                             "8,\n40,50,"
                                                             "receive,0,1,7,8,"
                                                             "\n" WAITS_DONE(
                                                                 "45", "1",
                                                                 REDUCE)
                                                                 WAITS_DONE(
                                                                     "50", "0",
                                                                     REDUCE),
        "early reduce 0<1 30");
    /* the root arrives first, and no processor waits for it */
    waits_expect_pairs(
        WAITS_HEAD(2, "") WAITS_CALL(
            "10", "50", "0",
            BROADCAST) "10,15,send,0,1,7,8,"
                       "\n" WAITS_CALL(
                           "40", "45", "1",
                           BROADCAST) "40,45,"
                                      "receive,1,0,"
                                      "7,8,\n" WAITS_DONE("45", "1", BROADCAST)
                                          WAITS_DONE("50", "0", BROADCAST),
        "");
}

/* In WAITS_LATE processors are busy for 100 and 80 of 150. If messages took no
 * time, processor 1 would continue at 100 and end at 140. */
Test(waits, efficiencies)
{
    struct weft_trace trace;
    struct weft_waits waits;
    measure(WAITS_HEAD(2, "") WAITS_LATE, &trace, &waits);
    cr_expect_eq(waits.useful, 180);
    cr_expect_eq(waits.most_useful, 100);
    cr_expect_eq(waits.ideal, 140);
    cr_expect_eq(waits.makespan, 150);
    cr_expect(fabs(waits.load_balance - 0.9) < 1e-12);
    cr_expect(fabs(waits.serialisation - 100.0 / 140) < 1e-12);
    cr_expect(fabs(waits.transfer - 140.0 / 150) < 1e-12);
    cr_expect(fabs(waits.communication - 100.0 / 150) < 1e-12);
    cr_expect(fabs(waits.parallel - 180.0 / 300) < 1e-12);
    weft_waits_finish(&waits);
    weft_trace_finish(&trace);
    measure(WAITS_HEAD(2, "") "0,5,sleep,0,,,,\n", &trace, &waits);
    cr_expect(isnan(waits.parallel) && isnan(waits.transfer));
    weft_waits_finish(&waits);
    weft_trace_finish(&trace);
}

static void waits_expect_ideal(const char *text, uint64_t ideal)
{
    struct weft_trace trace;
    struct weft_waits waits;
    measure(text, &trace, &waits);
    cr_expect_eq(waits.ideal, ideal, "%llu", (unsigned long long)waits.ideal);
    weft_waits_finish(&waits);
    weft_trace_finish(&trace);
}

/* Processor 1 receives from 0 and sends to 2 at the same time: 0 and 2 compute
 * one after the other. With zero latency a processor sends before it
 * receives. */
Test(waits, ideal_at_one_time)
{
    waits_expect_ideal(
        WAITS_HEAD(3, "") "0,20,compute,0,,,,\n20,25,send,0,1,7,8,\n"
                          "0,0,wait,1,0,,,\n30,35,receive,1,0,7,8,\n"
                          "35,40,send,1,2,8,8,\n0,0,wait,2,1,,,\n"
                          "41,45,receive,2,1,8,8,\n45,65,compute,2,,,,\n",
        40);
    waits_expect_ideal(
        WAITS_HEAD(2, "") "0,20,compute,0,,,,\n20,20,send,0,1,7,8,\n"
                          "20,20,receive,1,0,7,8,\n20,20,send,1,0,8,8,\n"
                          "20,20,receive,0,1,8,8,\n20,30,compute,0,,,,\n",
        30);
}

/* If only communication is recorded, the time in between is computing: 0
 * computes 0-20, 1 0-10 and 35-65. */
Test(waits, ideal_of_communication)
{
    waits_expect_ideal(
        WAITS_HEAD(2, "") "0,0,present,0,,,,\n0,0,present,1,,,,\n"
                          "20,25,send,0,1,7,8,\n10,10,wait,1,0,,,\n"
                          "30,35,receive,1,0,7,8,\n65,65,present,1,,,,\n",
        50);
    waits_expect_ideal(
        WAITS_HEAD(2, "") "0,5,compute,0,,,,\n20,25,send,0,1,7,8,\n"
                          "0,0,wait,1,0,,,\n30,35,receive,1,0,7,8,\n"
                          "65,65,present,1,,,,\n",
        5);
}

/* Slices: everything within a reception waits for its message, and its sends
 * are later. */
Test(waits, ideal_of_slices)
{
    waits_expect_ideal(
        WAITS_HEAD(2, "# origin: chrome\n") "0,100,compute,0,,,,\n"
                                            "100,110,send,0,1,7,8,\n"
                                            "110,210,receive,1,0,7,8,\n"
                                            "120,200,compute,1,,,,\n",
        180);
    waits_expect_ideal(
        WAITS_HEAD(3, "# origin: chrome\n") "0,100,compute,0,,,,\n"
                                            "100,110,send,0,1,7,8,\n"
                                            "110,120,receive,1,0,7,8,\n"
                                            "110,120,send,1,2,8,8,\n"
                                            "120,130,receive,2,1,8,8,\n"
                                            "130,230,compute,2,,,,\n",
        200);
}

/* A slice that waits until 60 for a message and also sends: idle until 60, then
 * 40 of overhead. In other traces, a send that continues while its processor
 * waits for another message is overhead. */
Test(waits, slice_that_waits_and_sends)
{
    static const char *const origins[] = {"# origin: chrome\n", ""};
    for (size_t i = 0; i < 2; i++) {
        char text[600];
        struct weft_trace trace;
        struct weft_read_report report;
        struct weft_error err;
        snprintf(text, sizeof text,
                 WAITS_HEAD(2, "%s") "0,100,send,0,1,7,8,\n0,0,wait,0,1,,,\n"
                                     "60,70,send,1,0,8,8,\n"
                                     "60,100,receive,0,1,8,8,\n",
                 origins[i]);
        cr_assert_eq(
            read_text("csv", text, strlen(text), &trace, &report, &err), 0);
        struct weft_stats *stats = weft_stats_create(NULL);
        const struct weft_sink *sink = weft_stats_sink(stats);
        cr_assert_eq(sink->begin(sink->arg, &trace.info), 0);
        cr_assert_eq(sink->events(sink->arg, trace.events, trace.count), 0);
        cr_assert_eq(sink->end(sink->arg), 0);
        const struct weft_stats_result *result = weft_stats_result(stats);
        cr_expect_eq(result->load[0].idle, i ? 0 : 60);
        cr_expect_eq(result->load[0].overhead, i ? 100 : 40);
        weft_stats_destroy(stats);
        weft_trace_finish(&trace);
    }
}

/* Slices within a slice that waits do not end its wait. */
Test(waits, slices_within_one_that_waits)
{
    static const char text[] =
        "[{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":100,\"name\":"
        "\"a\"},"
        "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":10,\"dur\":5,\"name\":\"b\"},"
        "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":20,\"dur\":5,\"name\":\"c\"},"
        "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":30,\"dur\":5,\"name\":\"d\"},"
        "{\"ph\":\"X\",\"pid\":1,\"tid\":2,\"ts\":60,\"dur\":10,\"name\":\"e\"}"
        ","
        "{\"ph\":\"X\",\"pid\":1,\"tid\":3,\"ts\":50,\"dur\":10,\"name\":\"f\"}"
        ","
        "{\"ph\":\"s\",\"pid\":1,\"tid\":2,\"ts\":61,\"id\":1,\"name\":\"m\"},"
        "{\"ph\":\"f\",\"bp\":\"e\",\"pid\":1,\"tid\":1,\"ts\":90,\"id\":1,"
        "\"name\":\"m\"},"
        "{\"ph\":\"s\",\"pid\":1,\"tid\":1,\"ts\":21,\"id\":2,\"name\":\"m\"},"
        "{\"ph\":\"f\",\"bp\":\"e\",\"pid\":1,\"tid\":3,\"ts\":55,\"id\":2,"
        "\"name\":\"m\"}]";
    struct weft_trace trace;
    struct weft_read_report report;
    struct weft_error err;
    cr_assert_eq(read_text("chrome", text, strlen(text), &trace, &report, &err),
                 0);
    struct weft_stats *stats = weft_stats_create(NULL);
    const struct weft_sink *sink = weft_stats_sink(stats);
    cr_assert_eq(sink->begin(sink->arg, &trace.info), 0);
    cr_assert_eq(sink->events(sink->arg, trace.events, trace.count), 0);
    cr_assert_eq(sink->end(sink->arg), 0);
    const struct weft_stats_result *result = weft_stats_result(stats);
    cr_expect_eq(result->load[0].busy, 10 * 1000);
    cr_expect_eq(result->load[0].idle, 50 * 1000);
    cr_expect_eq(result->load[0].overhead, 40 * 1000);
    weft_stats_destroy(stats);
    weft_trace_finish(&trace);
}
