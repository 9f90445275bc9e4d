/* interleaved: each broadcast begins as soon as it meets no other.
 *
 * Trees: the spanning binomial tree of each source, not rotated.
 * Starts: t_1 = 0; t_j the least t > t_{j-1} for which no processor is busy
 * twice in one slot and every processor gets mu_{j-1} before mu_j; for d >= 3
 * that is floor(5 (j - 1) / 2). Messages p (p - 1).
 * Source: document A, section 3, Figure 4. */
#include <errno.h>
#include <stdlib.h>
#include <weft/tree.h>

#include "problem/shared/settings.h"
#include "successive.h"

/* Which slots each processor is busy in, as bits relative to the last start:
 * bit s = slot (start + s). A broadcast spans at most d + 1 <= 21 slots. */
struct busy {
    const struct plan *plan;
    uint64_t *slots; /* [p] */
    uint64_t *own;   /* [p] the broadcast being placed, relative to its own
                        start; bit 0 is not used */
    uint8_t *level;  /* [p] in the tree of the last broadcast placed */
};

/* Bits of the slots in which each processor takes part in mu_j. */
static void outline(struct busy *b, const struct successive_levels *levels,
                    int64_t j)
{
    int x = successive_source(b->plan, j);
    int nu = successive_rotation(b->plan, levels, j);
    for (int u = 0; u < b->plan->size; u++) {
        int l = weft_binomial_level(x, u);
        bool leaf = ((u ^ x) >> nu & 1) != 0;
        b->own[u] =
            (u == x ? 0 : (uint64_t)1 << l) | (leaf ? 0 : (uint64_t)2 << l);
    }
}

/* Can a broadcast from x begin `gap` slots after the last start? */
static bool fits(const struct busy *b, int x, int gap)
{
    for (int u = 0; u < b->plan->size; u++) {
        if (b->slots[u] & (b->own[u] << gap))
            return false;
        int l = weft_binomial_level(x, u);
        /* the source must have the message before, others get it before */
        if (u == x ? b->level[u] > gap : b->level[u] >= gap + l)
            return false;
    }
    return true;
}

static void place(struct busy *b, int x, int gap)
{
    for (int u = 0; u < b->plan->size; u++) {
        b->slots[u] = (b->slots[u] >> gap) | b->own[u];
        b->level[u] = (uint8_t)weft_binomial_level(x, u);
    }
}

static void search(struct busy *b, const struct successive_levels *levels,
                   int64_t messages, uint64_t *start)
{
    uint64_t now = 0;
    for (int64_t j = 1; j <= messages; j++) {
        int x = successive_source(b->plan, j), gap = j > 1;
        outline(b, levels, j);
        while (j > 1 && !fits(b, x, gap))
            gap++;
        place(b, x, gap);
        now += (uint64_t)gap;
        start[j - 1] = now;
    }
}

uint64_t *successive_earliest(const struct plan *plan,
                              const struct successive_levels *levels,
                              int64_t messages)
{
    size_t p = (size_t)plan->size;
    struct busy b = {plan, calloc(p, sizeof *b.slots), calloc(p, sizeof *b.own),
                     calloc(p, sizeof *b.level)};
    uint64_t *start = malloc((size_t)messages * sizeof *start);
    if (b.slots && b.own && b.level && start) {
        search(&b, levels, messages, start);
    } else {
        free(start);
        start = NULL;
        errno = ENOMEM;
    }
    free(b.slots);
    free(b.own);
    free(b.level);
    return start;
}

static int prepare(struct plan *plan, struct weft_error *err)
{
    if (successive_levels_prepare(plan, 0, false, err))
        return -1;
    struct successive_levels *levels = plan->schedule;
    if (plan_number(plan, &setting_spacing) >= 0)
        return 0;
    levels->start = successive_earliest(plan, levels, plan->size);
    if (!levels->start)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the schedule");
    return 0;
}

const struct weft_strategy successive_interleaved = {
    .info = {.name = "interleaved",
             .summary = "each broadcast begins as soon as it meets no other",
             .source = "Desprez et al. 1993, Figure 4",
             .networks = "hypercube",
             .needs = "shouting"},
    .prepare = prepare,
    .program = successive_levels_program,
    .finish = successive_levels_finish,
};
