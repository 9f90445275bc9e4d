/* The utilisation figure and the states of a paje trace show the same times as
 * the statistics. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <weft/problem.h>
#include <weft/trace.h>
#include <weft/unstable/stats.h>

#include "figure/view-states.h"
#include "trace-tools.h"

/* ---- paje -----------------------------------------------------------------
 */

/* The states of a processor's containers: one, or sender and receiver. */
struct containers {
    char state[2];
    uint64_t since, busy, overhead; /* ns */
};

static void pass(struct containers *p, uint64_t now)
{
    bool busy = p->state[0] == 'c';
    bool overhead = strchr("srb", p->state[0]) || strchr("srb", p->state[1]);
    p->busy += busy ? now - p->since : 0;
    p->overhead += !busy && overhead ? now - p->since : 0;
    p->since = now;
}

static uint64_t nanoseconds(const char *text)
{
    char *point;
    uint64_t ns = strtoull(text, &point, 10) * 1000000000, unit = 100000000;
    for (const char *at = point + 1; *point == '.' && *at >= '0' && *at <= '9';
         at++, unit /= 10)
        ns += (uint64_t)(*at - '0') * unit;
    return ns;
}

static void compare_paje(const struct weft_trace *trace,
                         const struct weft_stats_result *counted,
                         const char *name)
{
    char *text = write_text("paje", &trace->info, trace->events, trace->count);
    size_t tracks = strstr(text, " rx\"") ? 2 : 1;
    uint64_t ns = 0, last = 0;
    struct containers *all =
        calloc((size_t)counted->processors + 1, sizeof *all);
    for (int i = 0; i < counted->processors; i++)
        memset(all[i].state, 'i', sizeof all[i].state);
    for (const char *at = text; *at; at = strchr(at, '\n') + 1) {
        size_t track;
        char value, skip[40];
        if (*at == '7')
            last = nanoseconds(at + 2);
        if (sscanf(at, "8 %39s S p%zu %c", skip, &track, &value) != 3)
            continue;
        ns = nanoseconds(skip);
        cr_assert_lt(track / tracks, (size_t)counted->processors);
        pass(&all[track / tracks], ns);
        all[track / tracks].state[track % tracks] = value;
    }
    for (int i = 0; i < counted->processors; i++) {
        pass(&all[i], last);
        uint64_t unit = trace->info.unit_ns;
        cr_expect_eq(all[i].busy, counted->load[i].busy * unit,
                     "paje, %s: processor %d busy for %lu, not %lu", name, i,
                     all[i].busy / unit, counted->load[i].busy);
        cr_expect_eq(all[i].overhead, counted->load[i].overhead * unit,
                     "paje, %s: processor %d in overhead for %lu, not %lu",
                     name, i, all[i].overhead / unit,
                     counted->load[i].overhead);
    }
    free(all);
    free(text);
}

/* ---- the figure ------------------------------------------------------------
 */

static void utilisation_compare(const struct weft_trace *trace,
                                const struct weft_stats_result *counted,
                                const char *name)
{
    const struct weft_panel panel = {.trace = trace};
    struct weft_error err = {0};
    struct view view;
    cr_assert_eq(view_init(&view, &panel, "utilisation", &err), 0, "%s: %s",
                 name, err.text);
    size_t count;
    struct stretch *stretch = utilisation_stretches(&view, &count);
    uint64_t busy = 0, overhead = 0;
    cr_assert(stretch);
    for (size_t i = 0; i < count; i++) {
        uint64_t time =
            (stretch[i].end - stretch[i].start) * (uint64_t)stretch[i].count;
        bool works =
            stretch[i].band == BAND_COMPUTING || stretch[i].band == BAND_BUSY;
        *(works ? &busy : &overhead) += time;
    }
    cr_expect_eq(busy, counted->total.busy, "%s: busy", name);
    cr_expect_eq(overhead, counted->total.overhead, "%s: overhead", name);
    free(stretch);
    view_finish(&view);
    compare_paje(trace, counted, name);
}

static size_t compare_run(const char *problem, const char *strategy,
                          const char *cost)
{
    struct weft_experiment experiment = weft_experiment_default(problem);
    struct weft_stats *stats = weft_stats_create(NULL);
    struct weft_trace trace = {0};
    struct weft_sink collect = weft_trace_collect(&trace);
    const struct weft_sink *sinks[] = {&collect, weft_stats_sink(stats)};
    struct weft_result result;
    struct weft_error err;
    char name[100];
    snprintf(name, sizeof name, "%s %s %s", problem, strategy, cost);
    cr_assert(!weft_experiment_set(&experiment, "strategy", strategy, &err) &&
              !weft_experiment_set(&experiment, "cost", cost, &err) &&
              !weft_experiment_set(&experiment, "on-conflict", "report", &err));
    bool ran = !weft_run(&experiment, sinks, 2, &result, &err);
    if (ran && result.messages)
        utilisation_compare(&trace, weft_stats_result(stats), name);
    weft_result_finish(&result);
    weft_trace_finish(&trace);
    weft_stats_destroy(stats);
    return ran;
}

Test(utilisation, of_every_strategy)
{
    static const char *const costs[] = {"ts=1", "ts=5,tw=2", "ts=3,tw=1,th=2"};
    const struct weft_problem_info *problem;
    const struct weft_strategy_info *strategy;
    size_t runs = 0;
    for (size_t p = 0; (problem = weft_problem(p)); p++)
        for (size_t s = 0; (strategy = weft_strategy(problem->name, s)); s++)
            for (size_t c = 0; c < sizeof costs / sizeof *costs; c++)
                runs += compare_run(problem->name, strategy->name, costs[c]);
    cr_expect_gt(runs, 60, "%zu runs", runs);
}

static struct weft_event utilisation_event(uint64_t start, uint64_t duration,
                                           int kind, int rank, int peer)
{
    return (struct weft_event){.start = start,
                               .since = start,
                               .duration = duration,
                               .message = kind == WEFT_CALL ? -1 : 1,
                               .dimension = -1,
                               .rank = rank,
                               .peer = peer,
                               .kind = (uint8_t)kind};
}

/* Compare for a real trace, with or without recorded computations. */
static void compare_clock(bool computes)
{
    struct weft_event events[] = {
        utilisation_event(10, 0, WEFT_MARK, 0, -1),
        utilisation_event(15, 4, WEFT_SEND, 0, 1),
        utilisation_event(12, 0, WEFT_PRESENT, 1, -1),
        utilisation_event(26, 9, WEFT_RECEIVE, 1, 0),
        utilisation_event(40, 5, WEFT_CALL, 1, -1),
        utilisation_event(60, 7, WEFT_CALL, 0, -1),
        utilisation_event(80, 0, WEFT_MARK, 0, -1),
        utilisation_event(90, 0, WEFT_PRESENT, 1, -1),
        utilisation_event(50, 6, WEFT_COMPUTE, 2, -1),
    };
    events[3].since = 20;
    size_t count = sizeof events / sizeof *events - !computes;
    weft_events_sort(events, count);
    struct weft_trace_info info = {.processors = 4, .unit_ns = 1000};
    struct weft_stats *stats = weft_stats_create(NULL);
    struct weft_trace trace = {0};
    struct weft_sink collect = weft_trace_collect(&trace);
    const struct weft_sink *sinks[] = {&collect, weft_stats_sink(stats)};
    for (int i = 0; i < 2; i++) {
        const struct weft_sink *sink = sinks[i];
        cr_assert_eq(sink->begin(sink->arg, &info), 0);
        cr_assert_eq(sink->events(sink->arg, events, count), 0);
        cr_assert(!sink->end || !sink->end(sink->arg));
    }
    const struct weft_stats_result *result = weft_stats_result(stats);
    cr_expect_gt(result->total.busy, 0);
    cr_expect_eq(result->total.overhead, 4 + 9 + 5 + 7);
    utilisation_compare(&trace, result, computes ? "clock, computes" : "clock");
    weft_trace_finish(&trace);
    weft_stats_destroy(stats);
}

Test(utilisation, of_a_real_machine)
{
    compare_clock(false);
    compare_clock(true);
}

/* A real trace with waits, a barrier, and a processor that starts late. */
Test(utilisation, of_a_picl_trace)
{
    static const char text[] = "-3 -901 0.000010 0 0 0\n"
                               "-3 -901 0.000012 1 0 0\n"
                               "-3 -21 0.000100 0 0 3 2 8 5 1\n"
                               "-3 -52 0.000110 1 0 2 2 5 0\n"
                               "-4 -21 0.000130 0 0 0\n"
                               "-4 -52 0.000190 1 0 3 2 8 5 0\n"
                               "-3 -785 0.000200 0 0 0\n"
                               "-3 -785 0.000210 1 0 0\n"
                               "-4 -785 0.000240 0 0 0\n"
                               "-4 -785 0.000240 1 0 0\n"
                               "-4 -901 0.000400 0 0 0\n"
                               "-4 -901 0.000500 1 0 0\n"
                               "-3 -901 0.000600 3 0 0\n";
    struct weft_trace trace;
    struct weft_read_report report;
    struct weft_error err;
    cr_assert(!read_text("picl", text, sizeof text - 1, &trace, &report, &err),
              "%s", err.text);
    struct weft_stats *stats = weft_stats_create(NULL);
    const struct weft_sink *sink = weft_stats_sink(stats);
    cr_assert(!sink->begin(sink->arg, &trace.info) &&
              !sink->events(sink->arg, trace.events, trace.count) &&
              !sink->end(sink->arg));
    const struct weft_stats_result *result = weft_stats_result(stats);
    cr_expect_gt(result->total.overhead, 0);
    cr_expect_gt(result->total.idle, 0);
    utilisation_compare(&trace, result, "picl");
    weft_trace_finish(&trace);
    weft_stats_destroy(stats);
}
