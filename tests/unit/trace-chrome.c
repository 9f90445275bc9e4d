/* Chrome traces: weft's own are read back unchanged, those of other programs as
 * far as they make sense; errors are reported with their line. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/trace.h>

static char trace_chrome_folder[] = "/tmp/weft-chrome-XXXXXX";

static void trace_chrome_enter(void)
{
    cr_assert(mkdtemp(trace_chrome_folder));
    cr_assert_eq(chdir(trace_chrome_folder), 0);
}

static void trace_chrome_leave(void)
{
    unlink("a.json");
    unlink("a.json.gz");
    cr_expect_eq(rmdir(trace_chrome_folder), 0, "something was left in %s",
                 trace_chrome_folder);
}

TestSuite(chrome, .init = trace_chrome_enter, .fini = trace_chrome_leave);

/* ---- there and back -------------------------------------------------- */

static unsigned trace_chrome_dice_state;

static unsigned trace_chrome_dice(unsigned sides)
{
    trace_chrome_dice_state = trace_chrome_dice_state * 1664525u + 1013904223u;
    return (trace_chrome_dice_state >> 8) % sides;
}

#define TRACE_CHROME_RANKS 6

struct chrome_run {
    struct weft_event event[20000];
    size_t count;
    uint64_t clock[TRACE_CHROME_RANKS];
};

static struct weft_event *trace_chrome_put(struct chrome_run *run, int rank,
                                           int kind, uint64_t start,
                                           uint64_t duration)
{
    struct weft_event *event = &run->event[run->count++];
    *event = (struct weft_event){.start = start,
                                 .since = start,
                                 .duration = duration,
                                 .rank = rank,
                                 .peer = -1,
                                 .message = -1,
                                 .dimension = -1,
                                 .kind = (uint8_t)kind};
    return event;
}

static void trace_chrome_sends(struct chrome_run *run, int rank)
{
    uint64_t duration = trace_chrome_dice(3) ? 1 : 1 + trace_chrome_dice(4);
    int message = (int)trace_chrome_dice(9);
    int count = (int)trace_chrome_dice(2) ? 1 : 3;
    for (int i = 0; i < count; i++) {
        struct weft_event *event =
            trace_chrome_put(run, rank, WEFT_SEND, run->clock[rank], duration);
        event->peer = (rank + 1 + i) % TRACE_CHROME_RANKS;
        event->message = message;
        event->bytes = 8;
        event->dimension = (int16_t)((int)trace_chrome_dice(3) - 1);
        event->flags = i ? WEFT_EVENT_SAME : 0;
        /* the most distant copy takes longer */
        if (i == 2 && !trace_chrome_dice(4))
            event->duration++;
    }
    if (trace_chrome_dice(3))
        run->clock[rank] += duration;
}

/* Add one or two receptions that end together; some were waited for, some began
 * earlier (full duplex), some were in the mailbox. */
static void receives(struct chrome_run *run, int rank)
{
    uint64_t duration = trace_chrome_dice(4) ? 1 + trace_chrome_dice(3) / 2 : 0;
    uint64_t now = run->clock[rank], start = now;
    int messages[2] = {(int)trace_chrome_dice(9), (int)trace_chrome_dice(9)};
    int count = duration ? 1 + (int)trace_chrome_dice(2) : 1;
    bool waited = trace_chrome_dice(2);
    if (waited) {
        start = now + trace_chrome_dice(3);
        struct weft_event *wait =
            trace_chrome_put(run, rank, WEFT_WAIT, now, 0);
        wait->peer = (int)trace_chrome_dice(TRACE_CHROME_RANKS + 1) - 1;
        wait->dimension = wait->peer < 0 || !trace_chrome_dice(3) ? -1 : 1;
    } else if (trace_chrome_dice(2) && now >= duration) {
        start = now - duration;
    }
    for (int i = 0; i < count; i++) {
        struct weft_event *event =
            trace_chrome_put(run, rank, WEFT_RECEIVE, start, duration);
        event->peer =
            (rank + TRACE_CHROME_RANKS - 1 - (int)trace_chrome_dice(3)) %
            TRACE_CHROME_RANKS;
        event->message = messages[i];
        event->bytes = 8;
        event->dimension = 1;
        event->since =
            waited ? now : start - (start ? trace_chrome_dice(2) : 0);
        event->flags = waited ? WEFT_EVENT_WAITED : 0;
    }
    run->clock[rank] = start + duration;
    bool reversed = !trace_chrome_dice(5);
    for (int i = 0; i < count && trace_chrome_dice(5); i++) {
        struct weft_event *event =
            trace_chrome_put(run, rank, WEFT_STORE, run->clock[rank], 0);
        event->message = messages[reversed ? count - 1 - i : i];
        event->bytes = 8;
    }
}

static void others(struct chrome_run *run, int rank)
{
    static const int kinds[] = {WEFT_SLEEP, WEFT_COMPUTE, WEFT_STORE,
                                WEFT_MARK,  WEFT_TASK,    WEFT_DONE,
                                WEFT_CALL,  WEFT_PRESENT};
    int kind = kinds[trace_chrome_dice(8)];
    bool lasts =
        kind == WEFT_SLEEP || kind == WEFT_COMPUTE || kind == WEFT_CALL;
    uint64_t duration = lasts ? 1 + trace_chrome_dice(5) : 0;
    struct weft_event *event =
        trace_chrome_put(run, rank, kind, run->clock[rank], duration);
    if (!lasts)
        event->message = (int)trace_chrome_dice(9);
    if (kind == WEFT_STORE)
        event->bytes = 8;
    run->clock[rank] += duration;
}

static struct chrome_run *random_run(unsigned seed, size_t events)
{
    static void (*const steps[])(struct chrome_run *,
                                 int) = {trace_chrome_sends, receives, others};
    struct chrome_run *run = calloc(1, sizeof *run);
    cr_assert(run);
    trace_chrome_dice_state = seed;
    while (run->count < events)
        steps[trace_chrome_dice(3)](run,
                                    (int)trace_chrome_dice(TRACE_CHROME_RANKS));
    weft_events_sort(run->event, run->count);
    return run;
}

static void write_run(const struct chrome_run *run, const char *target,
                      const struct weft_trace_info *info)
{
    struct weft_error err;
    struct weft_writer *writer = weft_writer_open(target, &err);
    cr_assert(writer, "%s", err.text);
    const struct weft_sink *sink = weft_writer_sink(writer);
    cr_assert_eq(sink->begin(sink->arg, info), 0);
    cr_assert_eq(sink->events(sink->arg, run->event, run->count), 0);
    cr_assert_eq(sink->end(sink->arg), 0);
    cr_assert_eq(weft_writer_close(writer, &err), 0, "%s", err.text);
}

static bool trace_chrome_same(const struct weft_event *a,
                              const struct weft_event *b)
{
    return a->start == b->start && a->duration == b->duration &&
           a->since == b->since && a->rank == b->rank && a->peer == b->peer &&
           a->message == b->message && a->bytes == b->bytes &&
           a->dimension == b->dimension && a->kind == b->kind &&
           a->flags == b->flags;
}

static void trace_chrome_expect_same(const struct weft_trace *trace,
                                     const struct chrome_run *run)
{
    cr_expect_eq(trace->count, run->count, "%zu events of %zu", trace->count,
                 run->count);
    for (size_t i = 0; i < run->count && i < trace->count; i++) {
        const struct weft_event *a = &run->event[i], *b = &trace->events[i];
        cr_assert(trace_chrome_same(a, b),
                  "event %zu: %s of %d at %llu became %s of %d", i,
                  weft_event_names[a->kind], a->rank,
                  (unsigned long long)a->start, weft_event_names[b->kind],
                  b->rank);
    }
}

static void there_and_back(const char *target, const char *model,
                           uint64_t unit_ns)
{
    const struct weft_parameter parameters[] = {
        {"network", "ring:6"},
        {"model", model},
        {"note", "a\"\\\n\x01\xc3\xa4"}};
    const struct weft_trace_info info = {TRACE_CHROME_RANKS, unit_ns, 2, 3,
                                         parameters};
    for (unsigned seed = 1; seed <= 20; seed++) {
        struct chrome_run *run = random_run(seed, 4000);
        struct weft_trace trace = {0};
        const struct weft_sink sink = weft_trace_collect(&trace);
        struct weft_read_report report;
        struct weft_error err;
        write_run(run, target, &info);
        cr_assert_eq(weft_trace_read(target, &sink, &report, &err), 0,
                     "line %u: %s", err.line, err.text);
        trace_chrome_expect_same(&trace, run);
        cr_expect_str_eq(report.format, "chrome");
        cr_expect_eq(report.skipped, 0, "%s", report.skipped_what);
        cr_expect_eq(trace.info.processors, TRACE_CHROME_RANKS);
        cr_expect_eq(trace.info.unit_ns, unit_ns);
        cr_expect_eq(trace.info.step, 2);
        cr_expect_eq(trace.info.parameters, 3);
        cr_expect_str_eq(weft_trace_info_get(&trace.info, "note"),
                         parameters[2].value);
        weft_trace_finish(&trace);
        free(run);
    }
}

Test(chrome, comes_back_the_same)
{
    there_and_back("a.json", "shouting", 1000000);
}

Test(chrome, comes_back_the_same_on_two_tracks)
{
    there_and_back("a.json.gz", "all-port", 1000000);
}

Test(chrome, comes_back_the_same_in_fractions_of_microseconds)
{
    there_and_back("a.json", "shouting", 1);
    there_and_back("a.json", "shouting", 1250);
}

/* ---- the lines ------------------------------------------------------- */

#define RECEIVER(rank_, start_, wait_)                                         \
    {                                                                          \
        .start = start_, .since = wait_, .duration = 1, .rank = rank_,         \
        .peer = 1, .message = 27, .bytes = 8, .dimension = rank_ / 2,          \
        .kind = WEFT_RECEIVE, .flags = WEFT_EVENT_WAITED                       \
    }
#define OTHER(kind_, rank_, start_, peer_, message_, bytes_)                   \
    {                                                                          \
        .start = start_, .since = start_, .rank = rank_, .peer = peer_,        \
        .message = message_, .bytes = bytes_, .dimension = -1, .kind = kind_   \
    }
#define SENDER(peer_, dimension_, flags_)                                      \
    {                                                                          \
        .start = 1, .since = 1, .duration = 1, .rank = 1, .peer = peer_,       \
        .message = 27, .bytes = 8, .dimension = dimension_, .kind = WEFT_SEND, \
        .flags = flags_                                                        \
    }

/* Waits and stores are encoded in the receives where possible. */
Test(chrome, lines)
{
    static const struct weft_event events[] = {
        OTHER(WEFT_WAIT, 2, 0, -1, -1, 0),
        OTHER(WEFT_WAIT, 0, 1, -1, -1, 0),
        RECEIVER(0, 1, 1),
        SENDER(0, 0, 0),
        SENDER(2, 1, WEFT_EVENT_SAME),
        RECEIVER(2, 1, 0),
        OTHER(WEFT_STORE, 0, 2, -1, 27, 8),
        OTHER(WEFT_MARK, 1, 2, -1, 5, 0),
        OTHER(WEFT_STORE, 2, 3, -1, 27, 8),
    };
    static const char expected[] =
        "{\"displayTimeUnit\":\"ms\",\n\"metadata\":{\"processors\":\"3\",\n"
        "\"unit_ns\":\"1000000\",\n\"step\":\"1\",\n"
        "\"network\":\"line:3\"},\n\"traceEvents\":[\n"
        "{\"ph\":\"M\",\"name\":\"process_name\","
        "\"cat\":\"__metadata\",\"ts\":0,\"pid\":100000,\"tid\":1,"
        "\"args\":{\"name\":\"line:3 N=3\"}},\n"
        "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":100000,\"tid\":1,"
        "\"args\":{\"name\":\"P00000\"}},\n"
        "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":100000,\"tid\":2,"
        "\"args\":{\"name\":\"P00001\"}},\n"
        "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":100000,\"tid\":3,"
        "\"args\":{\"name\":\"P00002\"}},\n"
        "{\"ph\":\"M\",\"name\":\"weft\",\"ts\":0,\"pid\":100000,"
        "\"args\":{\"events\":[[\"wait\",2]]}},\n"
        "{\"ph\":\"X\",\"name\":\"send B27\",\"cat\":\"send\",\"ts\":1000,"
        "\"dur\":1000,\"pid\":100000,\"tid\":2,\"bind_id\":1,"
        "\"flow_out\":true,\"args\":{\"to\":[0,2],\"dim\":[0,1],"
        "\"bytes\":8}},\n"
        "{\"ph\":\"X\",\"name\":\"recv B27\",\"cat\":\"recv\",\"ts\":1000,"
        "\"dur\":1000,\"pid\":100000,\"tid\":1,\"bind_id\":1,"
        "\"flow_in\":true,\"args\":{\"from\":1,\"rdim\":0,\"bytes\":8,"
        "\"waited\":0,\"for\":-1,\"store\":true}},\n"
        "{\"ph\":\"X\",\"name\":\"wait\",\"cat\":\"wait\",\"ts\":0,"
        "\"dur\":1000,\"pid\":100000,\"tid\":3},\n"
        "{\"ph\":\"X\",\"name\":\"recv B27\",\"cat\":\"recv\",\"ts\":1000,"
        "\"dur\":1000,\"pid\":100000,\"tid\":3,\"bind_id\":1,"
        "\"flow_in\":true,\"args\":{\"from\":1,\"rdim\":1,\"bytes\":8,"
        "\"waited\":1}},\n"
        "{\"ph\":\"C\",\"name\":\"links\",\"ts\":1000,\"pid\":100000,"
        "\"args\":{\"active\":2}},\n"
        "{\"ph\":\"M\",\"name\":\"weft\",\"ts\":2000,\"pid\":100000,"
        "\"args\":{\"events\":[[\"mark\",1,0,-1,5]]}},\n"
        "{\"ph\":\"C\",\"name\":\"links\",\"ts\":2000,\"pid\":100000,"
        "\"args\":{\"active\":0}},\n"
        "{\"ph\":\"M\",\"name\":\"weft\",\"ts\":3000,\"pid\":100000,"
        "\"args\":{\"events\":[[\"store\",2,0,-1,27,8]]}}\n]}\n";
    static const struct weft_parameter parameter = {"network", "line:3"};
    const struct weft_trace_info info = {3, 1000000, 1, 1, &parameter};
    struct chrome_run *run = calloc(1, sizeof *run);
    cr_assert(run);
    run->count = sizeof events / sizeof *events;
    memcpy(run->event, events, sizeof events);
    write_run(run, "a.json", &info);
    free(run);
    char text[4000] = "";
    FILE *file = fopen("a.json", "r");
    cr_assert(file);
    cr_expect_lt(fread(text, 1, sizeof text - 1, file), sizeof text - 1);
    fclose(file);
    cr_expect_str_eq(text, expected);
}

/* ---- what others wrote ----------------------------------------------- */

static int trace_chrome_read_text(const char *text, struct weft_trace *trace,
                                  struct weft_read_report *report,
                                  struct weft_error *err)
{
    FILE *file = fopen("a.json", "w");
    cr_assert(file);
    fputs(text, file);
    fclose(file);
    *trace = (struct weft_trace){0};
    const struct weft_sink sink = weft_trace_collect(trace);
    return weft_trace_read("a.json", &sink, report, err);
}

/* Check the events, one per line: kind start duration rank peer message
 * flags. */
static void chrome_expect_events(const char *text, const char *expected,
                                 const char *skipped)
{
    struct weft_trace trace;
    struct weft_read_report report;
    struct weft_error err;
    char found[2000] = "";
    cr_assert_eq(trace_chrome_read_text(text, &trace, &report, &err), 0,
                 "line %u: %s", err.line, err.text);
    for (size_t i = 0; i < trace.count; i++) {
        const struct weft_event *event = &trace.events[i];
        size_t used = strlen(found);
        snprintf(found + used, sizeof found - used,
                 "%s %llu+%llu %d %d %d %d\n", weft_event_names[event->kind],
                 (unsigned long long)event->start,
                 (unsigned long long)event->duration, event->rank, event->peer,
                 event->message, event->flags);
    }
    cr_expect_str_eq(found, expected);
    cr_expect_str_eq(report.skipped_what, skipped);
    cr_expect_eq(trace.info.unit_ns, 1);
    cr_expect_eq(trace.info.step, 0);
    weft_trace_finish(&trace);
}

#define EVENTS(text) "{\"traceEvents\":[" text "]}"

Test(chrome, arrows_of_the_second_kind)
{
    chrome_expect_events(
        EVENTS("{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":9,\"ts\":1.5,"
               "\"dur\":2,\"bind_id\":\"0x7\",\"flow_out\":true},"
               "{\"ph\":\"X\",\"name\":\"b\",\"pid\":1,\"tid\":5,\"ts\":4,"
               "\"dur\":0.25,\"bind_id\":\"0x7\",\"flow_in\":true},"
               "{\"ph\":\"X\",\"name\":\"b\",\"pid\":2,\"tid\":5,\"ts\":4,"
               "\"dur\":1,\"bind_id\":\"0x7\",\"flow_in\":true}"),
        "task 1500+0 1 -1 0 0\nsend 1500+2000 1 0 0 0\n"
        "send 1500+2000 1 2 0 1\ndone 3500+0 1 -1 0 0\n"
        "task 4000+0 0 -1 1 0\nreceive 4000+250 0 1 0 0\n"
        "task 4000+0 2 -1 1 0\nreceive 4000+1000 2 1 0 0\n"
        "done 4250+0 0 -1 1 0\ndone 5000+0 2 -1 1 0\n",
        "");
}

/* s, t and f form two arrows; B and E form slices; the array is not closed. */
Test(chrome, arrows_of_the_first_kind)
{
    chrome_expect_events(
        "[{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":1,"
        "\"args\":{\"name\":\"x\"}},\n"
        "{\"ph\":\"B\",\"pid\":1,\"tid\":1,\"ts\":0},\n"
        "{\"ph\":\"s\",\"id\":4,\"pid\":1,\"tid\":1,\"ts\":1},\n"
        "{\"ph\":\"E\",\"pid\":1,\"tid\":1,\"ts\":2},\n"
        "{\"ph\":\"X\",\"pid\":1,\"tid\":2,\"ts\":3,\"dur\":2},\n"
        "{\"ph\":\"t\",\"id\":4,\"bp\":\"e\",\"pid\":1,\"tid\":2,\"ts\":4},\n"
        "{\"ph\":\"f\",\"id\":4,\"pid\":1,\"tid\":3,\"ts\":5},\n"
        "{\"ph\":\"X\",\"pid\":1,\"tid\":3,\"ts\":6,\"dur\":2},\n"
        "{\"ph\":\"i\",\"pid\":1,\"tid\":3,\"ts\":6},\n",
        "send 0+2000 0 1 0 0\nsend 3000+2000 1 2 1 0\n"
        "receive 3000+2000 1 0 0 0\nreceive 6000+2000 2 1 1 0\n",
        "1 instant");
}

/* Two slices touch where the arrow begins: it leaves the last slice that
 * precedes it in the file. */
Test(chrome, arrows_on_boundaries)
{
#define TRACE_CHROME_SLICE(tid, ts)                                            \
    "{\"ph\":\"X\",\"pid\":1,\"tid\":" tid ",\"ts\":" ts ",\"dur\":1},"
    static const char from[] = "{\"ph\":\"s\",\"id\":1,\"pid\":1,\"tid\":1,"
                               "\"ts\":1},";
    static const char to[] = "{\"ph\":\"f\",\"bp\":\"e\",\"id\":1,\"pid\":1,"
                             "\"tid\":2,\"ts\":2}";
    char text[1000];
    snprintf(text, sizeof text, "[%s%s%s%s%s]", TRACE_CHROME_SLICE("1", "0"),
             TRACE_CHROME_SLICE("1", "1"), from, TRACE_CHROME_SLICE("2", "2"),
             to);
    chrome_expect_events(text,
                         "compute 0+1000 0 -1 -1 0\nsend 1000+1000 0 1 0 0\n"
                         "receive 2000+1000 1 0 0 0\n",
                         "");
    snprintf(text, sizeof text, "[%s%s%s%s%s]", TRACE_CHROME_SLICE("1", "0"),
             from, TRACE_CHROME_SLICE("1", "1"), TRACE_CHROME_SLICE("2", "2"),
             to);
    chrome_expect_events(text,
                         "send 0+1000 0 1 0 0\ncompute 1000+1000 0 -1 -1 0\n"
                         "receive 2000+1000 1 0 0 0\n",
                         "");
}

/* Time belongs to the slice that began last: an enclosing slice has the rest,
 * and with partial overlap no slice is lost. null counts as missing. */
Test(chrome, own_time_of_slices)
{
#define SPAN(ts, dur)                                                          \
    "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":" ts ",\"dur\":" dur "},"
    static const char null[] = "{\"ph\":\"M\",\"name\":\"process_name\","
                               "\"ts\":null,\"dur\":null},";
    static const struct {
        const char *slices, *events;
    } cases[] = {
        {SPAN("0", "9") SPAN("2", "3"),
         "compute 0+2000 0 -1 -1 0\ncompute 2000+3000 0 -1 -1 0\n"
         "compute 5000+4000 0 -1 -1 0\n"},
        {SPAN("0", "5") SPAN("3", "5"),
         "compute 0+3000 0 -1 -1 0\ncompute 3000+5000 0 -1 -1 0\n"},
        {SPAN("0", "9") SPAN("0", "9"), "compute 0+9000 0 -1 -1 0\n"},
        {SPAN("0", "9") SPAN("1", "4") SPAN("3", "4"),
         "compute 0+1000 0 -1 -1 0\ncompute 1000+2000 0 -1 -1 0\n"
         "compute 3000+4000 0 -1 -1 0\ncompute 7000+2000 0 -1 -1 0\n"},
        {SPAN("0", "1") SPAN("5", "1"),
         "compute 0+1000 0 -1 -1 0\ncompute 5000+1000 0 -1 -1 0\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1000];
        snprintf(text, sizeof text, "[%s%s]", null, cases[i].slices);
        chrome_expect_events(text, cases[i].events, "");
    }
}

/* A named slice is also a task, unless it sends or receives. */
Test(chrome, slices_are_tasks)
{
#define NAMED(name, ts, dur, more)                                             \
    "{\"ph\":\"X\",\"name\":\"" name "\",\"pid\":1,\"tid\":1,\"ts\":" ts       \
    ",\"dur\":" dur more "},"
    static const char text[] = "[" NAMED("solve", "0", "9", "")
        NAMED("inner", "2", "3", "") NAMED("solve", "9", "1", "") NAMED(
            "put", "10", "1",
            ",\"bind_id\":7,\"flow_out\":true") "{\"ph\":\"X\",\"name\":"
                                                "\"get\",\"pid\":1,\"tid\":2,"
                                                "\"ts\":11,\"dur\":1,\"bind_"
                                                "id\":7,\"flow_in\":true}]";
    chrome_expect_events(text,
                         "task 0+0 0 -1 0 0\ncompute 0+2000 0 -1 -1 0\n"
                         "task 2000+0 0 -1 1 0\ncompute 2000+3000 0 -1 -1 0\n"
                         "done 5000+0 0 -1 1 0\ncompute 5000+4000 0 -1 -1 0\n"
                         "done 9000+0 0 -1 0 0\ntask 9000+0 0 -1 0 0\n"
                         "compute 9000+1000 0 -1 -1 0\ndone 10000+0 0 -1 0 0\n"
                         "task 10000+0 0 -1 2 0\nsend 10000+1000 0 1 0 0\n"
                         "done 11000+0 0 -1 2 0\ntask 11000+0 1 -1 3 0\n"
                         "receive 11000+1000 1 0 0 0\ndone 12000+0 1 -1 3 0\n",
                         "");
    struct weft_trace trace;
    struct weft_read_report report;
    char room[WEFT_TASK_NAME_MAX];
    cr_assert_eq(trace_chrome_read_text(text, &trace, &report, NULL), 0);
    static const char *const names[] = {"solve", "inner", "put", "get",
                                        "task 4"};
    for (int i = 0; i < 5; i++)
        cr_expect_str_eq(weft_task_name(&trace.info, i, room), names[i]);
    weft_trace_finish(&trace);
}

/* Check a parameter of the trace, read from the text and, again, from the
 * Chrome file written from it. */
static void expect_parameter(const char *text, const char *key,
                             const char *value, const char *again_value)
{
    struct weft_trace trace;
    struct weft_read_report report;
    struct weft_error err = {0};
    for (int round = 0; round < 2; round++) {
        if (round) {
            const struct weft_sink *sink;
            struct weft_writer *writer = weft_writer_open("a.json", &err);
            cr_assert(writer, "%s", err.text);
            sink = weft_writer_sink(writer);
            sink->begin(sink->arg, &trace.info);
            sink->events(sink->arg, trace.events, trace.count);
            sink->end(sink->arg);
            cr_assert_eq(weft_writer_close(writer, &err), 0, "%s", err.text);
            weft_trace_finish(&trace);
            const struct weft_sink again = weft_trace_collect(&trace);
            cr_assert_eq(weft_trace_read("a.json", &again, &report, &err), 0,
                         "%s", err.text);
        } else {
            cr_assert_eq(trace_chrome_read_text(text, &trace, &report, &err), 0,
                         "%s", err.text);
            cr_expect_str_eq(report.skipped_what, "1 name, 1 other event");
        }
        const char *found = weft_trace_info_get(&trace.info, key);
        value = round ? again_value : value;
        cr_expect(found ? value && !strcmp(found, value) : !value,
                  "%s: %d: '%s'", key, round, found ? found : "none");
    }
    weft_trace_finish(&trace);
}

/* Names of processes and threads, with special characters; each pair of name
 * and category of a slice has one number. */
Test(chrome, names_of_others_are_kept)
{
#define TRACE_CHROME_LABEL(what, pid, tid, name)                               \
    "{\"ph\":\"M\",\"name\":\"" what "_name\",\"pid\":" pid ",\"tid\":" tid    \
    ",\"args\":{\"name\":\"" name "\"}},"
#define KIND(pid, name, more)                                                  \
    "{\"ph\":\"X\",\"pid\":" pid ",\"tid\":1,\"ts\":0,\"dur\":4,\"name\":"     \
    "\"" name "\"" more "},"
    static const char text[] = "[" TRACE_CHROME_LABEL(
        "process", "7", "1", "rank \\\"0\\\"\\u001b[1m\xff")
        TRACE_CHROME_LABEL("thread", "7", "1", "main")
            TRACE_CHROME_LABEL("thread", "7", "99", "none")
                TRACE_CHROME_LABEL("thread", "8", "1", "alone")
                    TRACE_CHROME_LABEL("process", "9", "0", "whole")
                        KIND("7", "solve", ",\"cat\":\"numeric\"")
                            KIND("8", "solve",
                                 ",\"cat\":\"i\\\"o\"") KIND("9", "bare", "")
                                KIND("10", "bare",
                                     "") "{\"ph\":\"M\",\"name\":\"thread_sort_"
                                         "index\",\"pid\":7,\"tid\":1}]";
    static const struct {
        const char *key, *value, *again; /* again NULL: the same value */
    } expected[] = {
        {"processor.0", "rank \"0\"\x1b[1m\xff: main (pid 7 tid 1)",
         "rank \"0\"\x1b[1m\xef\xbf\xbd: main (pid 7 tid 1)"},
        {"processor.1", "alone (pid 8 tid 1)", NULL},
        {"processor.2", "whole (pid 9 tid 1)", NULL},
        {"processor.3", "pid 10 tid 1", NULL},
        {"task.0", "solve", NULL},
        {"task.1", "solve", NULL},
        {"task.2", "bare", NULL},
        {"task.3", NULL, NULL},
        {"category.0", "numeric", NULL},
        {"category.1", "i\"o", NULL},
        {"category.2", NULL, NULL},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        expect_parameter(text, expected[i].key, expected[i].value,
                         expected[i].again ? expected[i].again
                                           : expected[i].value);
    static const char *const shown[] = {
        "\"name\":\"P00001 alone (pid 8 tid 1)\"",
        "\"cat\":\"numeric\",\"name\":\"solve\"",
        "\"cat\":\"i\\\"o\",\"name\":\"solve\"",
        "\"cat\":\"task\",\"name\":\"bare\"",
        "P00000 rank \\\"0\\\"\\u001b[1m"};
    char found[8000] = "";
    FILE *file = fopen("a.json", "r"); /* as written by the last call */
    cr_assert(file);
    cr_expect_gt(fread(found, 1, sizeof found - 1, file), 0);
    fclose(file);
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        cr_expect(strstr(found, shown[i]), "%s in %s", shown[i], found);
}

Test(chrome, what_is_left_out_is_said)
{
    chrome_expect_events(
        EVENTS(TRACE_CHROME_SLICE("1", "0") TRACE_CHROME_SLICE(
            "1", "0") "{\"ph\":\"i\",\"pid\":1,\"tid\":1,\"ts\":7},"
                      "{\"ph\":\"E\",\"pid\":1,\"tid\":1,\"ts\":7},"
                      "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":7},"
                      "{\"ph\":\"f\",\"id\":9,\"pid\":1,\"tid\":1,\"ts\":7},"
                      "{\"ph\":\"C\",\"pid\":1,\"ts\":7,\"args\":{\"a\":1}},"
                      "{\"ph\":\"n\",\"id\":1,\"pid\":1,\"ts\":7},"
                      "{\"ph\":\"s\",\"id\":1,\"pid\":1,\"tid\":1,\"ts\":0},"
                      "{\"ph\":\"f\",\"id\":1,\"bp\":\"e\",\"pid\":1,\"tid\":1,"
                      "\"ts\":0},"),
        "compute 0+1000 0 -1 -1 0\n",
        "1 instant, 1 counter, 1 instant of async slices, 1 other event, 1 "
        "slice "
        "without duration, 1 unpaired end of arrows, 1 arrow "
        "within a thread");
}

Test(chrome, a_receive_may_begin_before_its_send)
{
#define LONG(tid, ts, dur)                                                     \
    "{\"ph\":\"X\",\"pid\":1,\"tid\":" tid ",\"ts\":" ts ",\"dur\":" dur "},"
#define POINT(phase, tid, ts)                                                  \
    "{\"ph\":\"" phase "\",\"bp\":\"e\",\"id\":1,\"pid\":1,\"tid\":" tid       \
    ",\"ts\":" ts "},"
    chrome_expect_events("[" LONG("1", "5", "2") LONG("2", "0", "10")
                             POINT("s", "1", "6") POINT("f", "2", "9"),
                         "wait 0+0 1 0 -1 0\nsend 5000+2000 0 1 0 0\n"
                         "receive 5000+5000 1 0 0 2\n",
                         "");
}

Test(chrome, ends_of_arrows_without_partner)
{
#define TRACE_CHROME_END(phase, id, tid)                                       \
    "{\"ph\":\"" phase "\",\"bp\":\"e\",\"id\":" id ",\"pid\":1,\"tid\":" tid  \
    ",\"ts\":0}"
#define BOTH TRACE_CHROME_SLICE("1", "0") TRACE_CHROME_SLICE("2", "0")
    static const char *const found = "send 0+1000 0 1 0 0\n"
                                     "receive 0+1000 1 0 0 0\n",
                             *const none = "compute 0+1000 0 -1 -1 0\n"
                                           "compute 0+1000 1 -1 -1 0\n";
    chrome_expect_events("[" BOTH TRACE_CHROME_END("s", "1", "1"), none,
                         "1 unpaired end of arrows");
    chrome_expect_events("[" BOTH TRACE_CHROME_END(
                             "s", "1", "1") "," TRACE_CHROME_END("s", "2", "1"),
                         none, "2 unpaired ends of arrows");
    chrome_expect_events("[" BOTH TRACE_CHROME_END(
                             "s", "1", "1") "," TRACE_CHROME_END("f", "2", "1"),
                         none, "2 unpaired ends of arrows");
    chrome_expect_events(
        "[" BOTH TRACE_CHROME_END("s", "1", "1") "," TRACE_CHROME_END(
            "s", "1", "1") "," TRACE_CHROME_END("f", "1", "2"),
        found, "1 unpaired end of arrows");
    chrome_expect_events("[" BOTH TRACE_CHROME_END(
                             "s", "1", "1") "," TRACE_CHROME_END("t", "1", "2"),
                         found, "");
    chrome_expect_events("[" BOTH
                         "{\"ph\":\"X\",\"pid\":1,\"tid\":3,\"ts\":9,\"dur\":1,"
                         "\"bind_id\":7,\"flow_out\":true},"
                         "{\"ph\":\"X\",\"pid\":1,\"tid\":3,\"ts\":20}",
                         "compute 0+1000 0 -1 -1 0\ncompute 0+1000 1 -1 -1 0\n"
                         "compute 9000+1000 2 -1 -1 0\n",
                         "1 slice without duration, 1 unpaired end of arrows");
}

/* ---- what is wrong --------------------------------------------------- */

#define TRACE_CHROME_OWN(events)                                               \
    "{\"metadata\":{\"processors\":2,\"unit_ns\":1000,\"step\":1},\n"          \
    "\"traceEvents\":[\n"                                                      \
    "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":9,\"tid\":1,"              \
    "\"args\":{\"name\":\"P00000\"}},\n" events "]}"
#define OWN_SLICE(tid, ts, cat, args)                                          \
    "{\"ph\":\"X\",\"name\":\"x\",\"tid\":" tid ",\"ts\":" ts                  \
    ",\"dur\":1,\"cat\":\"" cat "\",\"args\":{" args "}}"

Test(chrome, malformed)
{
    static const struct {
        const char *text;
        unsigned line;
        const char *says;
    } cases[] = {
        {"{\"traceEvents\":3}", 1, "must be a list"},
        {"{\"traceEvents\":[]", 1, "ends within"},
        {"{\"traceEvents\":[\n{\"ph\":\"X\"", 2, "ends within"},
        {"{\"traceEvents\":[]}\n}", 2, "text after"},
        {"{\"traceEvents\":[],\"traceEvents\":[]}", 1, "second list"},
        {"{\"metadata\":{\"processors\":2,\"unit_ns\":1,\"step\":1},\n"
         "\"traceEvents\":[],\n\"metadata\":{}}",
         3, "a second metadata object"},
        {"{\"ph\":1}", 1, "traceEvents is missing"},
        {"[\n\n7]", 3, "must be an object"},
        {"[{\"ph\" \"X\"}]", 1, "colon"},
        {"[{\"ph\":\"\\q\"}]", 1, "escape"},
        {"[{\"ph\":\"\\u12\"}]", 1, "hexadecimal"},
        {"[{\"ph\":\"a\nb\"}]", 2, "control character"},
        {"[{\"ph\":nil}]", 1, "'nil' is not a value"},
        {"[{\"ph\":0x10}]", 1, "not a value"},
        {"[{\"ph\":}]", 1, "unexpected character"},
        {"[{\"ph\":\"X", 1, "within a string"},
        {TRACE_CHROME_OWN(OWN_SLICE("2", "1", "send", "\"to\":1")), 4,
         "no name"},
        {TRACE_CHROME_OWN(OWN_SLICE("1", "0.5", "send", "\"to\":1")), 4,
         "multiple"},
        {TRACE_CHROME_OWN(OWN_SLICE("1", "1", "send", "")), 4, "args.to"},
        {TRACE_CHROME_OWN(OWN_SLICE("1", "1", "send", "\"to\":2")), 4,
         "processor 2"},
        {TRACE_CHROME_OWN(OWN_SLICE("1", "1", "nap", "")), 4,
         "'nap' is unknown"},
        {TRACE_CHROME_OWN(OWN_SLICE("1", "1", "recv", "\"waited\":2")), 4,
         "range"},
        {TRACE_CHROME_OWN(OWN_SLICE("1", "2", "compute", "") ",\n" OWN_SLICE(
             "1", "1", "compute", "")),
         5, "time order"},
        {TRACE_CHROME_OWN(
             "{\"ph\":\"M\",\"name\":\"weft\",\"ts\":1,\"args\":{\"events\":"
             "[[\"nap\",1]]}}"),
         4, "malformed"},
        {TRACE_CHROME_OWN(
             "{\"ph\":\"M\",\"name\":\"weft\",\"ts\":1,\"args\":{\"events\":"
             "[[\"mark\"]]}}"),
         4, "malformed"},
        {TRACE_CHROME_OWN(
             "{\"ph\":\"M\",\"name\":\"weft\",\"ts\":1,\"args\":{\"events\":"
             "[[\"mark\",7]]}}"),
         4, "processor 7"},
        {"{\"metadata\":{\"processors\":1,\"unit_ns\":0,\"step\":1},"
         "\"traceEvents\":[]}",
         1, "unit_ns"},
        {"{\"metadata\":{\"processors\":\"many\"},\"traceEvents\":[]}", 1,
         "'many'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct weft_trace trace;
        struct weft_error err = {0};
        int status = trace_chrome_read_text(cases[i].text, &trace, NULL, &err);
        cr_expect_eq(status, -1, "%s was read", cases[i].text);
        cr_expect_eq(err.kind, WEFT_ERROR_FORMAT, "%s", cases[i].text);
        cr_expect_eq(err.line, cases[i].line, "%s: line %u: %s", cases[i].text,
                     err.line, err.text);
        cr_expect(strstr(err.text, cases[i].says), "%s: %s", cases[i].text,
                  err.text);
        weft_trace_finish(&trace);
    }
}

/* A malformed event, the reason, and its kind in the reader's counts. */
Test(chrome, malformed_events_are_left_out)
{
#define TIMELESS "1 event without a valid time (line 2)"
#define DURATION "1 slice without a valid duration (line 2)"
#define MALFORMED "1 malformed event (line 2)"
    static const struct {
        const char *event, *says, *skipped;
    } cases[] = {
        {"\"ph\":\"X\",\"ts\":1e30,\"dur\":1}", "range", TIMELESS},
        {"\"ph\":\"X\",\"ts\":2e16,\"dur\":1}", "range", TIMELESS},
        {"\"ph\":\"X\",\"ts\":-5e15,\"dur\":1}", "range", TIMELESS},
        {"\"ph\":\"B\",\"ts\":99999999999999999999}", "range", TIMELESS},
        {"\"ph\":\"E\",\"ts\":\"soon\"}", "not a time", TIMELESS},
        {"\"ph\":\"X\",\"ts\":[1],\"dur\":1}", "not a time", TIMELESS},
        {"\"ph\":\"X\",\"ts\":NaN,\"dur\":1}", "not a time", TIMELESS},
        {"\"ph\":\"X\",\"dur\":1}", "has no ts", TIMELESS},
        {"\"ph\":\"X\",\"ts\":null,\"dur\":1}", "has no ts", TIMELESS},
        {"\"ph\":\"X\",\"ts\":1,\"dur\":-4}", "negative", DURATION},
        {"\"ph\":\"X\",\"ts\":1,\"dur\":-Infinity}", "not a time", DURATION},
        {"\"ph\":\"X\",\"ts\":1,\"dur\":{\"us\":3}}", "not a time", DURATION},
        {"\"ph\":\"X\",\"ts\":5e15,\"dur\":5e15}", "range", DURATION},
        {"\"ph\":\"X\",\"ts\":1 \"dur\":2}", "comma", MALFORMED},
        {"\"ph\":\"X\",\"ts\":12ab,\"dur\":2}", "not a value", MALFORMED},
        {"\"ph\":\"X\",\"name\":\"open", "control", MALFORMED},
        {"\"ph\":\"X\",\"ts\":1,\"dur\":2", "expected a key", MALFORMED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "{\"traceEvents\":[" TRACE_CHROME_SLICE(
                     "1", "0") "\n{%s,\n" TRACE_CHROME_SLICE("1", "50") "{}]}",
                 cases[i].event);
        struct weft_trace trace;
        struct weft_read_report report;
        struct weft_error err;
        char skipped[100];
        snprintf(skipped, sizeof skipped, "%s, 1 other event",
                 cases[i].skipped);
        cr_assert_eq(trace_chrome_read_text(text, &trace, &report, &err), 0,
                     "%s: %s", text, err.text);
        cr_expect_eq(trace.count, 2, "%s: %zu events", text, trace.count);
        cr_expect_eq(report.wrong, 1, "%s", text);
        cr_expect_str_eq(report.skipped_what, skipped, "%s", text);
        cr_expect(strstr(report.first_wrong.text, cases[i].says), "%s: %s",
                  text, report.first_wrong.text);
        weft_trace_finish(&trace);
    }
}

/* Complete events before the end of a truncated file are kept, wherever it
 * ends. */
Test(chrome, a_file_may_end_anywhere)
{
    static const char whole[] = "{\"traceEvents\":[\n" TRACE_CHROME_SLICE(
        "1", "0") "\n" TRACE_CHROME_SLICE("1", "50");
    size_t first = (size_t)(strchr(whole, '}') - whole) + 1;
    char text[sizeof whole];
    for (size_t length = first; length < sizeof whole; length++) {
        snprintf(text, length + 1, "%s", whole);
        struct weft_trace trace;
        struct weft_read_report report;
        struct weft_error err;
        bool between = length <= first + 2 || length >= strlen(whole) - 1;
        cr_assert_eq(trace_chrome_read_text(text, &trace, &report, &err), 0,
                     "%s: %s", text, err.text);
        cr_expect_eq(trace.count, length < strlen(whole) - 1 ? 1 : 2, "%s",
                     text);
        cr_expect_eq(report.wrong, !between, "%s: %s", text,
                     report.skipped_what);
        weft_trace_finish(&trace);
    }
}

Test(chrome, negative_times_move_the_origin)
{
    chrome_expect_events("[" LONG("1", "-17", "17") LONG("1", "0", "100"),
                         "compute 0+17000 0 -1 -1 0\n"
                         "compute 17000+100000 0 -1 -1 0\n",
                         "");
    chrome_expect_events(
        "[{\"ph\":\"B\",\"ts\":-2.5},{\"ph\":\"E\",\"ts\":-0.5}",
        "compute 0+2000 0 -1 -1 0\n", "");
    chrome_expect_events("[" LONG("1", "1e5", "1"),
                         "compute 100000000+1000 0 -1 -1 0\n", "");
}

/* In a file of one line, the byte offset is reported instead of the line
 * number. */
Test(chrome, a_long_line_is_told_by_its_bytes)
{
    chrome_expect_events(
        "[" LONG("1", "0", "2") LONG("1", "3", "-2") LONG("1", "7", "-2")
            LONG("1", "9", "2"),
        "compute 0+2000 0 -1 -1 0\ncompute 9000+2000 0 -1 -1 0\n",
        "2 slices without a valid duration (the first: byte 85)");
}

Test(chrome, deep_nesting_is_refused)
{
    char text[3000] = "[{\"args\":";
    memset(text + strlen(text), '[', 2000);
    struct weft_trace trace;
    struct weft_error err = {0};
    cr_expect_eq(trace_chrome_read_text(text, &trace, NULL, &err), -1);
    cr_expect(strstr(err.text, "nested"), "%s", err.text);
    weft_trace_finish(&trace);
}

Test(chrome, escapes_and_long_names)
{
    char text[6000];
    char name[5000];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    snprintf(text, sizeof text,
             "{\"metadata\":{\"k\\u00e9\\ud83d\\ude00\":\"\\ud83d\\u0041\\t\"},"
             "\"traceEvents\":[{\"name\":\"%s\",\"ph\":\"X\",\"ts\":1,"
             "\"dur\":2,},],}",
             name);
    struct weft_trace trace;
    struct weft_error err = {0};
    cr_assert_eq(trace_chrome_read_text(text, &trace, NULL, &err), 0, "%s",
                 err.text);
    cr_expect_eq(trace.count, 3);
    cr_assert_eq(trace.info.parameters, 4);
    cr_expect_str_eq(trace.info.parameter[1].key, "origin");
    cr_expect_eq(strlen(trace.info.parameter[3].value), 255); /* cut */
    cr_expect_str_eq(trace.info.parameter[0].key, "k\xc3\xa9\xf0\x9f\x98\x80");
    cr_expect_str_eq(trace.info.parameter[0].value, "\xef\xbf\xbd"
                                                    "A\t");
    weft_trace_finish(&trace);
}
