/* The problem `exscan`: exclusive prefix reduction; each processor gets the
 * combination of all lower ranks (MPI_Exscan). */
#include "exscan.h"

#include "problem/shared/settings.h"

static struct interval exscan_wants(const struct plan *plan, int rank)
{
    (void)plan;
    return (struct interval){0, rank - 1};
}

static int exscan_prepare(struct plan *plan, struct weft_error *err)
{
    return combining_prepare(plan, false, 1, exscan_wants, err);
}

static const struct weft_strategy *const exscan_strategies[] = {
    &exscan_shift,
    &exscan_doubling_123,
    NULL,
};

static const struct weft_setting *const exscan_settings[] = {NULL};

const struct weft_problem problem_exscan = {
    .info = {.name = "exscan",
             .summary = "exclusive prefix reduction (MPI_Exscan)",
             .source = "Traeff",
             .network = "complete:16",
             .model = "one-port-duplex"},
    .strategies = exscan_strategies,
    .settings = exscan_settings,
    .prepare = exscan_prepare,
    COMBINING_ROW,
};
