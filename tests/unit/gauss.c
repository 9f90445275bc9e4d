/* The arithmetic of `gauss`: blocks of rows compared with a textbook
 * elimination, random systems, residuals. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <problem/gauss/gauss.h>

/* Gaussian elimination by rows with partial pivoting and back substitution. */
static void textbook(double *a, int n, double *x)
{
    int w = n + 1;
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k; i < n; i++)
            if (fabs(a[i * w + k]) > fabs(a[best * w + k]))
                best = i;
        for (int c = 0; c <= n; c++) {
            double kept = a[k * w + c];
            a[k * w + c] = a[best * w + c];
            a[best * w + c] = kept;
        }
        for (int i = k + 1; i < n; i++)
            for (int c = n; c >= k; c--)
                a[i * w + c] -= a[i * w + k] / a[k * w + k] * a[k * w + c];
    }
    for (int k = n - 1; k >= 0; k--) {
        x[k] = a[k * w + n];
        for (int c = k + 1; c < n; c++)
            x[k] -= a[k * w + c] * x[c];
        x[k] /= a[k * w + k];
    }
}

Test(gauss, serial_agrees_with_the_textbook)
{
    for (int n = 1; n <= 40; n += n < 8 ? 1 : 8)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            struct gauss_system system = {.n = n};
            double row[40 * 41], copy[40 * 41], x[40], y[40];
            uint32_t sum;
            system.row = row;
            gauss_random(row, n, seed);
            memcpy(copy, row, sizeof copy);
            cr_assert_eq(gauss_serial(&system, x, &sum, NULL), 0);
            cr_assert_eq(memcmp(copy, row, (size_t)(n * (n + 1)) * 8), 0);
            textbook(copy, n, y);
            for (int k = 0; k < n; k++)
                cr_assert(fabs(x[k] - y[k]) <= 1e-9 * (1 + fabs(y[k])));
            cr_assert(gauss_residual(&system, x) < 1e-14);
        }
}

/* Every column must move: a permutation matrix with its largest elements
 * last. */
Test(gauss, columns_are_exchanged)
{
    double row[] = {0, 0, 4, 8, /**/ 0, 2, 1, 8, /**/ 1, 0, 0, 5};
    double x[3];
    uint32_t sum;
    const struct gauss_system system = {.n = 3, .row = row};
    cr_assert_eq(gauss_serial(&system, x, &sum, NULL), 0);
    cr_assert(x[0] == 5 && x[1] == 3 && x[2] == 2);
    cr_assert_eq(gauss_residual(&system, x), 0);
}

Test(gauss, singular_systems_have_no_pivot)
{
    double row[] = {1, 2, 1, 2, 4, 3}, zero[] = {0, 1}, x[2];
    uint32_t sum;
    struct weft_error err = {0};
    cr_assert_eq(gauss_serial(&(struct gauss_system){2, row}, x, &sum, &err),
                 -1);
    cr_assert_eq(gauss_serial(&(struct gauss_system){1, zero}, x, &sum, &err),
                 -1);
    cr_assert_eq(err.kind, WEFT_ERROR_WRONG);
}

/* Elimination in blocks gives the same result as in one piece. */
Test(gauss, blocks_compute_what_the_whole_does)
{
    enum { N = 13, PARTS = 4 };
    double row[N * (N + 1)], serial[N], x[N];
    uint32_t sum, serial_sum;
    const struct gauss_system system = {.n = N, .row = row};
    struct gauss_block part[PARTS];
    gauss_random(row, N, 7);
    cr_assert_eq(gauss_serial(&system, serial, &serial_sum, NULL), 0);
    for (int p = 0; p < PARTS; p++) {
        cr_assert_eq(gauss_block_init(&part[p], N, (N + PARTS - 1) / PARTS), 0);
        for (int j = 1 + p; j <= N; j += PARTS)
            gauss_block_take(&part[p], &system, j);
    }
    sum = 0;
    for (int j = 1; j <= N; j++) {
        struct gauss_block *owner = &part[(j - 1) % PARTS];
        cr_assert_eq(gauss_block_pivot(owner, j), 0);
        sum = gauss_checksum(sum, j, owner->message, N);
        for (int p = 0; p < PARTS; p++)
            gauss_block_update(&part[p], owner->message, j);
    }
    for (int p = 0; p < PARTS; p++) {
        gauss_block_solve(&part[p], x);
        gauss_block_finish(&part[p]);
    }
    cr_assert_eq(memcmp(x, serial, sizeof x), 0);
    cr_assert_eq(sum, serial_sum);
}

Test(gauss, random_numbers_depend_on_the_seed_alone)
{
    double a[20 * 21], b[20 * 21], mean = 0;
    gauss_random(a, 20, 1);
    gauss_random(b, 20, 1);
    cr_assert_eq(memcmp(a, b, sizeof a), 0);
    gauss_random(b, 20, (uint64_t)1 << 32 | 1);
    cr_assert_neq(memcmp(a, b, sizeof a), 0);
    for (int i = 0; i < 20 * 21; i++) {
        cr_assert(a[i] >= -1 && a[i] < 1);
        mean += a[i] / (20 * 21);
    }
    cr_assert(fabs(mean) < 0.15);
    /* the value of an element does not depend on n */
    gauss_random(b, 3, 1);
    cr_assert_eq(a[0], b[0]);
    cr_assert_eq(a[21 + 2], b[4 + 2]);
}

Test(gauss, residual_sees_what_is_no_number)
{
    double row[] = {1, 0, 1, 0, 1, 1}, x[] = {NAN, 1}, wrong[] = {1, 2};
    const struct gauss_system system = {.n = 2, .row = row};
    cr_assert(!(gauss_residual(&system, x) <= 1));
    cr_assert(gauss_residual(&system, wrong) > 0.3);
}
