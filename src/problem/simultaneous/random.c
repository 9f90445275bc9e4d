/* random: `prefix` without its first phase; the tree of each packet is random.
 *
 * All processors use the same generator, y = (1103515245 y + 12345) mod 2^31,
 * seeded by --seed; packet r uses its r-th number. Ranks and K are given
 * (erratum B6: the roots need K), so every root knows max N_j. 2 max N_j + 2d -
 * 1 slots.
 *
 * Also measures how often, in further draws, the largest load exceeds e K/d,
 * which is improbable according to the paper.
 *
 * Source: Stamoulis, Tsitsiklis, section 3.2, end. */
#include <math.h>
#include <stdlib.h>

#include "simultaneous.h"

#define TRIALS 4000
#define DRAWS_MAX (1 << 24)

/* The strategy's plan->schedule; read-only while the machine runs. */
struct choices {
    uint32_t next; /* state of the generator after the last packet */
    int tree[];    /* [K + 1] tree of each packet */
};

static int simultaneous_random_draw(uint32_t *y, int d)
{
    *y = (uint32_t)((1103515245ULL * *y + 12345) & 0x7fffffff);
    return (int)(*y >> 16) % d + 1;
}

static void draw_trees(uint32_t *y, int d, int count, int tree[])
{
    for (int r = 1; r <= count; r++)
        tree[r] = simultaneous_random_draw(y, d);
}

/* Return in how many of `trials` further draws a load exceeds e K/d. */
static int exceed(const struct plan *plan, int trials)
{
    const struct simultaneous *state = plan->state;
    const struct choices *choices = plan->schedule;
    int d = plan->dimension, count = state->count, above = 0;
    double limit = exp(1) * count / d;
    uint32_t y = choices->next;
    for (int t = 0; t < trials; t++) {
        int load[WEFT_DISJOINT_MAX + 1] = {0}, peak = 0;
        for (int r = 0; r < count; r++) {
            int j = simultaneous_random_draw(&y, d);
            peak = ++load[j] > peak ? load[j] : peak;
        }
        above += peak > limit;
    }
    return above;
}

static void simultaneous_random_measure(const struct plan *plan,
                                        struct weft_result *result)
{
    const struct simultaneous *state = plan->state;
    const struct choices *choices = plan->schedule;
    int d = plan->dimension, least = state->count;
    disjoint_measure(plan, result, state->report, choices->tree, state->count,
                     0);
    for (int j = 1; j <= d; j++) {
        int load = disjoint_load(d, choices->tree, state->count, j);
        least = load < least ? load : least;
    }
    int trials = (int)clamp(DRAWS_MAX / state->count, 1, TRIALS);
    result_measure(result, "smallest tree load", least);
    result_measure(result, "mean tree load K/d", (double)state->count / d);
    result_measure(result, "trials", trials);
    result_measure(result, "share with load above eK/d",
                   (double)exceed(plan, trials) / trials);
}

static int simultaneous_random_prepare(struct plan *plan,
                                       struct weft_error *err)
{
    struct simultaneous *state = plan->state;
    if (disjoint_check(plan, err))
        return -1;
    size_t numbers = (size_t)state->count + 1;
    struct choices *choices =
        calloc(1, sizeof *choices + numbers * sizeof *choices->tree);
    plan->schedule = choices;
    if (!choices)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for %d packets", state->count);
    choices->next = (uint32_t)(plan->seed & 0x7fffffff);
    draw_trees(&choices->next, plan->dimension, state->count, choices->tree);
    state->by_rank = true;
    state->measure = simultaneous_random_measure;
    return 0;
}

static int simultaneous_random_program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    const struct simultaneous *state = plan->state;
    const struct choices *choices = plan->schedule;
    return simultaneous_spread(self, plan, choices->tree,
                               state->above[weft_rank(self)], state->count);
}

static void simultaneous_random_finish(struct plan *plan)
{
    free(plan->schedule);
}

const struct weft_strategy simultaneous_random = {
    .info = {.name = "random",
             .summary = "edge-disjoint trees chosen at random",
             .source = "Stamoulis, Tsitsiklis, section 3.2; erratum B6",
             .networks = "hypercube",
             .needs = "all-port"},
    .prepare = simultaneous_random_prepare,
    .program = simultaneous_random_program,
    .finish = simultaneous_random_finish,
};
