/* Periodic patterns for broadcasts in turn on hypercubes: a small table and
 * arithmetic that together say what every processor does in every slot.
 *
 * The d-cube is a fibre, the low k bits, times a base, the other d - k. The
 * base is walked along the reflected Gray code; at each base point the 2^k
 * processors of the fibre broadcast one after the other, a block. Block b
 * begins `period` slots after block b - 1, and in odd blocks the fibre's labels
 * are xored with `translation`. A processor at base distance l from the block's
 * base point does what the table says, l slots later. There are three kinds of
 * processors:
 *     home   l = 0;
 *     ahead  the next step of the walk comes nearer to the processor;
 *     away   it goes away from it (and everybody but home in the last block).
 *
 * A reception's sender is the neighbour that sends that message in that slot;
 * of several, the one that differs in the lowest bit. */
#ifndef WEFT_SRC_PROBLEM_SHARED_PATTERN_H
#define WEFT_SRC_PROBLEM_SHARED_PATTERN_H

#include "problem/problem.h"

enum pattern_kind { PATTERN_HOME, PATTERN_AWAY, PATTERN_AHEAD, PATTERN_KINDS };

#define PATTERN_FIBRE_MAX 5

/* One table. */
struct pattern {
    const char *name;
    enum weft_order order; /* the strictest reading of "in order" it keeps */
    int fibre;             /* k */
    bool whole;      /* it is for a fibre that is all of the cube, d = k */
    int period;      /* slots from block to block */
    int translation; /* of the fibre, from block to block, if d > k */
    int turn[1 << PATTERN_FIBRE_MAX]; /* the order within a block */
    int low, high;                    /* the slots of the rows */
    /* For each slot a letter for each processor of the fibre: 'A' sends the
     * block's first message, 'b' receives the second, '.' does nothing; after Z
     * and z come 0 to 5 and 6 to 9, + and -. */
    const char *const *row[PATTERN_KINDS];
};

extern const struct pattern *const patterns[]; /* NULL at the end */
/* Whole cubes in the fewest steps, NULL at the end (whole-cubes.c). */
extern const struct pattern *const optimal_patterns[];

/* A pattern laid over a cube. */
struct weave {
    const struct pattern *pattern;
    int dimension;    /* d */
    int64_t messages; /* 1.. ; they go on cyclically beyond 2^d */
    int64_t steps;
};

/* The pattern of a table with the fewest steps among those that keep the order;
 * pattern NULL: there is none. */
struct weave weave_choose_of(const struct pattern *const *table, int dimension,
                             enum weft_order order, int64_t messages);
/* Of the table `patterns`, in which there is one for every cube. */
struct weave weave_choose(int dimension, enum weft_order order,
                          int64_t messages);

/* The processor that broadcasts mu_j. */
int weave_source(const struct weave *weave, int64_t j);

/* What a processor does in a slot. */
struct weave_act {
    int64_t message; /* j of mu_j; 0: nothing */
    bool receives;   /* from peer[0]; else it sends */
    int peers, peer[20];
};

/* Cost O(d^2) at most, O(1) if it does nothing. */
struct weave_act weave_act(const struct weave *weave, int rank, int64_t slot);

/* The same for one message: the first slot after `slot` in which the processor
 * receives or sends mu_j; 0: there is none. */
int64_t weave_next(const struct weave *weave, int rank, int64_t j, int64_t slot,
                   struct weave_act *act);

#endif
