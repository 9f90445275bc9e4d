/* Clocks: what each actor knows. Most stamps share the clock of the last
 * meeting that brought something new, and differ only in their own
 * component. */
#include "base/base.h"

#include "run.h"

#include <stdlib.h>
#include <string.h>

static size_t plan_clock_bytes(const struct plan_run *run)
{
    return sizeof(struct plan_clock) +
           2 * (size_t)run->components * sizeof(uint32_t);
}

/* Return a new clock; its contents are arbitrary. */
static struct plan_clock *plan_clock_new(struct plan_run *run)
{
    struct plan_clock *clock = run->spare;
    if (clock) {
        memcpy(&run->spare, clock->at, sizeof run->spare);
        clock->refs = 1;
        return clock;
    }
    run->clocks += 2 * (uint64_t)run->components;
    if (run->clocks > PLAN_CLOCKS_MAX && !run->options->trusted) {
        weft_error_set(run->err, WEFT_ERROR_LIMIT, 0,
                       "the order of %u thread blocks, GPUs and port channels "
                       "needs too much memory" SAY_NO_LIMIT,
                       run->components);
        run->stopped = true;
        return NULL;
    }
    clock = malloc(plan_clock_bytes(run));
    if (!clock)
        plan_run_stop(run);
    else
        clock->refs = 1;
    return clock;
}

void plan_clock_drop(struct plan_run *run, struct plan_clock *clock)
{
    if (!clock || --clock->refs)
        return;
    memcpy(clock->at, &run->spare, sizeof run->spare);
    run->spare = clock;
}

void plan_clocks_finish(struct plan_run *run)
{
    while (run->spare) {
        struct plan_clock *clock = run->spare;
        memcpy(&run->spare, clock->at, sizeof run->spare);
        free(clock);
    }
}

struct plan_stamp plan_stamp_share(struct plan_stamp stamp)
{
    if (stamp.clock)
        stamp.clock->refs++;
    return stamp;
}

void plan_stamp_drop(struct plan_run *run, struct plan_stamp *stamp)
{
    plan_clock_drop(run, stamp->clock);
    stamp->clock = NULL;
}

uint32_t plan_stamp_at(const struct plan_run *run,
                       const struct plan_stamp *stamp, enum plan_half half,
                       uint32_t component)
{
    for (int i = 0; i < 2; i++)
        if (stamp->own[i] == component)
            return stamp->count[i];
    return stamp->clock->at[half * run->components + component];
}

static void plan_clock_raise(const struct plan_run *run,
                             struct plan_clock *clock, uint32_t component,
                             uint32_t count, bool execution)
{
    uint32_t *eo = &clock->at[run->components + component];
    uint32_t *hb = &clock->at[component];
    *eo = count > *eo ? count : *eo;
    if (!execution)
        *hb = count > *hb ? count : *hb;
}

void plan_clock_join(const struct plan_run *run, struct plan_clock *clock,
                     const struct plan_stamp *stamp, bool execution)
{
    if (!stamp->clock)
        return;
    const uint32_t *from = stamp->clock->at;
    uint32_t *to = clock->at;
    size_t count = 2 * (size_t)run->components;
    for (size_t i = execution ? run->components : 0; i < count && from != to;
         i++)
        to[i] = from[i] > to[i] ? from[i] : to[i];
    for (int i = 0; i < 2; i++)
        if (stamp->own[i] != PLAN_NONE)
            plan_clock_raise(run, clock, stamp->own[i], stamp->count[i],
                             execution);
}

struct plan_clock *plan_clock_copy(struct plan_run *run,
                                   const struct plan_stamp *stamp)
{
    struct plan_clock *clock = plan_clock_new(run);
    if (!clock)
        return NULL;
    size_t bytes = 2 * (size_t)run->components * sizeof *clock->at;
    if (!stamp->clock) {
        memset(clock->at, 0, bytes);
        return clock;
    }
    memcpy(clock->at, stamp->clock->at, bytes);
    for (int i = 0; i < 2; i++)
        if (stamp->own[i] != PLAN_NONE)
            plan_clock_raise(run, clock, stamp->own[i], stamp->count[i], false);
    return clock;
}

/* Does a stamp certainly contain another one? False: it may or may not. */
static bool plan_stamp_covers(const struct plan_stamp *stamp,
                              const struct plan_stamp *other)
{
    if (!other->clock)
        return true;
    if (stamp->own[0] != other->own[0] || stamp->own[0] == PLAN_NONE)
        return false;
    if (other->own[1] != PLAN_NONE &&
        (stamp->own[1] != other->own[1] || stamp->count[1] < other->count[1]))
        return false;
    return stamp->count[0] > other->count[0] ||
           (stamp->count[0] == other->count[0] && stamp->clock == other->clock);
}

void plan_stamp_merge(struct plan_run *run, struct plan_stamp *to,
                      const struct plan_stamp *stamp)
{
    if (!stamp->clock || plan_stamp_covers(to, stamp))
        return;
    struct plan_stamp merged;
    if (plan_stamp_covers(stamp, to)) {
        merged = plan_stamp_share(*stamp);
    } else {
        merged = (struct plan_stamp){
            plan_clock_copy(run, to), {PLAN_NONE, PLAN_NONE}, {0, 0}};
        if (merged.clock)
            plan_clock_join(run, merged.clock, stamp, false);
    }
    plan_stamp_drop(run, to);
    *to = merged;
}

struct plan_stamp plan_stamp_now(const struct plan_run *run,
                                 const struct plan_runner *runner)
{
    return (struct plan_stamp){runner->base,
                               {(uint32_t)(runner - run->runner), PLAN_NONE},
                               {runner->phase, 0}};
}

/* Join what a lane learned into one clock, which it then knows. */
struct plan_stamp plan_stamp_lane(struct plan_run *run,
                                  struct plan_runner *runner, uint32_t lane)
{
    struct plan_stamp now = plan_stamp_now(run, runner);
    size_t kept = 0, found = 0;
    for (size_t i = 0; i < runner->knowns; i++)
        found += runner->known[i].lane == lane;
    if (!found)
        return plan_stamp_share(now);
    struct plan_stamp joined = now;
    joined.clock = plan_clock_copy(run, &now);
    if (!joined.clock)
        return joined;
    for (size_t i = 0; i < runner->knowns; i++) {
        struct plan_known *known = &runner->known[i];
        if (known->lane == lane) {
            plan_clock_join(run, joined.clock, &known->stamp, known->execution);
            plan_stamp_drop(run, &known->stamp);
        } else {
            runner->known[kept++] = *known;
        }
    }
    runner->knowns = kept;
    plan_learn(run, runner, &joined, lane, false);
    return joined;
}

void plan_learn(struct plan_run *run, struct plan_runner *runner,
                const struct plan_stamp *stamp, uint32_t lane, bool execution)
{
    if (!stamp->clock)
        return;
    size_t last = runner->knowns < 4 ? runner->knowns : 4;
    for (size_t i = runner->knowns - last; i < runner->knowns; i++) {
        const struct plan_known *known = &runner->known[i];
        if (known->lane == lane && known->execution == execution &&
            plan_stamp_covers(&known->stamp, stamp))
            return;
    }
    if (array_grow(&runner->known, &runner->room, runner->knowns + 1,
                   sizeof *runner->known)) {
        plan_run_stop(run);
        return;
    }
    runner->known[runner->knowns++] =
        (struct plan_known){plan_stamp_share(*stamp), lane, execution};
}

void plan_meet(struct plan_run *run, struct plan_runner *runner)
{
    if (runner->knowns) {
        struct plan_stamp now = plan_stamp_now(run, runner);
        struct plan_clock *base = plan_clock_copy(run, &now);
        for (size_t i = 0; i < runner->knowns; i++) {
            struct plan_known *known = &runner->known[i];
            if (base)
                plan_clock_join(run, base, &known->stamp, known->execution);
            plan_stamp_drop(run, &known->stamp);
        }
        runner->knowns = 0;
        if (!base)
            return;
        plan_clock_drop(run, runner->base);
        runner->base = base;
    }
    runner->phase++;
    runner->slot = 0;
}
