/* The arithmetic of the elimination on the rows of one processor. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gauss.h"

int gauss_block_init(struct gauss_block *block, int n, int rows)
{
    size_t cells = (size_t)rows * (size_t)(n + 1);
    *block = (struct gauss_block){.n = n};
    block->number = malloc((size_t)rows * sizeof *block->number);
    block->row = malloc(cells * sizeof *block->row);
    block->column = malloc((size_t)n * sizeof *block->column);
    block->message = malloc(gauss_message_length(n) * sizeof *block->message);
    if (!block->number || !block->row || !block->column || !block->message)
        return -1;
    for (int k = 0; k < n; k++)
        block->column[k] = k;
    return 0;
}

void gauss_block_finish(struct gauss_block *block)
{
    free(block->number);
    free(block->row);
    free(block->column);
    free(block->message);
    *block = (struct gauss_block){0};
}

static double *block_row_of(const struct gauss_block *block, int i)
{
    return block->row + (size_t)i * (size_t)(block->n + 1);
}

void gauss_block_take(struct gauss_block *block,
                      const struct gauss_system *system, int j)
{
    size_t width = (size_t)block->n + 1;
    block->number[block->count] = j;
    memcpy(block_row_of(block, block->count++),
           system->row + (size_t)(j - 1) * width, width * sizeof *block->row);
}

int gauss_block_pivot(struct gauss_block *block, int j)
{
    int i = 0, n = block->n, place = j - 1;
    while (block->number[i] != j)
        i++;
    const double *row = block_row_of(block, i);
    for (int k = j; k < n; k++)
        if (fabs(row[k]) > fabs(row[place]))
            place = k;
    if (!(fabs(row[place]) > 0))
        return -1;
    memcpy(block->message, row, (size_t)(n + 1) * sizeof *row);
    block->message[n + 1] = place;
    return 0;
}

/* Divide the pivot row by its pivot. */
static void block_divide(double *row, int n, int j, int place)
{
    double pivot = row[place];
    row[place] = row[j - 1];
    for (int k = j; k <= n; k++)
        row[k] /= pivot;
}

/* Subtract a multiple of the pivot row from another row. */
static void eliminate(double *row, const double *message, int n, int j,
                      int place)
{
    double factor = row[place] / message[place], moved = row[j - 1];
    for (int k = j; k <= n; k++)
        row[k] -= factor * message[k];
    if (place >= j)
        row[place] = moved - factor * message[j - 1];
}

void gauss_block_update(struct gauss_block *block, const double *message, int j)
{
    int n = block->n, place = (int)message[n + 1];
    int column = block->column[place];
    block->column[place] = block->column[j - 1];
    block->column[j - 1] = column;
    for (int i = 0; i < block->count; i++)
        if (block->number[i] == j)
            block_divide(block_row_of(block, i), n, j, place);
        else
            eliminate(block_row_of(block, i), message, n, j, place);
}

void gauss_block_solve(const struct gauss_block *block, double *solution)
{
    for (int i = 0; i < block->count; i++)
        solution[block->column[block->number[i] - 1]] =
            block_row_of(block, i)[block->n];
}
