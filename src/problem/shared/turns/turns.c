/* Starts and trees of broadcasts in turn that proceed level by level on
 * spanning binomial trees. */
#include <stdlib.h>
#include <weft/unstable/tree.h>

#include "goal/goal.h"
#include "problem/shared/settings.h"
#include "turns.h"

int turn_source(const struct plan *plan, int64_t j)
{
    int turn = (int)((j - 1) % plan->size);
    return plan->turn ? plan->turn[turn]
                      : weft_network_tour(plan->network, turn);
}

struct weft_goal *turn_goal(const struct plan *plan, int messages)
{
    struct weft_goal goal = {
        .processors = plan->size,
        .first = 1,
        .blocks = messages,
        .in_order = true,
        .start = &goal_at_source,
        .postcondition = &goal_for_all,
        .source = malloc((size_t)messages * sizeof *goal.source),
    };
    if (!goal.source)
        return NULL;
    for (int j = 1; j <= messages; j++)
        goal.source[j - 1] = turn_source(plan, j);
    return goal_create(&goal);
}

uint64_t levels_start(const struct levels *levels, int64_t j)
{
    if (levels->start)
        return levels->start[j - 1];
    return (uint64_t)(j - 1) * (uint64_t)levels->spacing;
}

int levels_rotation(const struct plan *plan, const struct levels *levels,
                    int64_t j)
{
    return levels->rotated ? weft_gray_dimension(plan->dimension, j) : 0;
}

int levels_prepare(struct plan *plan, int64_t spacing, bool rotated,
                   struct weft_error *err)
{
    struct levels *levels = calloc(1, sizeof *levels);
    if (!levels)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    int64_t own = plan_number(plan, &setting_spacing);
    levels->spacing = own >= 0 ? own : spacing;
    levels->rotated = rotated;
    plan->schedule = levels;
    return 0;
}

void levels_finish(struct plan *plan)
{
    struct levels *levels = plan->schedule;
    if (levels)
        free(levels->start);
    free(levels);
}

/* ---- the earliest starts ---- */

/* The slots in which each processor is busy, as bits relative to the last
 * start: bit s is slot (start + s). A broadcast spans at most d + 1 <= 21
 * slots. */
struct turns_busy {
    const struct plan *plan;
    uint64_t *slots; /* [p] busy slots of each processor */
    /* [p] slots of the broadcast being placed, relative to its own start; bit 0
     * is unused */
    uint64_t *own;
    /* [p] level of each processor in the tree of the last broadcast placed */
    uint8_t *level;
};

/* Compute the bits of the slots in which each processor takes part in mu_j. */
static void outline(struct turns_busy *b, const struct levels *levels,
                    int64_t j)
{
    int x = turn_source(b->plan, j);
    int nu = levels_rotation(b->plan, levels, j);
    for (int u = 0; u < b->plan->size; u++) {
        int l = weft_binomial_level(x, u);
        bool leaf = ((u ^ x) >> nu & 1) != 0;
        b->own[u] =
            (u == x ? 0 : (uint64_t)1 << l) | (leaf ? 0 : (uint64_t)2 << l);
    }
}

/* Return whether a broadcast from x can begin `gap` slots after the last
 * start. */
static bool turns_fits(const struct turns_busy *b, int x, int gap)
{
    for (int u = 0; u < b->plan->size; u++) {
        if (b->slots[u] & (b->own[u] << gap))
            return false;
        int l = weft_binomial_level(x, u);
        /* the source must have the last message before the start, others before
         * they receive the new one */
        if (u == x ? b->level[u] > gap : b->level[u] >= gap + l)
            return false;
    }
    return true;
}

static void turns_place(struct turns_busy *b, int x, int gap)
{
    for (int u = 0; u < b->plan->size; u++) {
        b->slots[u] = (b->slots[u] >> gap) | b->own[u];
        b->level[u] = (uint8_t)weft_binomial_level(x, u);
    }
}

static void turns_search(struct turns_busy *b, const struct levels *levels,
                         int64_t messages, uint64_t *start)
{
    uint64_t now = 0;
    for (int64_t j = 1; j <= messages; j++) {
        int x = turn_source(b->plan, j), gap = j > 1;
        outline(b, levels, j);
        while (j > 1 && !turns_fits(b, x, gap))
            gap++;
        turns_place(b, x, gap);
        now += (uint64_t)gap;
        start[j - 1] = now;
    }
}

uint64_t *levels_earliest(const struct plan *plan, const struct levels *levels,
                          int64_t messages)
{
    size_t p = (size_t)plan->size;
    struct turns_busy b = {plan, calloc(p, sizeof *b.slots),
                           calloc(p, sizeof *b.own),
                           calloc(p, sizeof *b.level)};
    uint64_t *start = malloc((size_t)messages * sizeof *start);
    if (b.slots && b.own && b.level && start) {
        turns_search(&b, levels, messages, start);
    } else {
        free(start);
        start = NULL;
    }
    free(b.slots);
    free(b.own);
    free(b.level);
    return start;
}
