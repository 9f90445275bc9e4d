/* The problem `barrier`: no processor continues before all have arrived. */
#include "barrier.h"

#include "problem/shared/settings.h"

static int barrier_prepare(struct plan *plan, struct weft_error *err)
{
    return combining_prepare(plan, true, 1, combining_all, err);
}

static const struct weft_strategy *const barrier_strategies[] = {
    &barrier_dissemination, &barrier_tournament, &barrier_recursive_doubling,
    &barrier_central,       &barrier_ring,       NULL,
};

static const struct weft_setting *const barrier_settings[] = {&setting_radix,
                                                              NULL};

const struct weft_problem problem_barrier = {
    .info = {.name = "barrier",
             .summary =
                 "no processor continues before all have arrived (MPI_Barrier)",
             .source = "Hensgen, Finkel, Manber",
             .network = "complete:16",
             .model = "one-port-duplex"},
    .strategies = barrier_strategies,
    .settings = barrier_settings,
    .prepare = barrier_prepare,
    COMBINING_ROW,
};
