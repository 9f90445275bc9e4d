/* The problem `barrier`: nobody goes on before everybody is there. */
#include "barrier.h"

#include "problem/shared/settings.h"

static int prepare(struct plan *plan, struct weft_error *err)
{
    return combining_prepare(plan, true, 1, combining_all, err);
}

static void bounds(const struct plan *plan, struct weft_result *result)
{
    int64_t p = plan->size, log = plan_log(plan);
    struct proved proved = {
        .doubling = log,
        .half = bound_highest(bound_golden(plan->size), log + 1,
                              bound_ceil(2 * (p - 1), p / 2), 0),
        .shouting = log + 1,
        .all_port = plan_diameter(plan),
        .doubles = "ceil(log2 p)",
        .moves = "every processor must hear from every other",
    };
    plan_bounds(plan, result, &proved);
}

static const struct weft_strategy *const strategies[] = {
    &barrier_dissemination, &barrier_tournament, &barrier_recursive_doubling,
    &barrier_central,       &barrier_ring,       NULL,
};

static const struct weft_setting *const settings[] = {&setting_radix, NULL};

const struct weft_problem problem_barrier = {
    .info = {.name = "barrier",
             .summary =
                 "no processor continues before all have arrived (MPI_Barrier)",
             .source = "Hensgen, Finkel, Manber",
             .network = "complete:16",
             .model = "one-port-duplex"},
    .strategies = strategies,
    .settings = settings,
    .prepare = prepare,
    .bounds = bounds,
    COMBINING_ROW,
};
