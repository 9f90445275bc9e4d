/* LogGP costs in the machine: times computed by hand, and the checker's
 * findings for traces that violate them. */
#include <criterion/criterion.h>
#include <string.h>
#include <weft/check.h>
#include <weft/machine.h>
#include <weft/trace.h>

static int lookup(const struct weft_trace *trace, int rank, int kind, int nth,
                  uint64_t *start)
{
    for (size_t i = 0; i < trace->count; i++) {
        const struct weft_event *event = &trace->events[i];
        if (event->rank == rank && event->kind == kind && !nth--) {
            *start = event->start;
            return (int)event->duration;
        }
    }
    return -1;
}

static void loggp_expect(const struct weft_trace *trace, int rank, int kind,
                         int nth, uint64_t start, int duration)
{
    uint64_t at = UINT64_MAX;
    int lasts = lookup(trace, rank, kind, nth, &at);
    cr_expect_eq(at, start, "%d. %s of %d at %llu, not %llu", nth,
                 weft_event_names[kind], rank, (unsigned long long)at,
                 (unsigned long long)start);
    cr_expect_eq(lasts, duration, "%d. %s of %d lasts %d, not %d", nth,
                 weft_event_names[kind], rank, lasts, duration);
}

static const struct weft_parameter loggp_words[] = {
    {"network", "complete:4"},
    {"model", "one-port-duplex"},
    {"cost", "loggp:L=10,o=2,g=4,G=1"}};

static struct weft_trace_info info_of(void)
{
    return (struct weft_trace_info){4, 1000, 19, 3, loggp_words};
}

static void loggp_run(weft_program *program, struct weft_trace *trace)
{
    struct weft_error err;
    struct weft_outcome outcome;
    struct weft_network *network = weft_network_create("complete:4", &err);
    struct weft_sink sink = weft_trace_collect(trace);
    struct weft_trace_info info = info_of();
    struct weft_machine machine = {.network = network,
                                   .program = program,
                                   .sink = &sink,
                                   .info = &info,
                                   .bytes = 6};
    cr_assert_eq(weft_model_parse("one-port-duplex", &machine.model, &err), 0);
    cr_assert_eq(weft_cost_parse(loggp_words[2].value, &machine.cost, &err), 0);
    cr_assert_eq(weft_machine_run(&machine, &outcome, &err), 0, "%s", err.text);
    cr_expect_eq(outcome.conflicts, 0);
    weft_network_destroy(network);
}

/* 0 sends two messages of 6 bytes to 1 and one to 2; 3 sends 11 bytes to 1; 1
 * receives from 3 first. */
static int loggp_sends(struct weft_processor *self, void *arg)
{
    char data[11] = {0};
    struct weft_message message;
    (void)arg;
    switch (weft_rank(self)) {
    case 0:
        return weft_send(self, 1, 0, data, 6) ||
               weft_send(self, 1, 1, data, 6) || weft_send(self, 2, 2, data, 1);
    case 1:
        return weft_receive(self, 3, &message) ||
               weft_receive(self, 0, &message) ||
               weft_receive(self, 0, &message);
    case 2:
        return weft_receive(self, 0, &message);
    }
    return weft_wait_until(self, 1) || weft_send(self, 1, 3, data, 11);
}

Test(loggp, one_after_the_other)
{
    struct weft_trace trace = {0};
    loggp_run(loggp_sends, &trace);
    loggp_expect(&trace, 0, WEFT_SEND, 0, 0, 2);
    loggp_expect(&trace, 0, WEFT_SEND, 1, 9, 2); /* g + 5 G */
    loggp_expect(&trace, 0, WEFT_SEND, 2, 18, 2);
    loggp_expect(&trace, 2, WEFT_RECEIVE, 0, 30, 2); /* o + L, one byte */
    loggp_expect(&trace, 3, WEFT_SEND, 0, 1, 2);
    loggp_expect(&trace, 1, WEFT_RECEIVE, 0, 13, 12); /* 10 G + o */
    loggp_expect(&trace, 1, WEFT_RECEIVE, 1, 27, 7);  /* g + 10 G later */
    loggp_expect(&trace, 1, WEFT_RECEIVE, 2, 36, 7);  /* g + 5 G later */
    weft_trace_finish(&trace);
}

/* A message that arrives during a computation waits for its end. */
static int computes(struct weft_processor *self, void *arg)
{
    char data[8] = {0};
    struct weft_message message;
    (void)arg;
    if (weft_rank(self) == 0)
        return weft_send(self, 1, 0, data, 1);
    if (weft_rank(self) == 1)
        return weft_compute(self, 13) || weft_receive(self, 0, &message) ||
               weft_send(self, 2, 1, data, 1) || weft_compute(self, 5);
    return weft_rank(self) == 2 ? weft_receive(self, 1, &message) : 0;
}

Test(loggp, computing_and_receiving)
{
    struct weft_trace trace = {0};
    loggp_run(computes, &trace);
    loggp_expect(&trace, 1, WEFT_RECEIVE, 0, 13, 2);
    loggp_expect(&trace, 1, WEFT_SEND, 0, 15, 2);
    loggp_expect(&trace, 1, WEFT_COMPUTE, 1, 17, 5);
    loggp_expect(&trace, 2, WEFT_RECEIVE, 0, 27, 2);
    weft_trace_finish(&trace);
}

/* ---- the checker ---- */

#define LOGGP_END(AT, LASTS, RANK, PEER, ID, KIND)                             \
    {                                                                          \
        .start = (AT), .since = (AT), .duration = (LASTS), .rank = (RANK),     \
        .peer = (PEER), .message = (ID), .bytes = 6, .kind = (KIND)            \
    }
#define TRANSFER(FROM, TO, AT, O, ARRIVES, LASTS, ID)                          \
    LOGGP_END(AT, O, FROM, TO, ID, WEFT_SEND),                                 \
        LOGGP_END(ARRIVES, LASTS, TO, FROM, ID, WEFT_RECEIVE)

static const struct {
    struct weft_event event[4];
    const char *found; /* NULL: valid */
} cases[] = {
    {{TRANSFER(0, 1, 0, 2, 12, 7, 1), TRANSFER(0, 2, 9, 2, 21, 7, 2)}, NULL},
    {{TRANSFER(0, 1, 0, 2, 15, 7, 1), TRANSFER(0, 2, 9, 2, 21, 7, 2)}, NULL},
    {{TRANSFER(0, 1, 0, 2, 12, 7, 1), TRANSFER(0, 2, 8, 2, 20, 7, 2)},
     "allow it from 9 on"},
    {{TRANSFER(0, 1, 0, 3, 13, 7, 1), TRANSFER(0, 2, 9, 2, 21, 7, 2)},
     "o is 2"},
    {{TRANSFER(0, 1, 0, 2, 11, 7, 1), TRANSFER(0, 2, 9, 2, 21, 7, 2)},
     "it arrives at 12"},
    {{TRANSFER(0, 1, 0, 2, 12, 6, 1), TRANSFER(0, 2, 9, 2, 21, 7, 2)},
     "LogGP requires 7"},
};

Test(loggp, the_checker_knows_it)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct weft_event event[4];
        struct weft_trace_info info = info_of();
        struct weft_check_options options = {.root = -1, .from_trace = true};
        struct weft_check *check = weft_check_create(&options, NULL);
        const struct weft_sink *sink = weft_check_sink(check);
        for (int k = 0; k < 4; k++)
            event[k] = cases[i].event[k];
        weft_events_sort(event, 4);
        cr_assert_eq(sink->begin(sink->arg, &info), 0);
        cr_assert_eq(sink->events(sink->arg, event, 4), 0);
        cr_assert_eq(sink->end(sink->arg), 0);
        const struct weft_check_result *result = weft_check_result(check);
        cr_expect_eq(result->conflicts, cases[i].found != NULL, "%zu", i);
        cr_expect_eq(result->kept, cases[i].found != NULL, "%zu", i);
        if (result->kept && cases[i].found)
            cr_expect(strstr(result->finding[0].text, cases[i].found),
                      "%zu: %s", i, result->finding[0].text);
        weft_check_destroy(check);
    }
}

/* ---- the end of time --------------------------------------------------- */

#define LONG_GAP ((uint64_t)1 << 58)
#define LOGGP_LATE (((uint64_t)1 << 62) - LONG_GAP / 2)

/* 0 sends two messages and 2 one, at times from first[0] on. */
static int send_late(struct weft_processor *self, void *arg)
{
    const uint64_t *first = arg;
    struct weft_message message;
    int rank = weft_rank(self);
    if (rank == 1)
        return weft_receive(self, 0, &message) ||
                       weft_receive(self, first[1] ? 2 : 0, &message)
                   ? -1
                   : 0;
    if (rank == 3 || (rank == 2 && !first[1]))
        return 0;
    if (weft_wait_until(self, first[0]) || weft_send(self, 1, 0, "x", 1))
        return -1;
    return rank == 0 && !first[1] ? weft_send(self, 1, 1, "y", 1) : 0;
}

/* The gap after a message would exceed the largest time: at the sender, and at
 * the receiver. */
Test(loggp, no_time_wraps)
{
    static const struct {
        /* [0] time of the sends; [1] nonzero: processor 2 sends, too */
        uint64_t first[2];
        const char *why;
    } rows[] = {{{LOGGP_LATE, 0}, "processor 0: the send would"},
                {{LOGGP_LATE, 1}, "processor 1 receives until"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct weft_error err;
        struct weft_outcome outcome;
        struct weft_network *network = weft_network_create("complete:4", &err);
        struct weft_machine machine = {
            .network = network,
            .program = send_late,
            .arg = (void *)(uintptr_t)rows[i].first,
            .cost = {
                .loggp = true, .latency = 10, .overhead = 1, .gap = LONG_GAP}};
        cr_assert_eq(weft_model_parse("one-port-duplex", &machine.model, &err),
                     0);
        cr_expect_eq(weft_machine_run(&machine, &outcome, &err), -1);
        cr_expect(strstr(err.text, rows[i].why), "%s", err.text);
        weft_outcome_finish(&outcome);
        weft_network_destroy(network);
    }
}
