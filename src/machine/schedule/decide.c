/* The second third of the resolver: what follows from the summaries.
 *
 * All processors are blocked, and if no message is under way, the earliest
 * time at which one of them may act bounds everything to come: whoever acts
 * next does so at this time or later. So
 * - what begins a slot earlier is recorded (a reception may be recorded one
 *   slot late);
 * - messages still to be sent end later by the shortest transfer at least, so
 *   that questions about the time before can be answered;
 * - the window's end moves, and those that wait there may go on.
 * At least the earliest one does. If nobody may act at all, it is a deadlock.
 *
 * A processor that failed stops the others at its clock, not at once: one with
 * a lower clock may fail yet, and the lowest is the one to be told, whatever
 * the order in which threads came by. */
#include "decide.h"
#include "base/invariant.h"

static uint64_t decide_sum(uint64_t a, uint64_t b)
{
    return b > NEVER - a ? NEVER : a + b;
}

struct decision decide(const struct summary *all, const struct pace *pace)
{
    uint64_t bound = all->asking < all->ahead ? all->asking : all->ahead;
    if (all->sent != all->taken)
        return (struct decision){.what = WAIT};
    if (!all->live)
        return (struct decision){.what = OVER};
    bool failed = all->failed != NEVER;
    if (all->broken || (failed && bound > all->failed))
        return (struct decision){.what = STOP};
    if (bound == NEVER)
        return (struct decision){.what = DEADLOCK};
    if (pace->limit && bound >= pace->limit)
        return (struct decision){.what = LIMIT};
    struct decision go_on = {
        .what = GO_ON,
        .bound = bound,
        .final = bound > pace->slot ? bound - pace->slot : 0,
        .floor = decide_sum(bound, pace->shortest),
        .horizon = decide_sum(bound, pace->window),
    };
    if (pace->limit && go_on.horizon > pace->limit)
        go_on.horizon = pace->limit;
    if (failed && go_on.horizon > all->failed)
        go_on.horizon = all->failed + 1;
    /* Or nobody would go on, for ever. */
    INVARIANT(bound < go_on.floor && bound < go_on.horizon);
    return go_on;
}
