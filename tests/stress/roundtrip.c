/* Every problem with every strategy, on several networks, models, costs and
 * sizes, through every format that weft both reads and writes: the trace read
 * back must equal the run's as far as the format stores it, and the checker
 * must give the same verdict as for the run. */
#include "../combining.h"
#include "../holds.h"
#include "../settings.h"
#include "fewer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/check.h>
#include <weft/problem.h>
#include <weft/trace.h>

static int failures, runs, trips;
static char folder[] = "/tmp/weft-roundtrip-XXXXXX";

static void copy(struct weft_trace *to, const struct weft_trace *from)
{
    struct weft_sink sink = weft_trace_collect(to);
    if (sink.begin(sink.arg, &from->info) ||
        sink.events(sink.arg, from->events, from->count))
        abort();
}

/* Return the problem if the checker knows its postcondition, or NULL. */
static const char *judged(const char *problem)
{
    for (size_t i = 0; weft_check_problem(i); i++)
        if (!strcmp(weft_check_problem(i), problem))
            return problem;
    return NULL;
}

/* Write the checker's verdict as text. */
static void judge(const struct weft_experiment *e, const struct weft_trace *t,
                  char text[600])
{
    struct weft_error err = {0};
    struct weft_model model;
    struct weft_network *network =
        weft_network_create(given(e, "network"), &err);
    if (!network || weft_model_parse(given(e, "model"), &model, &err))
        abort();
    const struct weft_check_options options = {
        .network = network,
        .model = &model,
        .problem = judged(e->problem),
        .order = (enum weft_order)given_number(e, "order", 0),
        .root = (int)given_number(e, "root", 0)};
    struct weft_check *check = weft_check_create(&options, &err);
    if (!check)
        abort();
    const struct weft_sink *sink = weft_check_sink(check);
    if (sink->begin(sink->arg, &t->info) ||
        sink->events(sink->arg, t->events, t->count) || sink->end(sink->arg))
        abort();
    const struct weft_check_result *r = weft_check_result(check);
    snprintf(text, 600,
             "%llu time units, %llu messages, %llu conflicts, %llu unmatched, "
             "%s%s",
             (unsigned long long)r->makespan, (unsigned long long)r->messages,
             (unsigned long long)r->conflicts, (unsigned long long)r->unmatched,
             r->solved || r->basis[WEFT_CHECK_PROBLEM].missed ? "solved"
                                                              : "not solved: ",
             r->kept ? r->finding[0].text : "");
    weft_check_destroy(check);
    weft_network_destroy(network);
}

static void fail(const struct weft_experiment *e, const char *format,
                 const char *text)
{
    if (failures++ > 60)
        return;
    fprintf(stderr,
            "%s %s -n %s -m %s cost %s bytes %d size %d t_comp %d spacing %d "
            "on-conflict %s, %s: %s\n",
            e->problem, given(e, "strategy"), given(e, "network"),
            given(e, "model"), given(e, "cost"),
            (int)given_number(e, "bytes", 8), (int)given_number(e, "size", 0),
            (int)given_number(e, "t-comp", 1),
            (int)given_number(e, "spacing", -1), given(e, "on-conflict"),
            format, text);
}

static void compare(const struct weft_experiment *e,
                    const struct weft_format_info *format,
                    const struct holds_rule *rule,
                    const struct weft_trace *expected,
                    const struct weft_trace *found)
{
    char text[500], verdict[2][600];
    if (holds_differ(expected, found, rule, text))
        fail(e, format->name, text);
    judge(e, expected, verdict[0]);
    judge(e, found, verdict[1]);
    snprintf(text, sizeof text, "judged %.200s; the run %.200s", verdict[1],
             verdict[0]);
    if (strcmp(verdict[0], verdict[1]) != 0)
        fail(e, format->name, text);
}

static int write_trace(const char *target, const struct weft_trace *trace,
                       struct weft_error *err)
{
    struct weft_writer *writer = weft_writer_open(target, err);
    if (!writer)
        return -1;
    const struct weft_sink *sink = weft_writer_sink(writer);
    if (sink->begin(sink->arg, &trace->info) ||
        sink->events(sink->arg, trace->events, trace->count) ||
        sink->end(sink->arg)) {
        weft_writer_check(writer, err);
        weft_writer_abort(writer);
        return -1;
    }
    return weft_writer_close(writer, err);
}

/* Return whether GOAL cannot express the run: it has one transfer time per
 * length, whatever the route, and no delays. With LogGP costs the writer
 * simulates its output; tests/collectives/loggp.py tests what it then
 * rejects. */
static bool goal_refuses(const struct weft_experiment *e,
                         const struct weft_trace *trace)
{
    const char *text = given(e, "cost");
    struct weft_cost cost = {.ts = 1};
    struct weft_error err;
    if (text && weft_cost_parse(text, &cost, &err))
        abort();
    bool delays = given_number(e, "on-conflict", 0) == WEFT_CONFLICT_DELAY;
    for (size_t i = 0; i < trace->count; i++) {
        const struct weft_event *event = &trace->events[i];
        uint64_t lasts = weft_cost_time(&cost, event->bytes, 1);
        if (event->kind == WEFT_SEND && event->duration != lasts)
            return true;
        if (event->kind == WEFT_RECEIVE && event->duration && delays)
            return true;
    }
    return false;
}

/* Return whether the format cannot express the run. */
static bool refused(const struct weft_experiment *e,
                    const struct weft_format_info *format,
                    const struct weft_trace *trace)
{
    if (strcmp(format->name, "msccl") == 0)
        return true; /* exceptions: tests/collectives/msccl.py */
    if (strcmp(format->name, "goal") == 0)
        return goal_refuses(e, trace);
    if (strcmp(format->name, "schedule") != 0)
        return false;
    if (given(e, "cost") ||
        given_number(e, "on-conflict", 0) == WEFT_CONFLICT_DELAY)
        return true;
    for (size_t i = 0; i < trace->count; i++)
        if (trace->events[i].kind == WEFT_RECEIVE &&
            trace->events[i].duration != trace->info.step)
            return true; /* delayed, or received late */
    return false;
}

/* Keep only the sends of a trace. Return whether each lasts one step. */
static bool keep_sends(struct weft_trace *trace)
{
    size_t kept = 0;
    bool steps = true;
    for (size_t i = 0; i < trace->count; i++)
        if (trace->events[i].kind == WEFT_SEND) {
            steps &= trace->events[i].duration == trace->info.step;
            trace->events[kept++] = trace->events[i];
        }
    trace->count = kept;
    return steps;
}

/* Compare a trace read from a format that stores dependences instead of times:
 * every message must be sent again, and at its original time if no processor
 * sends to several others at once and nothing is delayed. */
static void trip_of_order(const struct weft_experiment *e,
                          const struct weft_format_info *format,
                          const struct weft_trace *sent,
                          const struct weft_trace *back)
{
    struct weft_trace one = {0}, other = {0};
    copy(&one, sent);
    copy(&other, back);
    const char *model = given(e, "model");
    bool steps = keep_sends(&one) && model && !strncmp(model, "one-port", 8) &&
                 given_number(e, "on-conflict", 0) != WEFT_CONFLICT_DELAY;
    keep_sends(&other);
    bool same = one.count == other.count;
    for (size_t i = 0; i < one.count && same && steps; i++)
        same = one.events[i].start == other.events[i].start &&
               one.events[i].rank == other.events[i].rank;
    if (!same)
        fail(e, format->name, "other sends, or at other times");
    weft_trace_finish(&one);
    weft_trace_finish(&other);
}

/* Return whether to test modules: programs, if built, that are started for each
 * trace. */
static bool takes_module(void)
{
    return getenv("WEFT_MODULES") && runs % 16 == 0;
}

/* Remove the trace, a file or a folder. */
static void remove_trace(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s/trace", folder);
    if (remove(command + 7) && system(command))
        abort();
}

static void trip(const struct weft_experiment *e,
                 const struct weft_format_info *format,
                 const struct weft_trace *trace)
{
    char target[100];
    struct weft_error err = {0};
    struct weft_trace expected = {0}, found = {0};
    const struct weft_sink sink = weft_trace_collect(&found);
    snprintf(target, sizeof target, "%s:%s/trace", format->name, folder);
    if (!format->reads || !format->writes || refused(e, format, trace) ||
        (format->module && !takes_module()))
        return;
    const struct holds_format *column = holds_of(format->name);
    struct holds_rule rule = {0};
    if (column)
        rule = holds_rule(column, trace, true);
    trips++;
    if (write_trace(target, trace, &err) ||
        weft_trace_read(target, &sink, NULL, &err)) {
        fail(e, format->name, err.text);
    } else if (!column) {
        trip_of_order(e, format, trace, &found);
    } else {
        copy(&expected, trace);
        holds_reduce(&expected, &rule);
        holds_reduce(&found, &rule);
        compare(e, format, &rule, &expected, &found);
    }
    remove_trace();
    weft_trace_finish(&expected);
    weft_trace_finish(&found);
}

/* Run, and test the trace with every format. Incompatible settings and runs
 * stopped by a rule produce no trace. */
static bool run(const struct weft_experiment *e)
{
    struct weft_result result;
    struct weft_error err = {0};
    struct weft_trace trace = {0};
    const struct weft_sink sink = weft_trace_collect(&trace);
    const struct weft_sink *sinks[] = {&sink};
    int status = weft_run(e, sinks, 1, &result, &err);
    struct weft_experiment named = *e;
    if (!status) {
        set(&named, "network", result.network);
        set(&named, "model", result.model);
    }
    for (size_t i = 0; !status && weft_format(i); i++)
        trip(&named, weft_format(i), &trace);
    runs += !status;
    weft_result_finish(&result);
    weft_trace_finish(&trace);
    return !status;
}

static bool runs_in(struct weft_experiment e)
{
    static const char *const costs[] = {NULL, "ts=3,th=2", "ts=7,tw=2,th=1"};
    static const size_t bytes[] = {8, 24, 1};
    static const char *const ways[] = {"fail", "delay"};
    bool any = false;
    for (size_t c = 0; c < sizeof costs / sizeof *costs; c += SOME(1, 2))
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
            set(&e, "cost", costs[c]);
            set_number(&e, "bytes", (int64_t)bytes[c]);
            set(&e, "on-conflict", ways[w]);
            set(&e, "order", w ? "buffered" : "program");
            if (run(&e)) {
                any = true;
                if (!w)
                    break; /* no conflict, so nothing to delay */
            }
        }
    return any;
}

static void strategy(const char *problem, const char *name)
{
    static const char *const networks[] = {
        "hypercube:2", "hypercube:3", "complete:6", "mesh:2x3",
        "tree:4",      "hypercube:4", "mesh:3x3"};
    static const char *const models[] = {NULL, "shouting", "one-port",
                                         "one-port-duplex", "all-port"};
    enum { MODELS = sizeof models / sizeof *models };
    const char *own = combining_network(problem, name);
    bool any = false;
    for (size_t n = 0; n < (own ? 1 : sizeof networks / sizeof *networks); n++)
        for (size_t m = 0; m < (n < 5 ? FEWER(SOME(MODELS, 2), 1) : 1); m++) {
            struct weft_experiment e = experiment_of(problem);
            set(&e, "strategy", name);
            set(&e, "network", own ? own : networks[n]);
            set(&e, "model", models[m]);
            set(&e, "step-us",
                "1000000"); /* room for all events of a time unit */
            any = runs_in(e) || any;
            if (strcmp(problem, "gauss") != 0)
                continue;
            for (int64_t spacing = -1; spacing <= 1; spacing++)
                for (int extra = 0; extra < FEWER(2, 1); extra++) {
                    set_number(&e, "size", 16 + 4 * extra);
                    set_number(&e, "t-comp", 1 + 2 * extra);
                    set(&e, "spacing", NULL);
                    if (spacing >= 0)
                        set_number(&e, "spacing", spacing);
                    any = runs_in(e) || any;
                }
        }
    struct weft_experiment e = experiment_of(problem);
    set(&e, "strategy", name);
    if (!any)
        fail(&e, "no format", "no run at all");
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    for (size_t i = 0; weft_problem(i); i++) {
        const char *problem = weft_problem(i)->name;
        for (size_t k = 0; weft_strategy(problem, k); k++)
            strategy(problem, weft_strategy(problem, k)->name);
    }
    rmdir(folder);
    printf("%d runs, %d trips, %d failures\n", runs, trips, failures);
    return failures > 0;
}
