/* The problem `scan`: inclusive prefix reduction; each processor gets the
 * combination of all ranks up to its own (MPI_Scan). */
#include "scan.h"

#include "problem/shared/settings.h"

static struct interval scan_wants(const struct plan *plan, int rank)
{
    (void)plan;
    return (struct interval){0, rank};
}

static int scan_prepare(struct plan *plan, struct weft_error *err)
{
    return combining_prepare(plan, false, 1, scan_wants, err);
}

static const struct weft_strategy *const scan_strategies[] = {
    &scan_chain,
    &scan_hillis_steele,
    &scan_recursive_doubling,
    &scan_brent_kung,
    NULL,
};

static const struct weft_setting *const scan_settings[] = {NULL};

const struct weft_problem problem_scan = {
    .info = {.name = "scan",
             .summary = "inclusive prefix reduction (MPI_Scan)",
             .source = "Hillis, Steele",
             .network = "complete:16",
             .model = "one-port-duplex"},
    .strategies = scan_strategies,
    .settings = scan_settings,
    .prepare = scan_prepare,
    COMBINING_ROW,
};
