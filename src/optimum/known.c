/* What is known before any search: the bounds of the problem, those that
 * distances and ports give, and what the strategies reach. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/bound.h>
#include <weft/problem.h>
#include <weft/trace.h>

#include "base/base.h"
#include "search.h"

int known_bounds(const struct weft_optimum_options *options,
                 struct weft_bounds *bounds, struct weft_error *err)
{
    struct weft_error own = {.kind = WEFT_ERROR_NONE};
    *bounds = (struct weft_bounds){.slot = 0};
    if (options->goal ||
        weft_experiment_bounds(options->experiment, bounds, &own) == 0)
        return 0;
    *bounds = (struct weft_bounds){.slot = 0};
    if (weft_error_is_misuse(&own))
        return 0; /* none of its strategies runs there */
    *err = own;
    return -1;
}

#define WORD 8 /* bytes of a block, the default */

/* Dimension of the cube for which the steps below are refuted. */
#define SOURCES 4

/* In the strict orders, when messages come one at a time to who does not send:
 * source j + after sends its first message at least `slots` slots after source
 * j does. For the source after the next that is a theorem (no triangles); the
 * others are refutations by tests/optimum/sources.py. After the first message
 * of the last source there is only its way to the farthest processor left.
 * 0: not known for these. */
static int bound_by_sources(const struct instance *q)
{
    static const struct {
        int after, slots;
    } gap[] = {{1, 1}, {2, 3}, {5, 8}, {13, 22}};
    int dimension = weft_network_cube(q->network);
    int first[(1 << SOURCES) + 1];
    if (!q->turns || q->order == WEFT_ORDER_BUFFERED ||
        q->model.sends != WEFT_SENDS_SAME || instance_receives(q) != 1 ||
        q->model.duplex != WEFT_DUPLEX_HALF || dimension != SOURCES)
        return 0;
    first[0] = 1;
    for (int j = 1; j < q->n; j++) {
        first[j] = 0;
        for (size_t i = 0; i < sizeof gap / sizeof *gap; i++) {
            int from = j - gap[i].after;
            if (from >= 0 && first[from] + gap[i].slots > first[j])
                first[j] = first[from] + gap[i].slots;
        }
    }
    return first[q->n - 1] + dimension - 1;
}

/* The bound of the question: a block is a message, over one link unless routes
 * are allowed. 0, or -1: no memory. */
static int known_question(struct quest *s, struct weft_error *err)
{
    struct weft_optimum *r = s->result;
    const struct weft_optimum_options *o = s->options;
    const struct weft_bound_options options = {.one_link = !o->routes,
                                               .goal = o->goal};
    struct weft_experiment asked = *o->experiment;
    struct weft_bound_answer answer;
    struct weft_error why = {.kind = WEFT_ERROR_NONE};
    weft_experiment_set_number(&asked, "message-blocks", 1, &why);
    if (s->q->blocks > 1 && o->blocks)
        weft_experiment_set_number(&asked, "vector",
                                   (int64_t)s->q->blocks * WORD, &why);
    int status = weft_bound_of(&asked, &options, &answer, &why);
    if (!status && answer.bound > (uint64_t)r->lower &&
        answer.bound < INT_MAX) {
        r->lower = (int)answer.bound;
        snprintf(r->lower_by, sizeof r->lower_by, "bound: %.40s: %.100s",
                 answer.by, answer.argument[0].text);
    }
    weft_bound_finish(&answer);
    if (status && why.kind == WEFT_ERROR_MEMORY)
        *err = why;
    return status && why.kind == WEFT_ERROR_MEMORY ? -1 : 0;
}

int known_lower(struct quest *s, struct weft_error *err)
{
    struct weft_optimum *r = s->result;
    struct weft_bounds bounds;
    const char *why;
    int counted = instance_bound(s->q, &why);
    if (counted < 0)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for lower bounds");
    r->lower = counted;
    snprintf(r->lower_by, sizeof r->lower_by, "bound: %s", why);
    if (known_bounds(s->options, &bounds, err))
        return -1;
    for (int i = 0; i < bounds.count; i++) {
        uint64_t steps = steps_of(bounds.bound[i].time, bounds.slot);
        if (steps <= (uint64_t)r->lower)
            continue;
        r->lower = (int)steps;
        snprintf(r->lower_by, sizeof r->lower_by, "bound: %s",
                 bounds.bound[i].name);
    }
    if (known_question(s, err))
        return -1;
    int steps = bound_by_sources(s->q);
    if (steps > r->lower) {
        r->lower = steps;
        snprintf(r->lower_by, sizeof r->lower_by,
                 "bound: sources in order need 22 slots for 13 messages");
    }
    return 0;
}

/* Keep it if it is better than what there is. */
static int offer(struct quest *s, struct weft_optimum_schedule *schedule,
                 const char *strategy, struct weft_error *err)
{
    struct weft_optimum *r = s->result;
    struct weft_error ignored = {.kind = WEFT_ERROR_NONE};
    bool better = schedule && (!r->schedule || schedule->steps < r->upper) &&
                  judge_schedule(s, schedule, schedule->steps, &ignored) == 0;
    if (!better) {
        schedule_destroy(schedule);
        if (ignored.kind != WEFT_ERROR_MEMORY)
            return 0;
        *err = ignored;
        return -1;
    }
    schedule_destroy(r->schedule);
    r->schedule = schedule;
    r->upper = schedule->steps;
    snprintf(r->upper_by, sizeof r->upper_by, "strategy %s", strategy);
    return 0;
}

int known_start(struct quest *s, struct weft_error *err)
{
    struct weft_optimum *r = s->result;
    struct weft_optimum_schedule *none = schedule_create(s->q->n);
    if (!none)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (offer(s, none, "none", err))
        return -1;
    r->decided = r->fewest = r->schedule;
    snprintf(r->upper_by, sizeof r->upper_by,
             "the goal is reached at the start");
    return r->decided ? 0
                      : weft_error_set(err, WEFT_ERROR_WRONG, 0,
                                       "%s, but the checker says otherwise: "
                                       "please report it",
                                       r->lower_by);
}

/* A sink that keeps the transfers of a run. */
struct recorder {
    const struct instance *q;
    struct weft_trace_info info;            /* step and items */
    struct weft_optimum_schedule *schedule; /* NULL: cannot be kept */
    struct breaches breaches;
};

static int record_begin(void *arg, const struct weft_trace_info *info)
{
    struct recorder *recorder = arg;
    recorder->info.step = info->step;
    recorder->info.items = info->items;
    recorder->schedule = schedule_create(info->processors);
    const char *blocks = weft_trace_info_get(info, "blocks");
    if (blocks && !recorder->q->turns && atoi(blocks) != recorder->q->blocks)
        recorder->breaches.cut = atoi(blocks);
    return recorder->schedule ? 0 : (int)WEFT_ERROR_MEMORY;
}

static int record_events(void *arg, const struct weft_event *event,
                         size_t count)
{
    struct recorder *recorder = arg;
    int status = 0;
    for (size_t i = 0; i < count; i++) {
        if (event[i].kind != WEFT_SEND)
            continue;
        breaches_add(&recorder->breaches, recorder->q, &event[i],
                     weft_event_items(&recorder->info, &event[i]));
        if (recorder->schedule && !status)
            status = schedule_add_event(recorder->schedule, &event[i],
                                        &recorder->info);
    }
    if (status) {
        schedule_destroy(recorder->schedule);
        recorder->schedule = NULL;
    }
    return status == WEFT_ERROR_MEMORY ? status : 0;
}

static int try_strategy(struct quest *s, const char *strategy,
                        struct weft_error *err)
{
    struct weft_experiment experiment = *s->options->experiment;
    experiment.no_bounds = true;
    struct weft_result result = {.processors = 0};
    struct recorder recorder = {.q = s->q};
    const struct weft_sink sink = {record_begin, record_events, NULL,
                                   &recorder};
    const struct weft_sink *const sinks[] = {&sink};
    struct weft_error why = {.kind = WEFT_ERROR_NONE};
    weft_experiment_set(&experiment, "strategy", strategy, &why);
    int status = weft_run(&experiment, sinks, 1, &result, &why);
    if (!status && result.valid)
        better_note(s, &recorder.breaches, strategy, result.steps);
    if (!status && result.valid && recorder.schedule) {
        schedule_end(recorder.schedule);
        status = offer(s, recorder.schedule, strategy, &why);
    } else {
        schedule_destroy(recorder.schedule);
    }
    weft_result_finish(&result);
    /* a processor without memory stops */
    bool refused = why.kind == WEFT_ERROR_MEMORY ||
                   why.kind == WEFT_ERROR_SYSTEM ||
                   why.kind == WEFT_ERROR_STOPPED;
    if (status && refused)
        *err = why;
    return status && refused ? -1 : 0;
}

int known_upper(struct quest *s, struct weft_error *err)
{
    const struct weft_strategy_info *strategy;
    for (size_t i = 0; (strategy = weft_strategy(s->problem, i)); i++)
        if (!search_watch(s, 0) && try_strategy(s, strategy->name, err))
            return -1;
    return 0;
}
