/* matvec: y = A x for an n x n matrix on an n x n mesh (Grama et al., example
 * 4.1).
 *
 * Processor (i, j) has A[i][j], the top row has x; at the end the leftmost
 * column stores y, bit for bit the result of one processor that adds in the
 * same order: in pairs, pairs of pairs, and so on. Default values: A[i][j] = (7
 * i + 3 j + 1) mod 11, x[j] = j + 1. */
#include "matvec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "goal/goal.h"
#include "problem/shared/root.h"
#include "problem/shared/settings.h"

static void default_numbers(struct matvec *m)
{
    for (int i = 0; i < m->n; i++)
        for (int j = 0; j < m->n; j++)
            m->a[i * m->n + j] = (7 * i + 3 * j + 1) % 11;
    for (int j = 0; j < m->n; j++)
        m->x[j] = j + 1;
}

/* Compute the product serially, adding neighbours first, like the reduction. */
static void multiply(struct matvec *m, double *row)
{
    int n = m->n;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            row[j] = m->a[i * n + j] * m->x[j];
        for (int apart = 1; apart < n; apart *= 2)
            for (int j = 0; j + apart < n; j += 2 * apart)
                row[j] += row[j + apart];
        m->expected[i] = row[0];
    }
}

static int matvec_allocate(struct matvec *m, struct weft_error *err)
{
    size_t n = (size_t)m->n;
    m->a = malloc((n * n + n) * sizeof *m->a);
    m->x = m->a ? m->a + n * n : NULL;
    m->expected = malloc(n * sizeof *m->expected);
    if (m->a && m->expected)
        return 0;
    return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
}

static int matvec_fill(struct matvec *m, const char *path,
                       struct weft_error *err)
{
    size_t n = (size_t)m->n;
    if (!path)
        default_numbers(m);
    else if (numbers_read(path, n * n + n, m->a, err))
        return -1;
    double *row = malloc(n * sizeof *row);
    if (!row)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    multiply(m, row);
    free(row);
    return 0;
}

static int matvec_prepare(struct plan *plan, struct weft_error *err)
{
    int extent[WEFT_NETWORK_AXES_MAX];
    int axes = weft_network_axes(plan->network, extent);
    bool mesh = weft_network_axis(plan->network, 0) == WEFT_AXIS_LINE &&
                weft_network_axis(plan->network, 1) == WEFT_AXIS_LINE;
    if (!mesh || axes != 2 || extent[0] != extent[1])
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "matvec needs a square mesh (mesh:NxN), not %s",
                              weft_network_name(plan->network));
    if (plan->bytes < sizeof(double))
        return weft_error_set(
            err, WEFT_ERROR_MISUSE, 0,
            "matvec sends 8-byte numbers: use --bytes 8 or more");
    struct matvec *m = plan->state = calloc(1, sizeof *m);
    if (!m)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    m->n = extent[0];
    if (matvec_allocate(m, err))
        return -1;
    return matvec_fill(m, plan_text(plan, &setting_data), err);
}

/* Identify a block: block i is element i of y. */
static int matvec_block(const struct plan *plan, int rank, int id,
                        const void *data, size_t bytes)
{
    const struct matvec *m = matvec_of(plan);
    (void)id;
    bool right = bytes == sizeof(double) &&
                 !memcmp(data, &m->expected[rank / m->n], bytes);
    return right ? rank / m->n : -1;
}

static struct weft_goal *matvec_goal(const struct plan *plan)
{
    const struct weft_goal goal = {
        .processors = plan->size,
        .blocks = matvec_of(plan)->n,
        .rule = WEFT_GOAL_SUM,
        .start = &goal_at_row,
        .postcondition = &goal_for_first,
    };
    return goal_create(&goal);
}

/* Add the first elements to the result. */
static int matvec_judge(struct plan *plan, struct weft_result *result,
                        struct weft_error *err)
{
    const struct matvec *m = plan->state;
    (void)err;
    for (int i = 0; i < m->n && i < WEFT_MEASURES_MAX; i++) {
        char name[32];
        snprintf(name, sizeof name, "y[%d]", i);
        result_measure(result, name, m->expected[i]);
    }
    return 0;
}

/* Add the lower bound. An element of y below the top row depends on n elements
 * of A and n of x, in 2 n processors; if a processor receives one message at a
 * time, the number of processors that contribute to a value at most doubles per
 * step; with k messages, it grows (k + 1)-fold. */
static void matvec_bounds(const struct plan *plan, struct weft_result *result)
{
    int64_t ports = plan_ports(plan, WEFT_USE_RECEIVE);
    uint64_t rounds = 0;
    if (!ports || plan->cost.loggp)
        return;
    for (int64_t known = 1; known < 2 * matvec_of(plan)->n; known *= ports + 1)
        rounds++;
    result_bound(result, rounds * plan->cost.ts, "ceil(log%d 2n)",
                 (int)ports + 1);
}

static void matvec_finish(struct plan *plan)
{
    struct matvec *m = plan->state;
    if (!m)
        return;
    free(m->a);
    free(m->expected);
    free(m);
}

static const struct weft_strategy *const matvec_strategies[] = {
    &matvec_broadcast_reduce,
    NULL,
};

static const struct weft_setting *const matvec_settings[] = {&setting_data,
                                                             NULL};

const struct weft_problem problem_matvec = {
    .info = {.name = "matvec",
             .summary = "y = A x, one element of A on every processor",
             .source = "Grama et al., example 4.1",
             .network = "mesh:4x4",
             .model = "one-port",
             .computes = true},
    .strategies = matvec_strategies,
    .settings = matvec_settings,
    .prepare = matvec_prepare,
    .goal = matvec_goal,
    .block = matvec_block,
    .judge = matvec_judge,
    .bounds = matvec_bounds,
    .finish = matvec_finish,
};
