/* One run by rounds, from its preparation to its outcome. */
#include "rounds.h"

#include <stdlib.h>
#include <string.h>

#include "machine/arguments.h"
#include "machine/record/merge.h"
#include "machine/verdict.h"
#include "rounds-run.h"

/* memory for symbols, in bytes */
#define SYMBOLS_MAX ((uint64_t)1 << 32)
/* A processor that stores more blocks at one time fails (machine.h). */
#define STORES_MAX (1 << 22)

/* Refuse a plan, for a reason. Return -1. */
static int rounds_refuse(const struct plan *plan, const char *why,
                         struct weft_error *err)
{
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "engine rounds: strategy '%s' %s",
                          plan->strategy->info.name, why);
}

/* Return why a timetable is left to fibers; NULL: it is not. */
static const char *rounds_unfit(const struct plan *plan)
{
    const struct timetable *t = plan_timetable(plan);
    if (t->way)
        return "chooses the ways of its messages, which needs fibers";
    if (t->places > STORES_MAX)
        return "stores too many blocks at one time";
    return weft_goal_in_order(plan->goal)
               ? "stores its blocks in order, which needs fibers"
               : NULL;
}

bool rounds_can_run(const struct plan *plan, struct weft_error *err)
{
    const char *why = NULL;
    if (!plan->strategy->timetable)
        why = "is a program, not a timetable";
    else if (plan->cost.loggp)
        why = "needs fibers with LogGP costs";
    else if (!plan->by_tags)
        why = "needs fibers or threads with --payload real";
    else if (plan->sharing)
        why = "needs fibers with --sharing";
    else if (plan->on_conflict == WEFT_CONFLICT_DELAY)
        why = "needs fibers if conflicts are delayed";
    return !why || !rounds_refuse(plan, why, err);
}

/* ---- beginning ---- */

/* Return the contributors that a processor wants. */
static struct interval wanted_set(const struct plan *plan, int rank)
{
    const struct combining *state = plan->state;
    return state->wants(plan, rank);
}

/* Store every processor's contributions in the registers that are filled. */
static int fill_combined(struct round_run *r)
{
    const struct timetable *t = r->t;
    const struct combining *state = r->plan->state;
    bool text = r->plan->items && r->sends;
    if (t->place || !state->wants ||
        algebra_open(&r->algebra, t->p, state->tally.any,
                     text ? combining_tally(r->plan) : NULL))
        return -1;
    for (int reg = 0; reg < t->registers; reg++)
        for (int rank = 0; rank < t->p && t->filled >> reg & 1; rank++) {
            struct value_range own = {{0, t->places - 1},
                                      algebra_own(&r->algebra, rank)};
            if (shelf_put(&r->shelf, (size_t)reg * (size_t)t->p + (size_t)rank,
                          &own, NULL, NULL))
                return -1;
        }
    return 0;
}

/* Store every block at its holder. */
static int fill_moved(struct round_run *r)
{
    const struct timetable *t = r->t;
    const struct weft_goal *goal = r->plan->goal;
    for (int block = 0; block < t->blocks; block++) {
        int rank = weft_goal_holder(goal, block);
        int place = t->place ? t->place(t, rank, block) : block;
        struct value_range own = {{place, place},
                                  t->place ? (uint64_t)block + 1 : 1};
        if (rank < 0 || shelf_put(&r->shelf, (size_t)rank, &own, NULL, NULL))
            return -1;
    }
    return 0;
}

/* Set when each round begins. */
static int rounds_begin_times(struct round_run *r)
{
    const struct timetable *t = r->t;
    uint64_t limit = r->run.limit ? r->run.limit : TIME_MAX;
    for (int round = 0; round < t->rounds; round++) {
        r->begin[round + 1] = r->begin[round] + t->length[round];
        if (t->length[round] >= limit || r->begin[round + 1] >= limit) {
            r->again = true;
            return -1;
        }
    }
    return 0;
}

static int rounds_open(struct round_run *r, struct weft_outcome *outcome)
{
    const struct timetable *t = r->t;
    const struct weft_network *network = r->run.machine->network;
    size_t size = (size_t)t->p;
    int64_t pairs = (int64_t)t->p * (t->p - 1);
    r->adjacent = weft_network_vertices(network) == t->p &&
                  weft_network_arcs(network) == pairs;
    r->records = r->run.sink;
    r->sends = r->records || r->run.shared;
    r->combines = r->plan->problem->tally;
    r->shelf.most = SYMBOLS_MAX;
    r->load = outcome->load = calloc(size, sizeof *outcome->load);
    r->clock = calloc(size, sizeof *r->clock);
    r->begin = calloc((size_t)t->rounds + 1, sizeof *r->begin);
    r->next = r->records ? calloc(size, sizeof *r->next) : NULL;
    r->sent = calloc(size + 1, sizeof *r->sent);
    r->awaited = calloc(size + 1, sizeof *r->awaited);
    r->meeting.to = calloc(2 * (size_t)t->ports + 1, sizeof *r->meeting.to);
    r->meeting.from = r->meeting.to + t->ports;
    if (!r->load || !r->clock || !r->begin || (r->records && !r->next) ||
        !r->sent || !r->awaited || !r->meeting.to ||
        shelf_open(&r->shelf, (size_t)t->registers * size, t->places,
                   t->place || t->registers > 1))
        return -1;
    if (rounds_begin_times(r))
        return -1;
    return r->combines ? fill_combined(r) : fill_moved(r);
}

static void rounds_close(struct round_run *r)
{
    shelf_close(&r->shelf);
    algebra_close(&r->algebra);
    item_list_finish(&r->items);
    free(r->clock);
    free(r->begin);
    free(r->next);
    free(r->sent);
    free(r->awaited);
    free(r->meeting.to);
    free(r->cargo.run);
    free(r->parcel);
    free(r->source);
    free(r->pieces.piece);
}

/* ---- end ---- */

/* Move the results of a processor to register 0. */
static void conclude(struct round_run *r, int rank)
{
    const struct timetable *t = r->t;
    size_t places = (size_t)t->places;
    uint64_t *mine = r->shelf.cell + (size_t)rank * places;
    const uint64_t *other = mine + (size_t)t->p * places;
    for (size_t i = 0; i < places; i++) {
        if (!other[i])
            continue;
        if (t->joined)
            mine[i] = r->algebra.kind->add(&r->algebra, mine[i], other[i]);
        else if (t->result == 1)
            mine[i] = other[i];
    }
}

/* Return whether a processor has the blocks that it wants, with the right
 * values. */
static bool stores_right(const struct round_run *r, int rank)
{
    const struct timetable *t = r->t;
    const struct weft_goal *goal = r->plan->goal;
    int wanted = weft_goal_wanted(goal, rank);
    uint64_t value = 1;
    if (r->combines && wanted) {
        struct interval set = wanted_set(r->plan, rank);
        value =
            set.first <= set.last ? r->algebra.kind->word(&r->algebra, set) : 0;
    }
    if (!value)
        return false;
    if (!t->place && wanted == t->blocks)
        return shelf_is(&r->shelf, (size_t)rank,
                        (struct interval){0, t->blocks - 1}, value);
    for (int i = 0; i < wanted; i++) {
        int block = weft_goal_want(goal, rank, i);
        int place = t->place ? t->place(t, rank, block) : block;
        if (shelf_at(&r->shelf, (size_t)rank, place) !=
            (t->place ? (uint64_t)block + 1 : value))
            return false;
    }
    return true;
}

/* Verify what all processors store. Return 0, or -1 with r->again. */
static int rounds_judge(struct round_run *r)
{
    for (int rank = 0; rank < r->t->p; rank++) {
        if (r->t->registers > 1)
            conclude(r, rank);
        if (!stores_right(r, rank)) {
            r->again = true;
            return -1;
        }
        r->load[rank].stored = (uint64_t)weft_goal_wanted(r->plan->goal, rank);
    }
    return 0;
}

static void rounds_count(const struct round_run *r,
                         struct weft_outcome *outcome)
{
    outcome->slot = r->run.slot;
    outcome->ticks = r->run.ticks;
    outcome->makespan = r->makespan;
    outcome->messages = r->messages;
    outcome->bytes = r->bytes;
    outcome->longest = r->longest;
    outcome->threads = 1;
}

/* ---- the run ---- */

static void rounds_copy(struct round_run *r)
{
    const struct timetable *t = r->t;
    size_t half = (size_t)t->p * (size_t)t->places;
    if (t->copies && t->copies(t, r->round))
        memcpy(r->shelf.cell + half, r->shelf.cell, half * sizeof(uint64_t));
}

/* Execute all rounds. Return 0; -1 with err; or -1 without, if memory is short
 * or with r->again. */
static int rounds_go(struct round_run *r, struct weft_error *err)
{
    const struct timetable *t = r->t;
    for (int rank = 0; rank < t->p && r->records; rank++)
        if (round_idle(r, rank, 0))
            return -1;
    for (r->round = 1; r->round <= t->rounds; r->round++) {
        rounds_copy(r);
        if (round_messages(r))
            return -1;
        if (r->sends && merge_until(&r->run, r->begin[r->round], err))
            return -1;
    }
    return rounds_judge(r);
}

/* Execute the rounds between the beginning and the end of the sink. Return like
 * rounds_run(). */
static int rounds_execute(struct round_run *r, struct weft_outcome *outcome,
                          struct weft_error *err)
{
    struct weft_error own = {.kind = WEFT_ERROR_NONE};
    int status = merge_open(&r->run, &own);
    if (!status && !(status = rounds_go(r, &own)))
        status = merge_rest(&r->run, &own);
    if (!status) {
        rounds_count(r, outcome);
        status = outcome_judge(&r->run, outcome, err);
    } else if (own.kind) {
        *err = own;
    } else if (!r->again) {
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory for %d processors",
                       r->t->p);
    }
    merge_close(&r->run);
    return r->again ? 1 : status;
}

int rounds_run(const struct weft_machine *machine, const struct plan *plan,
               struct weft_outcome *outcome, struct weft_error *err)
{
    const struct timetable *t = plan_timetable(plan);
    struct round_run r = {.run = {.machine = machine,
                                  .size = t->p,
                                  .sink = machine->sink,
                                  .fail_rank = -1},
                          .plan = plan,
                          .t = t};
    *outcome = (struct weft_outcome){0};
    if (arguments_check(machine, err))
        return -1;
    const char *why = rounds_unfit(plan);
    /* an engine that was only chosen by size gives way to fibers */
    if (why && machine->engine && strcmp(machine->engine, "rounds") == 0)
        return rounds_refuse(plan, why, err);
    if (why)
        return 1;
    run_set_rules(&r.run);
    int status = rounds_open(&r, outcome);
    if (!status)
        status = rounds_execute(&r, outcome, err);
    else if (r.again)
        status = 1;
    else
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory for %d processors",
                       t->p);
    rounds_close(&r);
    return status;
}
