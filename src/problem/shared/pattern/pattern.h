/* Periodic patterns for broadcasts in turn on hypercubes: a small table and
 * some arithmetic determine what every processor does in every slot.
 *
 * The d-cube is the product of a fibre, the low k bits, and a base, the other d
 * - k bits. The base points are visited in the order of the reflected Gray
 * code; at each base point the 2^k processors of the fibre broadcast one after
 * the other, which forms a block. Block b begins `period` slots after block b -
 * 1, and in odd blocks the fibre's labels are xored with `translation`. A
 * processor at base distance l from the block's base point follows the table
 * with a delay of l slots. There are three kinds of processors:
 *     home   l = 0;
 *     ahead  the next base point is nearer to the processor;
 *     away   the next base point is farther away; in the last block, all
 *            processors but home.
 *
 * The sender of a reception is the neighbour that sends that message in that
 * slot; if there are several, the one that differs in the lowest bit. */
#ifndef WEFT_SRC_PROBLEM_SHARED_PATTERN_H
#define WEFT_SRC_PROBLEM_SHARED_PATTERN_H

#include "problem/problem.h"

enum pattern_kind { PATTERN_HOME, PATTERN_AWAY, PATTERN_AHEAD, PATTERN_KINDS };

#define PATTERN_FIBRE_MAX 5

/* A pattern: a table with its parameters. */
struct pattern {
    const char *name;
    /* the strictest definition of "in order" that it satisfies */
    enum weft_order order;
    int fibre; /* k, the number of bits of the fibre */
    /* the pattern is for cubes that consist of the fibre only, d = k */
    bool whole;
    int period; /* number of slots between the starts of two blocks */
    /* xor mask of the fibre's labels from block to block, if d > k */
    int translation;
    /* the order of the sources within a block */
    int turn[1 << PATTERN_FIBRE_MAX];
    int low, high; /* the first and the last slot that the rows describe */
    /* For each slot one letter per processor of the fibre: 'A' sends the
     * block's first message, 'b' receives the second, '.' does nothing; after Z
     * come 0 to 5 and +, after z come 6 to 9 and -. */
    const char *const *row[PATTERN_KINDS];
};

/* all patterns; the table ends with NULL */
extern const struct pattern *const patterns[];
/* Patterns of whole cubes with the minimum number of steps, ending with NULL
 * (whole-cubes.c). */
extern const struct pattern *const optimal_patterns[];

/* A pattern applied to a cube. */
struct weave {
    const struct pattern *pattern;
    int dimension;    /* d, dimension of the cube */
    int64_t messages; /* number of messages; cyclic beyond 2^d */
    int64_t steps;
};

/* Return the pattern of a table with the fewest steps among those that keep the
 * order; pattern NULL: none. */
struct weave weave_choose_of(const struct pattern *const *table, int dimension,
                             enum weft_order order, int64_t messages);
/* Like weave_choose_of() for the table `patterns`, which contains one for every
 * cube. */
struct weave weave_choose(int dimension, enum weft_order order,
                          int64_t messages);

/* Return the processor that broadcasts mu_j. */
int weave_source(const struct weave *weave, int64_t j);

/* The action of a processor in a slot. */
struct weave_act {
    int64_t message; /* index j of the message mu_j; 0: no action */
    /* whether it receives from peer[0]; false: it sends to all peer[] */
    bool receives;
    int peers, peer[20];
};

/* Return the action of a processor in a slot, in O(d^2), or O(1) if there is
 * none. */
struct weave_act weave_act(const struct weave *weave, int rank, int64_t slot);

/* Return the first slot after `slot` in which the processor receives or sends
 * mu_j, with the action, or 0 if there is none. */
int64_t weave_next(const struct weave *weave, int rank, int64_t j, int64_t slot,
                   struct weave_act *act);

#endif
