/* The problem `gauss` (Desprez et al. 1993, section 1): solve A x = b, n x n,
 * on p processors; each pivot row in turn is broadcast to all processors. */
#include "gauss.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "problem/shared/root.h"
#include "problem/shared/settings.h"
#include "problem/shared/turns/turns.h"

#define SIZE_LARGEST 4096
#define T_COMP_MAX 1000000000
/* limit on a solution's residual; rounding errors are far smaller */
#define RESIDUAL_MAX 1e-8

static const struct weft_setting size_setting = {
    .name = "size",
    .argument = "N",
    .help = "number of equations",
    .kind = WEFT_SETTING_NUMBER,
    .low = 1,
    .high = SIZE_LARGEST,
    .standard = "64",
};

static const struct weft_setting t_comp_setting = {
    .name = "t-comp",
    .argument = "T",
    .help = "time units of one update",
    .kind = WEFT_SETTING_NUMBER,
    .low = 0,
    .high = T_COMP_MAX,
    .standard = "1",
};

uint64_t gauss_t_comp(const struct plan *plan)
{
    return (uint64_t)plan_number(plan, &t_comp_setting);
}

/* ---- before the run ---- */

/* Fill in the rows of the system, each with its element of b, from a file or at
 * random. */
static int problem_gauss_fill(const struct plan *plan,
                              struct gauss_system *system,
                              struct weft_error *err)
{
    size_t n = (size_t)system->n;
    system->row = malloc(n * (n + 1) * sizeof *system->row);
    if (!system->row)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for %d rows", system->n);
    const char *data = plan_text(plan, &setting_data);
    if (data)
        return numbers_read(data, n * (n + 1), system->row, err);
    gauss_random(system->row, system->n, plan->seed);
    return 0;
}

static int problem_gauss_check(const struct plan *plan, int n,
                               struct weft_error *err)
{
    if (n < plan->size)
        return weft_error_set(
            err, WEFT_ERROR_MISUSE, 0,
            "%d rows are too few for %d processors: each needs at least one", n,
            plan->size);
    return 0;
}

static int problem_gauss_prepare(struct plan *plan, struct weft_error *err)
{
    struct gauss_system *system = calloc(1, sizeof *system);
    plan->state = system;
    if (!system)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    system->n = (int)plan_number(plan, &size_setting);
    if (problem_gauss_check(plan, system->n, err) ||
        problem_gauss_fill(plan, system, err))
        return -1;
    system->solution = calloc((size_t)system->n, sizeof *system->solution);
    system->sum = calloc((size_t)plan->size, sizeof *system->sum);
    if (!system->solution || !system->sum)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    plan_set_length(plan, gauss_message_length(system->n) * sizeof(double));
    return 0;
}

static void problem_gauss_finish(struct plan *plan)
{
    struct gauss_system *system = plan->state;
    if (system) {
        free(system->row);
        free(system->solution);
        free(system->sum);
    }
    free(system);
}

/* ---- the check ---- */

static struct weft_goal *problem_gauss_goal(const struct plan *plan)
{
    const struct gauss_system *system = plan->state;
    return turn_goal(plan, system->n);
}

/* Identify a pivot row by its number; errors in its data show in the
 * checksums. */
static int problem_gauss_block(const struct plan *plan, int rank, int id,
                               const void *data, size_t bytes)
{
    (void)rank;
    (void)data;
    return bytes == plan->bytes ? id : -1;
}

static void problem_gauss_stored(struct plan *plan, int rank, int id,
                                 const void *data, size_t bytes)
{
    struct gauss_system *system = plan->state;
    if (bytes == plan->bytes)
        system->sum[rank] =
            gauss_checksum(system->sum[rank], id, data, system->n);
}

static int problem_gauss_judge_rows(const struct plan *plan, uint32_t sum,
                                    struct weft_error *err)
{
    const struct gauss_system *system = plan->state;
    for (int p = 0; p < plan->size; p++)
        if (system->sum[p] != sum)
            return weft_error_set(err, WEFT_ERROR_WRONG, 0,
                                  "processor %d stored pivot rows that are "
                                  "not those of a serial elimination",
                                  p);
    return 0;
}

/* Add the formulas of Desprez et al. and the measured results, in steps. */
static void problem_gauss_measure(const struct plan *plan,
                                  struct weft_result *result)
{
    const struct gauss_system *system = plan->state;
    double n = system->n, slot = (double)plan->slot;
    double t_comp = (double)gauss_t_comp(plan) / slot;
    double computing = n * gauss_rows(plan) * t_comp;
    double span = (double)result->makespan / slot;
    result_measure(result, "serial_steps", n * n * t_comp);
    result_measure(result, "computing_steps", computing);
    if (plan->dimension) {
        result_measure(result, "formula_synchronised",
                       n * plan->dimension + computing);
        result_measure(result, "formula_rotated",
                       2 * n + plan->dimension - 2 + computing);
    }
    if (span > 0 && t_comp > 0) {
        result_measure(result, "speedup", n * n * t_comp / span);
        result_measure(result, "efficiency",
                       n * n * t_comp / span / plan->size);
    }
}

static int judge_solution(const struct gauss_system *system, double residual,
                          const double *serial, struct weft_error *err)
{
    for (int k = 0; k < system->n; k++)
        if (memcmp(&system->solution[k], &serial[k], sizeof *serial) != 0)
            return weft_error_set(err, WEFT_ERROR_WRONG, 0,
                                  "x[%d] is %.17g, by a serial elimination "
                                  "%.17g",
                                  k, system->solution[k], serial[k]);
    if (!(residual <= RESIDUAL_MAX))
        return weft_error_set(err, WEFT_ERROR_WRONG, 0,
                              "the residual %.3g is more than %.3g", residual,
                              RESIDUAL_MAX);
    return 0;
}

static int problem_gauss_judge(struct plan *plan, struct weft_result *result,
                               struct weft_error *err)
{
    const struct gauss_system *system = plan->state;
    double *serial = calloc((size_t)system->n, sizeof *serial);
    uint32_t sum;
    if (!serial)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the serial elimination");
    if (gauss_serial(system, serial, &sum, err)) {
        free(serial);
        return -1;
    }
    double residual = gauss_residual(system, system->solution);
    result_measure(result, "residual", residual);
    problem_gauss_measure(plan, result);
    int status = problem_gauss_judge_rows(plan, sum, err) ||
                         judge_solution(system, residual, serial, err)
                     ? -1
                     : 0;
    free(serial);
    return status;
}

static size_t problem_gauss_parts(const struct plan *plan,
                                  struct weft_part part[])
{
    const struct gauss_system *system = plan->state;
    part[0] =
        (struct weft_part){.data = system->sum, .each = sizeof *system->sum};
    part[1] = (struct weft_part){.data = system->solution,
                                 .bytes = (size_t)system->n *
                                          sizeof *system->solution};
    return 2;
}

/* ---- lower bounds ---- */

/* Return the minimum time of a row: links with their own costs may be faster
 * than ts + tw m. */
static uint64_t row_time(const struct plan *plan)
{
    return weft_cost_is_unit(&plan->cost) ||
                   !weft_network_has_costs(plan->network)
               ? plan->slot
               : plan->cost.ts;
}

static void problem_gauss_bounds(const struct plan *plan,
                                 struct weft_result *result)
{
    const struct gauss_system *system = plan->state;
    const struct weft_model *model = &plan->model;
    uint64_t n = (uint64_t)system->n, p = (uint64_t)plan->size;
    uint64_t t_comp = gauss_t_comp(plan);
    uint64_t updates = n * (uint64_t)gauss_rows(plan) * t_comp;
    bool one = plan_ports(plan, WEFT_USE_RECEIVE) == 1;
    if (model->duplex == WEFT_DUPLEX_HALF && one &&
        plan_ports(plan, WEFT_USE_SEND) == 1 && !plan->cost.loggp)
        /* plus one send or receive per row on each processor */
        result_bound(result, updates + n * row_time(plan),
                     "n ceil(n/p) t_comp + n");
    else
        result_bound(result, updates, "n ceil(n/p) t_comp");
    if (!plan_direct(plan) && p > 2 && one && !plan->cost.loggp &&
        weft_network_triangle_free(plan->network)) {
        uint64_t far = (uint64_t)weft_network_eccentricity(
            plan->network, gauss_owner(plan, system->n));
        uint64_t last = (3 * (n - 1) / 2 + far) * row_time(plan);
        result_bound(result, last + n / p * t_comp,
                     "floor(3(n-1)/2) + ecc + floor(n/p) t_comp");
    }
}

static const struct weft_strategy *const problem_gauss_strategies[] = {
    &gauss_synchronised, &gauss_interleaved, &gauss_rotated,
    &gauss_woven,        &gauss_greedy,      NULL,
};

static const struct weft_setting *const problem_gauss_settings[] = {
    &size_setting, &t_comp_setting, &setting_data, &setting_spacing, NULL};

const struct weft_problem problem_gauss = {
    .info = {.name = "gauss",
             .summary =
                 "solves a linear system, broadcasting pivot rows in turn",
             .source = "Desprez et al. 1993, section 1",
             .network = "hypercube:4",
             .model = "shouting",
             .computes = true},
    .strategies = problem_gauss_strategies,
    .settings = problem_gauss_settings,
    .prepare = problem_gauss_prepare,
    .goal = problem_gauss_goal,
    .block = problem_gauss_block,
    .stored = problem_gauss_stored,
    .judge = problem_gauss_judge,
    .parts = problem_gauss_parts,
    .bounds = problem_gauss_bounds,
    .finish = problem_gauss_finish,
};
