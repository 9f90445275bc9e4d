/* woven: pivot rows two steps and one round of updates apart, by the pattern
 * that keeps the order `program`.
 *
 * The timetable of `successive`, for n messages, with every slot of mu_j
 * delayed by j - 1 rounds of updates. Time 2n + log2 p - 3 + n ceil(n/p) t_comp
 * in steps if p divides n; two processors take n. n (p - 1) messages. Source: a
 * search with a SAT solver, docs/optimum.md. */
#include <stdlib.h>

#include "gauss.h"
#include "problem/shared/pattern/pattern.h"
#include "problem/shared/settings.h"

static int gauss_woven_allocate(const struct plan *plan, int source[],
                                struct weft_error *err)
{
    (void)err;
    const struct weave weave =
        weave_choose(plan->dimension, WEFT_ORDER_PROGRAM, plan->size);
    for (int j = 1; j <= plan->size; j++)
        source[j - 1] = weave_source(&weave, j);
    return 0;
}

static int gauss_woven_prepare(struct plan *plan, struct weft_error *err)
{
    const struct gauss_system *system = plan->state;
    struct weave *weave = malloc(sizeof *weave);
    if (!weave)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    *weave = weave_choose(plan->dimension, WEFT_ORDER_PROGRAM, system->n);
    plan->schedule = weave;
    if (plan_chosen(plan, &setting_spacing))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "strategy 'woven' takes no --spacing: its "
                              "pattern fixes the send steps");
    return 0;
}

static int gauss_woven_parent(const struct plan *plan, int j, int u)
{
    struct weave_act act;
    return weave_next(plan->schedule, u, j, 0, &act) && act.receives
               ? act.peer[0]
               : -1;
}

static int gauss_woven_shout(const struct plan *plan, int j, int u, int room[],
                             int64_t *slot)
{
    struct weave_act act;
    do
        *slot = weave_next(plan->schedule, u, j, *slot, &act);
    while (*slot && act.receives);
    for (int i = 0; *slot && i < act.peers; i++)
        room[i] = act.peer[i];
    return *slot ? act.peers : 0;
}

static int gauss_woven_program(struct weft_processor *self, void *arg)
{
    static const struct gauss_trees trees = {.parent = gauss_woven_parent,
                                             .shout = gauss_woven_shout};
    return gauss_eliminate(self, arg, &trees);
}

static void gauss_woven_finish(struct plan *plan)
{
    free(plan->schedule);
}

const struct weft_strategy gauss_woven = {
    .info = {.name = "woven",
             .summary = "pivot rows two steps apart, by a periodic pattern",
             .source = "docs/optimum.md",
             .networks = "hypercube",
             .needs = "shouting"},
    .on_conflict = WEFT_CONFLICT_DELAY,
    .allocate = gauss_woven_allocate,
    .prepare = gauss_woven_prepare,
    .program = gauss_woven_program,
    .finish = gauss_woven_finish,
};
