/* Gaussian elimination by successive broadcasts: interfaces between the files
 * of `gauss`.
 *
 * The n rows of a system A x = b, each with its element of b, are the data mu_1
 * .. mu_n of Desprez et al. 1993, section 1. In step j the owner of row j
 * broadcasts the row, and every row is updated with it: elimination above and
 * below the pivot (Gauss-Jordan), so that b contains the solution at the end.
 * The pivot is the largest element of the row in an unused column; the owner
 * finds it locally. */
#ifndef WEFT_SRC_GAUSS_H
#define WEFT_SRC_GAUSS_H

#include "problem/problem.h"

extern const struct weft_strategy gauss_synchronised;
extern const struct weft_strategy gauss_interleaved;
extern const struct weft_strategy gauss_rotated;
extern const struct weft_strategy gauss_greedy;
extern const struct weft_strategy gauss_woven;

/* The state of the problem. */
struct gauss_system {
    int n;
    double *row; /* [n][n + 1] rows of A, each followed by its element of b */
    /* [n]; x_k is written by the processor whose row has its pivot in column
     * k */
    double *solution;
    /* [size] checksum of the rows that each processor stored, in order; written
     * by its own thread only */
    uint32_t *sum;
};

/* ---- a block of rows (block.c) ---- */

/* The rows that one processor owns during the elimination. Columns are
 * exchanged so that those already used as pivots come first: step j works on
 * the positions j .. n - 1 and on b, at position n. */
struct gauss_block {
    int n, count;
    int *number; /* [count] row numbers, from 1, ascending */
    /* [count][n + 1] the rows, each followed by its element of b */
    double *row;
    int *column;     /* [n] the column at each position */
    double *message; /* [n + 2] the pivot row to send */
};

/* Return the number of doubles in a message: the pivot row, then the position
 * of its pivot. */
static inline size_t gauss_message_length(int n)
{
    return (size_t)n + 2;
}

/* Create a block with room for `rows` rows. Return 0, or -1; call
 * gauss_block_finish() in either case. */
int gauss_block_init(struct gauss_block *block, int n, int rows);
void gauss_block_finish(struct gauss_block *block);
/* Add row j of the system. */
void gauss_block_take(struct gauss_block *block,
                      const struct gauss_system *system, int j);
/* Create the message of row j, which the block owns. Return 0, or -1 if there
 * is no pivot (the matrix is singular). */
int gauss_block_pivot(struct gauss_block *block, int j);
/* Update all rows with the message of step j. */
void gauss_block_update(struct gauss_block *block, const double *message,
                        int j);
/* Write the elements of x that the block's rows determine, after step n. */
void gauss_block_solve(const struct gauss_block *block, double *solution);

/* ---- systems (system.c) ---- */

/* Fill row[n][n + 1] with random numbers in [-1, 1). */
void gauss_random(double *row, int n, uint64_t seed);
/* Eliminate on one processor: compute the solution and the checksum that every
 * processor should have. Return 0, or -1 with WEFT_ERROR_MEMORY, or
 * WEFT_ERROR_WRONG if the matrix is singular. */
int gauss_serial(const struct gauss_system *system, double *solution,
                 uint32_t *sum, struct weft_error *err);
/* Return max |A x - b| / (max_i sum_k |A_ik| max |x| + max |b|). */
double gauss_residual(const struct gauss_system *system, const double *x);
/* Extend a checksum by message j. */
uint32_t gauss_checksum(uint32_t sum, int j, const void *message, int n);

/* ---- the program (eliminate.c) ---- */

/* The trees of a strategy, and the starts of its broadcasts. */
struct gauss_trees {
    /* Return the parent of u in the tree of mu_j, -1 for the source. */
    int (*parent)(const struct plan *plan, int j, int u);
    /* Set *children to the children in the order in which they are served, in
     * the plan or in `room`; return their number. */
    int (*children)(const struct plan *plan, int j, int u, int room[],
                    const int **children);
    /* Return the earliest time at which mu_j leaves its source; NULL: `shout`
     * determines it. */
    uint64_t (*start)(const struct plan *plan, int j);
    /* For trees in which a node sends to its children in several slots,
     * replaces `children`: find the next slot after *slot in which u sends
     * mu_j, update *slot and return the number of receivers, or 0 if none is
     * left. May be NULL. */
    int (*shout)(const struct plan *plan, int j, int u, int room[],
                 int64_t *slot);
};

/* maximum number of children of a node in a hypercube */
#define GAUSS_ROOM 20

int gauss_eliminate(struct weft_processor *self, const struct plan *plan,
                    const struct gauss_trees *trees);

/* Return the setting t-comp: time units per update. */
uint64_t gauss_t_comp(const struct plan *plan);

/* Return the processor that owns row j, from 1: alloc(j) of Desprez et al.,
 * cyclic. */
int gauss_owner(const struct plan *plan, int j);
/* Return the maximum number of rows of a processor: ceil(n / p). */
int gauss_rows(const struct plan *plan);
/* Extend a timetable of broadcasts by the computation between them: return the
 * time of start slot `slots` of mu_j. */
uint64_t gauss_stretch(const struct plan *plan, int j, uint64_t slots);

/* The program of the strategies that use the trees and timetables of
 * `successive`, which plan->schedule contains (stretched.c). */
int gauss_levels_program(struct weft_processor *self, void *arg);

#endif
