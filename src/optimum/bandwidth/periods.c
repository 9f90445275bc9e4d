/* The schedule of a result: periods of data one behind the other, for an
 * allreduce first those of the reduce-scatter. The checker verifies it. */
#include "periods.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/check.h>
#include <weft/goal.h>
#include <weft/model.h>

#include "moves.h"
#include "optimum/transfers.h"

#define PERIODS_MESSAGES_MAX (1 << 20)
#define PERIODS_MODEL "all-port"

/* One or two results with their timetables. */
struct periods {
    struct weft_bandwidth *result;
    const struct weft_bandwidth_options *options;
    struct weft_error *err;
    int phases;
    struct weft_bandwidth *part[2]; /* the results that have the trees */
    struct band_graph graph[2];
    struct band_timetable timetable[2];
    /* number of chunks of each root, in a round of all phases */
    int64_t chunks;
    bool reversed; /* the problem is a reduction */
};

static int periods_no_memory(struct weft_error *err)
{
    return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                          "no memory for a schedule");
}

static int64_t periods_chunks(const struct weft_bandwidth *r)
{
    return r->chunks * r->copies;
}

/* Return whether the schedule is small enough; if not, set the reason. */
static bool periods_fit(struct periods *p, int64_t rounds)
{
    wide_int messages = 0;
    for (int i = 0; i < p->phases; i++) {
        const struct weft_bandwidth *r = p->part[i];
        wide_int roots = r->root < 0 ? r->processors : 1;
        messages += roots * p->chunks * rounds * (r->processors - 1);
    }
    bool fits = messages <= INT_MAX &&
                (p->options->force || messages <= PERIODS_MESSAGES_MAX);
    if (!fits)
        snprintf(p->result->refusal, sizeof p->result->refusal,
                 "the schedule would have %lld messages, more than %d%s",
                 (long long)(messages < INT64_MAX ? messages : INT64_MAX),
                 PERIODS_MESSAGES_MAX,
                 messages <= INT_MAX ? "; --force lifts this limit" : "");
    return fits;
}

/* Compute the timetable of one phase, and its steps. */
static int periods_of_phase(struct periods *p, int i, int64_t rounds)
{
    struct weft_bandwidth *r = p->part[i];
    const struct band_timetable *t = &p->timetable[i];
    struct weft_fraction steps;
    bool reversed = p->phases == 2 ? i == 0 : p->reversed;
    r->rounds = rounds * (p->chunks / periods_chunks(r));
    if (band_graph_init(&p->graph[i], p->options->network, NULL, reversed,
                        r->root, p->err) ||
        band_timetable(r, &p->graph[i], &p->timetable[i], p->err))
        return -1;
    if (band_reduce((wide_int)r->optimum.num * r->unit.num,
                    (wide_int)r->optimum.den * r->unit.den, &steps))
        return band_unlike(p->err);
    wide_int all = (wide_int)steps.num * periods_chunks(r) * r->rounds;
    r->scheduled = true;
    r->period = t->period;
    r->first = t->first;
    r->steps = (r->rounds - 1) * t->period + t->first;
    r->bound = (int64_t)((all + steps.den - 1) / steps.den);
    r->messages = (uint64_t)t->count * (uint64_t)r->rounds;
    return 0;
}

/* Add the numbers of both phases of an allreduce. */
static int periods_sum(struct periods *p, int64_t rounds)
{
    struct weft_bandwidth *r = p->result;
    struct weft_fraction steps;
    if (band_reduce((wide_int)r->lower.num * r->unit.num,
                    (wide_int)r->lower.den * r->unit.den, &steps))
        return band_unlike(p->err);
    wide_int all = (wide_int)steps.num * p->chunks * rounds;
    r->scheduled = true;
    r->rounds = rounds;
    r->chunks = p->chunks;
    r->copies = 1;
    r->bound = (int64_t)((all + steps.den - 1) / steps.den);
    for (int i = 0; i < 2; i++) {
        int64_t repeats = p->part[i]->rounds / rounds;
        r->period += repeats * p->part[i]->period;
        r->first += (repeats - 1) * p->part[i]->period + p->part[i]->first;
        r->steps += p->part[i]->steps;
        r->messages += p->part[i]->messages;
    }
    return 0;
}

/* ---- the schedule ---- */

static int periods_word(struct weft_optimum_schedule *s, const char *key,
                        int64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)number);
    return schedule_word(s, key, text);
}

/* Return the problem of the schedule: the packets of a broadcast are a
 * stream. */
static const char *periods_problem(const struct weft_bandwidth *r)
{
    return strcmp(r->problem, "broadcast") ? r->problem : "stream";
}

static int periods_describe(const struct periods *p,
                            struct weft_optimum_schedule *s, int64_t blocks,
                            const char *lane)
{
    const struct weft_bandwidth *r = p->result;
    int64_t all = r->root < 0 ? blocks * r->processors : blocks;
    bool failed = schedule_word(s, "problem", periods_problem(r)) ||
                  schedule_word(s, "network", r->network) ||
                  (*lane && schedule_word(s, "lane", lane)) ||
                  schedule_word(s, "model", PERIODS_MODEL) ||
                  (r->root > 0 && periods_word(s, "root", r->root)) ||
                  (!r->part[0] && periods_word(s, "packets", blocks)) ||
                  periods_word(s, "blocks", all);
    return failed ? -1 : 0;
}

static int periods_fill(const struct periods *p,
                        struct weft_optimum_schedule *s)
{
    int64_t before = 0;
    for (int i = 0; i < p->phases; i++) {
        const struct band_phase phase = {.result = p->part[i],
                                         .timetable = &p->timetable[i],
                                         .network = p->options->network,
                                         .reversed = p->graph[i].reversed,
                                         .rounds = p->part[i]->rounds,
                                         .before = before,
                                         .sets = p->phases == 2};
        if (band_add_phase(s, &phase))
            return -1;
        before += p->part[i]->steps;
    }
    schedule_end(s);
    return 0;
}

/* Verify the schedule with the checker. */
static int periods_verify(const struct periods *p,
                          const struct weft_optimum_schedule *s, int64_t blocks,
                          struct weft_error *err)
{
    const struct weft_bandwidth *r = p->result;
    int64_t all = r->root < 0 ? blocks * r->processors : blocks;
    struct weft_goal_values values = {.each = blocks,
                                      .blocks = p->phases == 2 ? all : blocks,
                                      .root = r->root < 0 ? 0 : r->root};
    struct weft_model model;
    struct weft_goal *goal =
        weft_goal_make(periods_problem(r), r->processors, values, err);
    if (!goal || weft_model_parse(PERIODS_MODEL, &model, err)) {
        weft_goal_destroy(goal);
        return -1;
    }
    const struct weft_check_options options = {
        .network = p->options->network,
        .model = &model,
        .goal = goal,
        .root = -1,
        .from_trace = true,
    };
    struct weft_check *check = weft_check_create(&options, err);
    const struct weft_sink *sink = check ? weft_check_sink(check) : NULL;
    int status = check ? schedule_play(s, &sink, 1, err) : -1;
    const struct weft_check_result *found =
        status ? NULL : weft_check_result(check);
    if (found && (found->conflicts || found->unmatched || found->unheld ||
                  !found->solved || found->findings ||
                  found->makespan != (uint64_t)r->steps))
        status = weft_error_set(err, WEFT_ERROR_WRONG, 0,
                                "the checker does not accept the schedule: "
                                "%.300s; please report it",
                                found->kept ? found->finding[0].text : "");
    weft_check_destroy(check);
    weft_goal_destroy(goal);
    return status;
}

/* Print the bandwidth of a lane: "25", "1/3". */
static void periods_lane(const struct weft_fraction *unit, char *text,
                         size_t size)
{
    if (unit->den == 1)
        snprintf(text, size, "%lld", (long long)unit->num);
    else
        snprintf(text, size, "%lld/%lld", (long long)unit->num,
                 (long long)unit->den);
}

static int periods_make(struct periods *p, int64_t rounds)
{
    struct weft_bandwidth *r = p->result;
    for (int i = 0; i < p->phases; i++)
        if (!band_represents(p->part[i], &p->graph[i])) {
            if (p->part[i] != r)
                memcpy(r->refusal, p->part[i]->refusal, sizeof r->refusal);
            return 0;
        }
    char lane[48] = "";
    if (band_needs_lane(&p->graph[0]))
        periods_lane(&r->unit, lane, sizeof lane);
    r->schedule = schedule_create(r->processors);
    if (!r->schedule || periods_fill(p, r->schedule) ||
        periods_describe(p, r->schedule, p->chunks * rounds, lane))
        return periods_no_memory(p->err);
    return periods_verify(p, r->schedule, p->chunks * rounds, p->err);
}

static int periods_run(struct periods *p)
{
    int64_t rounds = p->options->rounds ? p->options->rounds : 1;
    int64_t a = periods_chunks(p->part[0]);
    int64_t b = p->phases == 2 ? periods_chunks(p->part[1]) : a;
    if (__builtin_mul_overflow(a / common_divisor(a, b), b, &p->chunks))
        return band_unlike(p->err);
    if (!periods_fit(p, rounds))
        return 0;
    for (int i = 0; i < p->phases; i++)
        if (periods_of_phase(p, i, rounds))
            return -1;
    if (p->phases == 2 && periods_sum(p, rounds))
        return -1;
    return p->options->schedule ? periods_make(p, rounds) : 0;
}

int band_schedule(struct weft_bandwidth *result,
                  const struct weft_bandwidth_options *options,
                  struct weft_error *err)
{
    bool both = result->part[0] != NULL;
    struct periods p = {.result = result,
                        .options = options,
                        .err = err,
                        .phases = both ? 2 : 1,
                        .part = {both ? result->part[0] : result,
                                 both ? result->part[1] : NULL},
                        .reversed = result->cut.in};
    int status = 0;
    if (p.part[0]->trees && (!both || p.part[1]->trees))
        status = periods_run(&p);
    for (int i = 0; i < 2; i++) {
        free(p.timetable[i].message);
        band_graph_finish(&p.graph[i]);
    }
    return status;
}
