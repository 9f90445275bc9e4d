/* optimal: the fewest known steps, on small cubes.
 *
 * Steps for d = 1..5: 2, 6, 14, 29, 59; with --order buffered: 2, 6, 14, 26,
 * 51. Fewer steps are impossible, by the bound 3p/2 + log2 p - 2 or by
 * an exhaustive search, except that 57 and 58 instead of 59 are undecided. The
 * schedules, which a search found, are tables (shared/pattern/whole-cubes.c).
 * p (p - 1) messages, no conflicts. Source: a search with a SAT solver,
 * docs/optimum.md. */
#include "problem/shared/settings.h"
#include "successive.h"
#include "woven.h"

static int optimal_choose(const struct plan *plan, struct weave *weave,
                          struct weft_error *err)
{
    *weave = woven_choose(plan, optimal_patterns);
    if (weave->pattern)
        return 0;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "strategy 'optimal' has no table for %s with order "
                          "%s; strategy 'woven' comes close",
                          weft_network_name(plan->network),
                          weft_order_names[plan_number(plan, &setting_order)]);
}

static int optimal_allocate(const struct plan *plan, int source[],
                            struct weft_error *err)
{
    struct weave weave;
    return optimal_choose(plan, &weave, err)
               ? -1
               : woven_allocate(plan, &weave, source);
}

static int optimal_prepare(struct plan *plan, struct weft_error *err)
{
    struct weave weave;
    return optimal_choose(plan, &weave, err) ? -1
                                             : woven_prepare(plan, &weave, err);
}

const struct weft_strategy successive_optimal = {
    .info = {.name = "optimal",
             .summary = "fewest known steps, from tables for small cubes",
             .source = "docs/optimum.md",
             .networks = "hypercube",
             .needs = "shouting"},
    .allocate = optimal_allocate,
    .prepare = optimal_prepare,
    .program = woven_program,
    .finish = woven_finish,
};
