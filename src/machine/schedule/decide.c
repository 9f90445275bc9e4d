/* The second part of the resolver: it decides from the summaries.
 *
 * All processors are blocked, and if no message is in flight, the earliest time
 * at which one of them may act is a lower bound on all further actions. So
 * - events that begin a slot earlier are final (a reception may be recorded one
 *   slot late);
 * - messages still to be sent end later by at least the shortest transfer, so
 *   that queries about earlier times can be answered;
 * - the window's end moves, and processors that wait there may continue.
 * At least the earliest processor continues. If none can act, it is a deadlock.
 *
 * A failed processor stops the others at its clock, not at once: a processor
 * with a lower clock may still fail, and the failure with the lowest clock is
 * reported, independent of the order of threads. */
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
    /* otherwise the run would make no progress */
    INVARIANT(bound < go_on.floor && bound < go_on.horizon);
    return go_on;
}
