/* Elimination by successive broadcasts: what the files of `gauss` share.
 *
 * The n rows of a system A x = b, each with its element of b, are the data
 * mu_1 .. mu_n of Desprez et al. 1993, section 1. In step j the processor that
 * owns row j broadcasts it, and every row is updated with it: elimination above
 * and below the pivot (Gauss-Jordan), so that the solution stands in b at the
 * end. The pivot is the largest element of the row in a column not yet used,
 * which its owner finds alone. */
#ifndef WEFT_SRC_GAUSS_H
#define WEFT_SRC_GAUSS_H

#include "problem/problem.h"

extern const struct weft_strategy gauss_synchronised;
extern const struct weft_strategy gauss_interleaved;
extern const struct weft_strategy gauss_rotated;
extern const struct weft_strategy gauss_greedy;
extern const struct weft_strategy gauss_woven;

/* The problem's state. */
struct gauss_system {
    int n;
    double *row;      /* [n][n + 1] the rows of A, each with its b */
    double *solution; /* [n]; x_k is written by the processor whose
                         row has its pivot in column k */
    uint32_t *sum;    /* [size] checksum of all that each processor
                         stored, in order; its own thread only */
};

/* ---- a block of rows (block.c) ---- */

/* The rows that one processor owns, as the elimination goes on. Columns are
 * exchanged so that those used as pivots stand first: step j works on the
 * places j .. n - 1 and on b, at place n. */
struct gauss_block {
    int n, count;
    int *number;     /* [count] of each row, from 1, ascending */
    double *row;     /* [count][n + 1] */
    int *column;     /* [n] the column that stands at each place */
    double *message; /* [n + 2] the pivot row to be sent */
};

/* Doubles in a message: the pivot row, then the place of its pivot. */
static inline size_t gauss_message_length(int n)
{
    return (size_t)n + 2;
}

/* A block with room for `rows` rows. 0, or -1; finish either way. */
int gauss_block_init(struct gauss_block *block, int n, int rows);
void gauss_block_finish(struct gauss_block *block);
/* Add row j of the system. */
void gauss_block_take(struct gauss_block *block,
                      const struct gauss_system *system, int j);
/* Make the message of row j, which the block owns.
 * 0, or -1: no pivot, the matrix is singular. */
int gauss_block_pivot(struct gauss_block *block, int j);
/* Update all rows with the message of step j. */
void gauss_block_update(struct gauss_block *block, const double *message,
                        int j);
/* After step n: the elements of x that the block's rows give. */
void gauss_block_solve(const struct gauss_block *block, double *solution);

/* ---- systems (system.c) ---- */

/* Fill row[n][n + 1] with random numbers in [-1, 1). */
void gauss_random(double *row, int n, uint64_t seed);
/* Eliminate on one processor: the solution, and the checksum of what every
 * processor should have stored. 0, or -1 with WEFT_ERROR_MEMORY, or
 * WEFT_ERROR_WRONG: the matrix is singular. */
int gauss_serial(const struct gauss_system *system, double *solution,
                 uint32_t *sum, struct weft_error *err);
/* max |A x - b| / (max_i sum_k |A_ik| max |x| + max |b|) */
double gauss_residual(const struct gauss_system *system, const double *x);
/* Continue a checksum with message j. */
uint32_t gauss_checksum(uint32_t sum, int j, const void *message, int n);

/* ---- the program (eliminate.c) ---- */

/* The trees of a strategy, and when its broadcasts may begin. */
struct gauss_trees {
    /* The parent of u in the tree of mu_j, -1 for the source. */
    int (*parent)(const struct plan *plan, int j, int u);
    /* Its children in the order in which they are served; their number.
     * *children points into the plan or to `room`. */
    int (*children)(const struct plan *plan, int j, int u, int room[],
                    const int **children);
    /* The time before which mu_j does not leave its source; NULL: `shout`
     * says. */
    uint64_t (*start)(const struct plan *plan, int j);
    /* Instead of `children`, where a node sends to some in one slot and to
     * others in another: to whom, and when, u sends mu_j after slot *slot,
     * which becomes that slot; 0: nobody else. May be NULL. */
    int (*shout)(const struct plan *plan, int j, int u, int room[],
                 int64_t *slot);
};

#define GAUSS_ROOM 20 /* children of a node of a hypercube */

int gauss_eliminate(struct weft_processor *self, const struct plan *plan,
                    const struct gauss_trees *trees);

/* The setting t-comp: time units of one update. */
uint64_t gauss_t_comp(const struct plan *plan);

/* The processor that owns row j, from 1: alloc(j) of Desprez et al., cyclic. */
int gauss_owner(const struct plan *plan, int j);
/* Rows of the processor that has most: ceil(n / p). */
int gauss_rows(const struct plan *plan);
/* A timetable made for broadcasts alone, stretched by the computing between
 * them: the time of start slot `slots` of mu_j. */
uint64_t gauss_stretch(const struct plan *plan, int j, uint64_t slots);

/* The program of the strategies that use the trees and timetables of
 * `successive`; plan->schedule is theirs (stretched.c). */
int gauss_levels_program(struct weft_processor *self, void *arg);

#endif
