/* Statistics: times, flows, links, and the critical path compared with a plain
 * search over all events. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <weft/trace.h>
#include <weft/unstable/stats.h>

#include "../impossible.h"

#define STATS_EVENTS_MAX 400

static struct weft_event stats_events[STATS_EVENTS_MAX];
static size_t stats_count;

static void stats_add(uint64_t start, uint64_t duration, int kind, int rank,
                      int peer, int message)
{
    cr_assert_lt(stats_count, STATS_EVENTS_MAX);
    stats_events[stats_count++] = (struct weft_event){.start = start,
                                                      .duration = duration,
                                                      .since = start,
                                                      .rank = rank,
                                                      .peer = peer,
                                                      .message = message,
                                                      .bytes = 10,
                                                      .dimension = -1,
                                                      .kind = (uint8_t)kind};
}

static void stats_add_transfer(uint64_t start, uint64_t duration, int from,
                               int to, int message)
{
    stats_add(start, duration, WEFT_SEND, from, to, message);
    stats_add(start, duration, WEFT_RECEIVE, to, from, message);
}

static struct weft_stats *stats_run(const struct weft_network *network,
                                    int processors, uint64_t step)
{
    struct weft_stats *stats = weft_stats_create(network);
    cr_assert(stats);
    const struct weft_sink *sink = weft_stats_sink(stats);
    struct weft_trace_info info = {
        .processors = processors, .unit_ns = 1000, .step = step};
    weft_events_sort(stats_events, stats_count);
    cr_assert_eq(sink->begin(sink->arg, &info), 0);
    cr_assert_eq(sink->events(sink->arg, stats_events, stats_count), 0);
    cr_assert_eq(sink->end(sink->arg), 0);
    stats_count = 0;
    return stats;
}

Test(stats, times_add_up)
{
    stats_add(0, 4, WEFT_COMPUTE, 0, -1, -1);
    stats_add_transfer(3, 3, 1, 0, 1); /* 1 of 3 units outside computing */
    stats_add_transfer(8, 2, 0, 1, 2);
    struct weft_stats *stats = stats_run(NULL, 3, 1);
    const struct weft_stats_result *r = weft_stats_result(stats);
    cr_expect_eq(r->makespan, 10);
    cr_expect_eq(r->load[0].busy, 4);
    cr_expect_eq(r->load[0].overhead, 4);
    cr_expect_eq(r->load[0].idle, 2);
    cr_expect_eq(r->load[1].overhead, 5);
    cr_expect_eq(r->load[2].idle, 10);
    cr_expect_eq(r->total.busy + r->total.overhead + r->total.idle, 30);
    cr_expect_eq(r->messages, 2);
    cr_expect_eq(r->bytes, 20);
    cr_expect_eq(r->total.bytes_received, 20);
    weft_stats_destroy(stats);
}

/* A processor that sleeps past the end is idle until the end. */
Test(stats, a_sleep_past_the_end)
{
    stats_add_transfer(0, 1, 0, 1, 0);
    stats_add(5, 1, WEFT_SLEEP, 0, -1, -1);
    stats_add(7, 2, WEFT_WAIT, 1, -1, -1);
    struct weft_stats *stats = stats_run(NULL, 3, 1);
    const struct weft_stats_result *r = weft_stats_result(stats);
    cr_expect_eq(r->makespan, 1);
    for (int p = 0; p < 3; p++)
        cr_expect_eq(r->load[p].busy + r->load[p].overhead + r->load[p].idle, 1,
                     "processor %d", p);
    weft_stats_destroy(stats);
}

Test(stats, sums_do_not_wrap)
{
    for (int p = 0; p < 2; p++)
        stats_add(0, UINT64_MAX, WEFT_COMPUTE, p, -1, -1);
    stats_add(0, UINT64_MAX, WEFT_SEND, 0, 1, 0);
    stats_add(0, UINT64_MAX, WEFT_SEND, 0, 1, 1);
    struct weft_stats *stats = stats_run(NULL, 2, 1);
    const struct weft_stats_result *r = weft_stats_result(stats);
    cr_expect_eq(r->total.busy, UINT64_MAX);
    cr_expect_eq(r->flow[0].time, UINT64_MAX);
    weft_stats_destroy(stats);
}

/* Times in calls measured by the trace are reported beside those from
 * events. */
Test(stats, measured_elsewhere)
{
    const uint64_t in_calls[] = {12, UINT64_MAX, UINT64_MAX};
    struct weft_trace_info info = {
        .processors = 3, .unit_ns = 1000, .in_calls = in_calls};
    struct weft_stats *stats = weft_stats_create(NULL);
    const struct weft_sink *sink = weft_stats_sink(stats);
    const struct weft_stats_result *r = weft_stats_result(stats);
    stats_add(2, 0, WEFT_PRESENT, 0, -1, -1);
    stats_add(10, 5, WEFT_SEND, 0, 1, 1);
    stats_add(20, 5, WEFT_RECEIVE, 1, 0, 1);
    stats_add(40, 0, WEFT_PRESENT, 0, -1, -1);
    cr_assert_eq(sink->begin(sink->arg, &info), 0);
    cr_assert_eq(sink->events(sink->arg, stats_events, stats_count), 0);
    cr_assert_eq(sink->end(sink->arg), 0);
    stats_count = 0;
    cr_expect_eq(r->load[0].busy, 33);
    cr_expect_eq(r->load[0].measured_busy, 26);
    cr_expect_eq(r->load[1].measured_busy, UINT64_MAX);
    cr_expect_eq(r->total.measured_busy, UINT64_MAX);
    /* events after the end are rejected */
    cr_expect_eq(sink->events(sink->arg, stats_events, 1), WEFT_ERROR_MISUSE);
    cr_expect_eq(sink->end(sink->arg), WEFT_ERROR_MISUSE);
    cr_expect_eq(r->load[0].busy, 33);
    weft_stats_destroy(stats);
}

/* Without steps, a processor works whenever it neither communicates nor waits,
 * from its first to its last record. A reception is its own interval. */
Test(stats, foreign_traces_work_between_calls)
{
    stats_add(10, 5, WEFT_SEND, 0, 1, 1);
    stats_add(12, 0, WEFT_MARK, 1, -1, 1);
    stats_add(20, 2, WEFT_RECEIVE, 1, 0, 1);
    stats_events[2].since = 14;
    stats_add(19, 0, WEFT_MARK, 0, -1, 1);
    struct weft_stats *stats = stats_run(NULL, 3, 0);
    const struct weft_stats_result *r = weft_stats_result(stats);
    cr_expect_eq(r->makespan, 12); /* relative to the first event */
    cr_expect_eq(r->steps, 0);
    cr_expect_eq(r->load[0].busy, 4);
    cr_expect_eq(r->load[0].overhead, 5);
    cr_expect_eq(r->load[0].idle, 0);
    cr_expect_eq(r->load[1].busy, 2);
    cr_expect_eq(r->load[1].idle, 6);
    cr_expect_eq(r->load[1].overhead, 2);
    cr_expect(r->load[2].absent);
    cr_expect_eq(r->absent, 1);
    cr_expect_eq(r->total.busy + r->total.overhead + r->total.idle, 9 + 10);
    weft_stats_destroy(stats);
}

/* A message may be taken while its sender is still sending; even then a path is
 * never longer than the run. */
Test(stats, paths_of_messages_taken_early)
{
    stats_add(0, 10, WEFT_SEND, 0, 1, 1);
    stats_add(2, 2, WEFT_RECEIVE, 1, 0, 1);
    stats_add(12, 3, WEFT_SEND, 1, 0, 2);
    stats_add(15, 1, WEFT_RECEIVE, 0, 1, 2);
    struct weft_stats *stats = stats_run(NULL, 2, 0);
    const struct weft_stats_result *r = weft_stats_result(stats);
    cr_expect_eq(r->makespan, 16);
    cr_expect_eq(r->path, 16);
    weft_stats_destroy(stats);
}

/* A wait without a message lasts until the processor's next action or its last
 * record. In a real trace a wait is both an event and part of its reception. */
Test(stats, waits)
{
    stats_add(0, 0, WEFT_WAIT, 0, 1, -1); /* no message: 10 */
    stats_add(10, 2, WEFT_SEND, 0, 1, 1);
    stats_add(15, 0, WEFT_WAIT, 0, 1, -1); /* for the message at 20: 5 */
    stats_add(20, 3, WEFT_RECEIVE, 0, 1, 2);
    stats_events[3].since = 15;
    stats_add(25, 2, WEFT_SLEEP, 0, -1, -1);
    stats_add(30, 0, WEFT_WAIT, 0, 1, -1); /* no end: 10 */
    stats_add(40, 0, WEFT_MARK, 0, -1, 1);
    struct weft_stats *stats = stats_run(NULL, 2, 0);
    const struct weft_stats_result *r = weft_stats_result(stats);
    cr_expect_eq(r->load[0].idle, 10 + 5 + 2 + 10);
    cr_expect_eq(r->load[0].overhead, 2 + 3);
    cr_expect_eq(r->load[0].busy, 40 - 27 - 5);
    weft_stats_destroy(stats);
}

/* Waiting within a collective call counts as waiting. */
Test(stats, waits_inside_calls)
{
    stats_add(0, 0, WEFT_TASK, 0, -1, 5);
    stats_add(0, 20, WEFT_CALL, 0, -1, -1);
    stats_add(2, 3, WEFT_SEND, 0, 1, 1);
    stats_add(5, 0, WEFT_WAIT, 0, 1, -1);
    stats_add(15, 1, WEFT_RECEIVE, 0, 1, 2);
    stats_events[4].since = 5;
    stats_add(20, 0, WEFT_DONE, 0, -1, 5);
    struct weft_stats *stats = stats_run(NULL, 2, 0);
    const struct weft_stats_result *r = weft_stats_result(stats);
    cr_expect_eq(r->load[0].idle, 10);
    cr_expect_eq(r->load[0].overhead, 10);
    cr_expect_eq(r->load[0].busy, 0);
    weft_stats_destroy(stats);
}

/* In a run with steps, a message taken late was received while it was sent. */
Test(stats, messages_taken_late)
{
    stats_add(0, 1, WEFT_SEND, 0, 1, 5);
    stats_add(1, 2, WEFT_COMPUTE, 1, -1, -1);
    stats_add(4, 0, WEFT_RECEIVE, 1, 0, 5);
    stats_add_transfer(4, 1, 1, 0, 6);
    struct weft_stats *stats = stats_run(NULL, 2, 1);
    const struct weft_stats_result *r = weft_stats_result(stats);
    cr_expect_eq(r->load[1].overhead, 2);
    cr_expect_eq(r->load[1].busy, 2);
    cr_expect_eq(r->load[1].idle, 1);
    weft_stats_destroy(stats);
}

/* The time needed is not quadratic in the number of simultaneous events of a
 * processor. */
Test(stats, many_at_one_time, .timeout = 20)
{
    enum { STATS_MANY = 300000 };
    struct weft_stats *stats = weft_stats_create(NULL);
    const struct weft_sink *sink = weft_stats_sink(stats);
    const struct weft_trace_info info = {.processors = 2, .step = 1};
    cr_assert_eq(sink->begin(sink->arg, &info), 0);
    for (int i = 0; i < 2 * STATS_MANY; i++) {
        const struct weft_event event = {
            .start = i < STATS_MANY ? 0 : (uint64_t)(i - STATS_MANY),
            .since = i < STATS_MANY ? 0 : (uint64_t)(i - STATS_MANY),
            .duration = i < STATS_MANY ? 1 : (uint64_t)(3 * STATS_MANY - i),
            .rank = 0,
            .peer = i < STATS_MANY ? 1 : -1,
            .message = i,
            .kind = i < STATS_MANY ? WEFT_SEND : WEFT_COMPUTE};
        cr_assert_eq(sink->events(sink->arg, &event, 1), 0);
    }
    cr_assert_eq(sink->end(sink->arg), 0);
    weft_stats_destroy(stats);
}

/* With recorded computations only these count as work. */
Test(stats, foreign_traces_with_computations)
{
    stats_add(1000010, 5, WEFT_SEND, 0, 1, 1);
    stats_add(1000020, 2, WEFT_RECEIVE, 1, 0, 1);
    stats_add(1000030, 4, WEFT_COMPUTE, 1, -1, -1);
    struct weft_stats *stats = stats_run(NULL, 2, 0);
    const struct weft_stats_result *r = weft_stats_result(stats);
    cr_expect_eq(r->makespan, 24);
    cr_expect_eq(r->load[0].busy, 0);
    cr_expect_eq(r->load[0].idle, 0);
    cr_expect_eq(r->load[1].busy, 4);
    cr_expect_eq(r->load[1].overhead, 2);
    cr_expect_eq(r->load[1].idle, 8);
    weft_stats_destroy(stats);
}

Test(stats, flows_and_links)
{
    struct weft_network *network = weft_network_create("line:4", NULL);
    stats_add_transfer(0, 1, 0, 3, 1);
    stats_add_transfer(1, 2, 1, 2, 2);
    stats_add_transfer(3, 1, 0, 3, 3);
    struct weft_stats *stats = stats_run(network, 4, 1);
    const struct weft_stats_result *r = weft_stats_result(stats);
    cr_expect_eq(r->flows, 2);
    cr_expect_eq(r->flow[0].to, 3);
    cr_expect_eq(r->flow[0].messages, 2);
    cr_expect_eq(r->links, 3);
    cr_assert(r->busiest);
    cr_expect_eq(r->busiest->from, 1);
    cr_expect_eq(r->busiest->to, 2);
    cr_expect_eq(r->busiest->messages, 3);
    cr_expect_eq(r->busiest->time, 4);
    weft_stats_destroy(stats);
    weft_network_destroy(network);
}

/* Return the length of the longest chain that ends with event i, by searching
 * all events. */
static uint64_t longest(size_t i, uint64_t *known)
{
    if (known[i])
        return known[i];
    const struct weft_event *event = &stats_events[i];
    uint64_t best = 0, own = event->duration;
    for (size_t k = 0; k < stats_count; k++)
        if (stats_events[k].rank == event->rank && k != i &&
            stats_events[k].start + stats_events[k].duration <= event->start &&
            longest(k, known) > best)
            best = longest(k, known);
    best += own;
    for (size_t k = 0; event->kind == WEFT_RECEIVE && k < stats_count; k++)
        if (stats_events[k].kind == WEFT_SEND &&
            stats_events[k].message == event->message &&
            longest(k, known) > best)
            best = longest(k, known);
    return known[i] = best;
}

/* Add random transfers with unique message numbers. */
static void stats_add_random(int processors, int transfers)
{
    for (int message = 0; message < transfers; message++) {
        int from = rand() % processors;
        int to = (from + 1 + rand() % (processors - 1)) % processors;
        stats_add_transfer((uint64_t)rand() % 30, 1 + (uint64_t)rand() % 4,
                           from, to, message);
    }
}

Test(stats, critical_path_is_the_longest)
{
    srand(1);
    for (int round = 0; round < 300; round++) {
        stats_add_random(2 + round % 5, 1 + round % 60);
        weft_events_sort(stats_events, stats_count);
        uint64_t known[STATS_EVENTS_MAX] = {0};
        uint64_t best = 0;
        for (size_t i = 0; i < stats_count; i++)
            if (longest(i, known) > best)
                best = longest(i, known);
        struct weft_stats *stats = stats_run(NULL, 2 + round % 5, 1);
        const struct weft_stats_result *r = weft_stats_result(stats);
        cr_expect_eq(r->path, best, "round %d: %d, not %d", round, (int)r->path,
                     (int)best);
        for (size_t i = 1; i < r->path_events; i++) {
            const struct weft_event *a = &r->path_event[i - 1];
            const struct weft_event *b = &r->path_event[i];
            bool follows =
                a->rank == b->rank && a->start + a->duration <= b->start;
            bool arrives = a->kind == WEFT_SEND && b->kind == WEFT_RECEIVE &&
                           a->message == b->message;
            cr_expect(follows || arrives);
        }
        weft_stats_destroy(stats);
    }
}

/* A delayed reception extends the chain of its send by its own duration. */
Test(stats, delayed_reception)
{
    stats_add(0, 2, WEFT_SEND, 0, 1, 1);
    stats_add(5, 2, WEFT_RECEIVE, 1, 0, 1);
    stats_add_transfer(7, 2, 1, 2, 2);
    struct weft_stats *stats = stats_run(NULL, 3, 1);
    const struct weft_stats_result *r = weft_stats_result(stats);
    cr_expect_eq(r->path, 6);
    cr_expect_eq(r->path_events, 4);
    weft_stats_destroy(stats);
}

/* Without steps, work between events and the transit time of messages count,
 * too. */
Test(stats, critical_path_of_a_foreign_trace)
{
    stats_add(100, 5, WEFT_SEND, 0, 1, 1); /* 100: the first event */
    stats_add(120, 2, WEFT_SEND, 0, 1, 2); /* after 15 units of work: 22 */
    stats_add(130, 0, WEFT_RECEIVE, 1, 0, 1);
    stats_add(150, 1, WEFT_RECEIVE, 1, 0, 2); /* waits from 120 to 150 */
    stats_events[3].since = 145;
    struct weft_stats *stats = stats_run(NULL, 2, 0);
    const struct weft_stats_result *r = weft_stats_result(stats);
    cr_expect_eq(r->path, 51); /* 22, and 29 from 122 to 151 */
    cr_expect_eq(r->path_events, 3);
    weft_stats_destroy(stats);
}

/* Work between events does not count if computations are recorded; waiting and
 * sleeping never count. */
Test(stats, critical_path_without_idle_time)
{
    static const struct stats_idle_case {
        int kind;      /* event between 10 and 990 */
        uint64_t path; /* expected length; 20 of it are the sends */
    } cases[] = {{WEFT_MARK, 1000},
                 {WEFT_SLEEP, 20},
                 {WEFT_WAIT, 20},
                 {WEFT_CALL, 1000},
                 {WEFT_COMPUTE, 700}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool whole = cases[i].kind == WEFT_SLEEP || cases[i].kind == WEFT_CALL;
        stats_add(0, 10, WEFT_SEND, 0, 1, 1);
        stats_add(10, whole ? 980 : 0, cases[i].kind, 0, 1, 1);
        if (cases[i].kind == WEFT_COMPUTE)
            stats_add(10, 700, WEFT_COMPUTE, 1, -1, -1);
        stats_add(990, 10, WEFT_SEND, 0, 1, 2);
        struct weft_stats *stats = stats_run(NULL, 2, 0);
        cr_expect_eq(weft_stats_result(stats)->path, cases[i].path, "%zu: %llu",
                     i, (unsigned long long)weft_stats_result(stats)->path);
        cr_expect_eq(weft_stats_result(stats)->path_works,
                     cases[i].kind != WEFT_COMPUTE, "%zu", i);
        weft_stats_destroy(stats);
    }
}

/* A message that was sent before the receiver was ready did not delay it. */
Test(stats, critical_path_past_an_early_message)
{
    for (int late = 0; late < 2; late++) {
        stats_add(0, late ? 98 : 5, WEFT_SEND, 0, 1, 1);
        stats_add(0, late ? 90 : 100, WEFT_COMPUTE, 1, -1, -1);
        stats_add(late ? 90 : 100, late ? 11 : 1, WEFT_RECEIVE, 1, 0, 1);
        struct weft_stats *stats = stats_run(NULL, 2, 0);
        const struct weft_stats_result *r = weft_stats_result(stats);
        cr_expect_eq(r->path, 101);
        cr_assert_eq(r->path_events, 2);
        cr_expect_eq(r->path_event[0].rank, late ? 0 : 1);
        weft_stats_destroy(stats);
    }
}

Test(stats, empty)
{
    struct weft_stats *stats = stats_run(NULL, 0, 1);
    const struct weft_stats_result *r = weft_stats_result(stats);
    cr_expect_eq(r->path_events, 0);
    cr_expect_null(r->busiest);
    weft_stats_destroy(stats);
    weft_stats_destroy(NULL);
}

Test(stats, impossible_events_are_refused)
{
    for (size_t i = 0; i < IMPOSSIBLE; i++) {
        struct weft_stats *stats = weft_stats_create(NULL);
        cr_expect_eq(impossible_told(weft_stats_sink(stats), i),
                     WEFT_ERROR_MISUSE, "%zu", i);
        weft_stats_destroy(stats);
    }
}
