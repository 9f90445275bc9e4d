/* Results known before the search: the lower bound of the question, and the
 * steps of strategies. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/problem.h>
#include <weft/trace.h>

#include "base/base.h"
#include "search.h"

#define KNOWN_WORD 8 /* default number of bytes per block */

/* Dimension of the hypercube to which the following bound applies. */
#define SOURCES 4

/* Return a lower bound in arrival and program order if a processor receives
 * one message at a time and not while it sends: source j + after first sends
 * at least `slots` steps after source j does. For {2, 3} this is a theorem (no
 * triangles); the others are refutations by tests/optimum/sources.py. After
 * the last source's first message only the distance to the farthest processor
 * is added. Returns 0 if the bound does not apply. */
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

int known_question(const struct weft_optimum_options *o, int blocks,
                   struct weft_bound_answer *answer, struct weft_error *err)
{
    const struct weft_bound_options options = {.one_link = !o->routes,
                                               .goal = o->goal};
    struct weft_experiment asked = *o->experiment;
    struct weft_error why = {.kind = WEFT_ERROR_NONE};
    weft_experiment_set_number(&asked, "message-blocks", 1, &why);
    if (blocks > 1 && o->blocks)
        weft_experiment_set_number(&asked, "vector",
                                   (int64_t)blocks * KNOWN_WORD, &why);
    int status = weft_bound_of(&asked, &options, answer, &why);
    if (status) {
        weft_bound_finish(answer);
        *answer = (struct weft_bound_answer){0};
    }
    if (!status ||
        (why.kind != WEFT_ERROR_MEMORY && why.kind != WEFT_ERROR_SYSTEM))
        return 0;
    *err = why;
    return -1;
}

static void raise_lower(struct weft_optimum *r, uint64_t steps, const char *by,
                        const char *text)
{
    if (steps <= (uint64_t)r->lower || steps >= INT_MAX)
        return;
    r->lower = (int)steps;
    if (*text)
        snprintf(r->lower_by, sizeof r->lower_by, "bound: %.40s: %.90s", by,
                 text);
    else
        snprintf(r->lower_by, sizeof r->lower_by, "bound: %.120s", by);
}

int known_lower(struct search *s, struct weft_error *err)
{
    struct weft_optimum *r = s->result;
    struct weft_bound_answer answer;
    if (known_question(s->options, s->q->blocks, &answer, err))
        return -1;
    r->lower = 0;
    snprintf(r->lower_by, sizeof r->lower_by, "bound: nothing has to be sent");
    if (answer.arguments)
        raise_lower(r, answer.bound, answer.by, answer.argument[0].text);
    r->author = answer.author;
    snprintf(r->author_by, sizeof r->author_by, "%s", answer.author_by);
    raise_lower(r, (uint64_t)bound_by_sources(s->q),
                "sources in order need 22 slots for 13 messages", "");
    weft_bound_finish(&answer);
    return 0;
}

/* Replace the best schedule if this one is better. */
static int known_offer(struct search *s, struct weft_optimum_schedule *schedule,
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

int known_start(struct search *s, struct weft_error *err)
{
    struct weft_optimum *r = s->result;
    struct weft_optimum_schedule *none = schedule_create(s->q->n);
    if (!none)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (known_offer(s, none, "none", err))
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

/* A sink that records the transfers of a run, until the search is stopped. */
struct recorder {
    struct search *s;
    struct weft_trace_info info; /* only `step` and `items` are set */
    /* The recorded transfers; NULL: they cannot be recorded. */
    struct weft_optimum_schedule *schedule;
    struct breaches breaches;
};

static int known_record_begin(void *arg, const struct weft_trace_info *info)
{
    struct recorder *recorder = arg;
    recorder->info.step = info->step;
    recorder->info.items = info->items;
    recorder->schedule = schedule_create(info->processors);
    const char *blocks = weft_trace_info_get(info, "blocks");
    if (blocks && !recorder->s->q->turns &&
        atoi(blocks) != recorder->s->q->blocks)
        recorder->breaches.cut = atoi(blocks);
    return recorder->schedule ? 0 : (int)WEFT_ERROR_MEMORY;
}

static int record_events(void *arg, const struct weft_event *event,
                         size_t count)
{
    struct recorder *recorder = arg;
    int status = 0;
    if (search_watch(recorder->s, 0))
        return WEFT_ERROR_STOPPED;
    for (size_t i = 0; i < count; i++) {
        if (event[i].kind != WEFT_SEND)
            continue;
        breaches_add(&recorder->breaches, recorder->s->q, &event[i],
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

static int try_strategy(struct search *s, const char *strategy,
                        struct weft_error *err)
{
    struct weft_experiment experiment = *s->options->experiment;
    experiment.no_bounds = true;
    struct weft_result result = {.processors = 0};
    struct recorder recorder = {.s = s};
    const struct weft_sink sink = {known_record_begin, record_events, NULL,
                                   &recorder};
    const struct weft_sink *const sinks[] = {&sink};
    struct weft_error why = {.kind = WEFT_ERROR_NONE};
    weft_experiment_set(&experiment, "strategy", strategy, &why);
    if (s->large) /* a longer run decides nothing */
        weft_experiment_set_number(&experiment, "limit-steps", s->result->lower,
                                   &why);
    int status = weft_run(&experiment, sinks, 1, &result, &why);
    if (!status && result.valid)
        better_note(s, &recorder.breaches, strategy, result.steps);
    if (!status && result.valid && recorder.schedule) {
        schedule_end(recorder.schedule);
        status = known_offer(s, recorder.schedule, strategy, &why);
    } else {
        schedule_destroy(recorder.schedule);
    }
    weft_result_finish(&result);
    /* a processor that runs out of memory stops the run */
    bool refused = why.kind == WEFT_ERROR_MEMORY ||
                   why.kind == WEFT_ERROR_SYSTEM ||
                   (why.kind == WEFT_ERROR_STOPPED && !atomic_load(&s->stop));
    if (status && refused)
        *err = why;
    return status && refused ? -1 : 0;
}

int known_upper(struct search *s, struct weft_error *err)
{
    const struct weft_strategy_info *strategy;
    for (size_t i = 0; (strategy = weft_strategy(s->problem, i)); i++)
        if (!search_watch(s, 0) && try_strategy(s, strategy->name, err))
            return -1;
    return 0;
}
