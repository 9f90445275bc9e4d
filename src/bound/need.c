/* The amount of data that must cross from one set of processors to the
 * others. */
#include "question.h"

struct counted {
    int64_t inside, outside;
};

static struct counted need_count(const struct bound_question *q,
                                 const bool *inside)
{
    struct counted count = {0, 0};
    for (int v = 0; v < q->p; v++)
        count.inside += inside[v];
    count.outside = q->p - count.inside;
    return count;
}

/* Return whether a processor inside precedes one outside in the order of
 * scans. */
static bool need_before(const struct bound_question *q, const bool *inside)
{
    bool seen = false;
    for (int v = 0; v < q->p; v++) {
        if (seen && !inside[v])
            return true;
        seen = seen || inside[v];
    }
    return false;
}

/* For a moved block: return whether all its holders are inside and it is wanted
 * outside. */
static bool need_moved(const struct bound_question *q, const bool *inside,
                       int block)
{
    bool held = false, wanted = false;
    for (int v = 0; v < q->p; v++) {
        bool has = weft_goal_has(q->goal, v, block);
        if (has && !inside[v])
            return false;
        held = held || has;
        wanted =
            wanted || (!inside[v] && weft_goal_place(q->goal, v, block) >= 0);
    }
    return held && wanted;
}

/* Return whether a contribution from inside is wanted outside. */
static bool need_combined(const struct bound_question *q, const bool *inside,
                          int block)
{
    for (int v = 0; v < q->p; v++) {
        if (inside[v] || weft_goal_place(q->goal, v, block) < 0)
            continue;
        for (int u = 0; u < q->p; u++)
            if (inside[u] && weft_goal_has(q->goal, u, block) &&
                weft_goal_takes(q->goal, v, block, u))
                return true;
    }
    return false;
}

static struct ratio need_of_goal(const struct bound_question *q,
                                 const bool *inside)
{
    int first = weft_goal_first(q->goal), count = 0;
    for (int i = 0; i < weft_goal_blocks(q->goal); i++)
        count += q->combined ? need_combined(q, inside, first + i)
                             : need_moved(q, inside, first + i);
    return ratio_times(q->block, count, RATIO_DOWN);
}

static int64_t need_sources(const struct bound_question *q, const bool *inside)
{
    int first = weft_goal_first(q->goal);
    int64_t count = 0;
    for (int i = 0; i < weft_goal_blocks(q->goal); i++) {
        int holder = weft_goal_holder(q->goal, first + i);
        count += holder >= 0 && inside[holder];
    }
    return count;
}

/* Return how often `each` must cross; -1: query the goal. */
static int64_t need_times(const struct bound_question *q, const bool *inside)
{
    struct counted count = need_count(q, inside);
    bool root = inside[q->root];
    if (!count.inside || !count.outside)
        return 0;
    switch (q->shape) {
    case BOUND_BROADCAST:
        return root;
    case BOUND_REDUCE:
        return !root;
    case BOUND_SCATTER:
        return root ? count.outside : 0;
    case BOUND_GATHER:
        return root ? 0 : count.inside;
    case BOUND_ALLGATHER:
        return count.inside;
    case BOUND_SOURCES:
        return need_sources(q, inside);
    case BOUND_REDUCE_SCATTER:
        return count.outside;
    case BOUND_ALLREDUCE:
    case BOUND_BARRIER:
        return 1;
    case BOUND_SCAN:
    case BOUND_EXSCAN:
        return need_before(q, inside);
    case BOUND_ALLTOALL:
        return count.inside * count.outside;
    case BOUND_COMPUTES:
        return 0;
    case BOUND_GENERAL:
        break;
    }
    return -1;
}

struct ratio bound_need(const struct bound_question *q, const bool *inside)
{
    int64_t times = need_times(q, inside);
    return times < 0 ? need_of_goal(q, inside)
                     : ratio_times(q->each, times, RATIO_DOWN);
}
