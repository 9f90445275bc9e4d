/* Systems of equations: generated at random, solved on one processor,
 * checked. */
#include <Random123/philox.h>
#include <math.h>
#include <zlib.h>

#include "gauss.h"

void gauss_random(double *row, int n, uint64_t seed)
{
    philox4x32_key_t key = {{(uint32_t)seed, (uint32_t)(seed >> 32)}};
    for (int i = 0; i < n; i++)
        for (int k = 0; k <= n; k++) {
            philox4x32_ctr_t place = {{(uint32_t)i, (uint32_t)k}};
            philox4x32_ctr_t r = philox4x32(place, key);
            uint64_t bits = (uint64_t)r.v[0] << 21 | r.v[1] >> 11;
            *row++ = (double)bits * 0x1p-52 - 1;
        }
}

uint32_t gauss_checksum(uint32_t sum, int j, const void *message, int n)
{
    size_t bytes = gauss_message_length(n) * sizeof(double);
    unsigned char number[4];
    for (int i = 0; i < 4; i++)
        number[i] = (unsigned char)(j >> 8 * i);
    uLong crc = crc32(sum, number, sizeof number);
    return (uint32_t)crc32(crc, message, (uInt)bytes);
}

static int solve(struct gauss_block *block, const struct gauss_system *system,
                 uint32_t *sum)
{
    int n = system->n;
    for (int j = 1; j <= n; j++)
        gauss_block_take(block, system, j);
    for (int j = 1; j <= n; j++) {
        if (gauss_block_pivot(block, j))
            return -1;
        *sum = gauss_checksum(*sum, j, block->message, n);
        gauss_block_update(block, block->message, j);
    }
    return 0;
}

int gauss_serial(const struct gauss_system *system, double *solution,
                 uint32_t *sum, struct weft_error *err)
{
    struct gauss_block block;
    int status = 0;
    *sum = 0;
    if (gauss_block_init(&block, system->n, system->n))
        status = weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                                "no memory for the serial elimination");
    else if (solve(&block, system, sum))
        status = weft_error_set(err, WEFT_ERROR_WRONG, 0,
                                "the serial elimination finds no pivot: the "
                                "matrix is singular");
    else
        gauss_block_solve(&block, solution);
    gauss_block_finish(&block);
    return status;
}

/* Return the larger number; NaN if one is NaN, so that it is noticed. */
static double greater(double a, double b)
{
    return isnan(a) || a > b ? a : b;
}

double gauss_residual(const struct gauss_system *system, const double *x)
{
    int n = system->n;
    double residual = 0, norm = 0, right = 0, size = 0;
    for (int i = 0; i < n; i++) {
        const double *row = system->row + (size_t)i * (size_t)(n + 1);
        double sum = -row[n], absolute = 0;
        for (int k = 0; k < n; k++) {
            sum += row[k] * x[k];
            absolute += fabs(row[k]);
        }
        residual = greater(fabs(sum), residual);
        norm = greater(absolute, norm);
        right = greater(fabs(row[n]), right);
        size = greater(fabs(x[i]), size);
    }
    double scale = norm * size + right;
    return scale > 0 ? residual / scale : residual;
}
