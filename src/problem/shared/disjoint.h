/* Broadcasts many packets over the d edge-disjoint spanning trees T^(1)..T^(d)
 * of the hypercube: phases 2 and 3 of Stamoulis and Tsitsiklis, section 3.2. */
#ifndef WEFT_SRC_PROBLEM_SHARED_DISJOINT_H
#define WEFT_SRC_PROBLEM_SHARED_DISJOINT_H

#include <weft/processor.h>

#include "collective.h"
#include "problem/problem.h"
#include "queue.h"

#define WEFT_DISJOINT_MAX 20 /* maximum number of dimensions */

/* Measures of one processor, written by its own thread only. */
struct disjoint_report {
    uint64_t gathered; /* time when its last send of phase 2 ended */
    int queue;         /* maximum length of a queue for one of its arcs */
};

/* State of one processor. Packets have numbers 1..K; packet r belongs to tree
 * tree[r], or (r - 1) mod d + 1 if `tree` is NULL. The termination packet of
 * tree j has number K + j and no data. */
struct disjoint {
    struct weft_processor *self;
    /* [K + 1] tree of each packet, borrowed; NULL: cyclic assignment */
    const int *tree;
    int total;    /* K, the number of packets; may be 0 except at the roots */
    size_t bytes; /* maximum length of a packet in bytes */
    struct disjoint_report *report;
    struct keeper keeper; /* callback, called once for every packet */
    int d;
    uint64_t begin, slot; /* begin of phase 2; time units per packet */
    /* number of the tree whose root this processor is; 0: none */
    int root;
    int up[WEFT_DISJOINT_MAX + 1]; /* parent of the processor in each tree */
    /* by bit: the tree in which the neighbour is a child; 0: none */
    int down[WEFT_DISJOINT_MAX];
    /* by tree: packets on their way up; at the root: packets that arrived */
    struct packet_queue queue[WEFT_DISJOINT_MAX + 1];
    uint64_t spread; /* time when phase 3 begins; roots only */
    /* number of packets in the processor's own tree; roots only */
    int load;
    /* number of packets of its own tree sent so far; roots only */
    int sent;
    int ended;   /* number of trees whose termination packet has arrived */
    bool posted; /* whether a send was posted in the current slot */
    /* phase 3 has begun here: a packet has come down or been sent down; traces
     * show it as task 3 */
    bool falls;
};

/* Reject packets without data, which these trees cannot handle. Return 0, or -1
 * with WEFT_ERROR_MISUSE. */
int disjoint_check(const struct plan *plan, struct weft_error *err);

/* Return N_j, the number of packets of tree j among `total`. */
int disjoint_load(int d, const int *tree, int total, int j);
/* Return the maximum N_j. */
int disjoint_peak(int d, const int *tree, int total);

/* Initialise the members after those that the caller sets; phase 2 begins now,
 * at the same time on all processors. */
void disjoint_init(struct disjoint *part);
/* Add a packet of this processor before disjoint_run(). Return 0, or -1. */
int disjoint_add(struct disjoint *part, int number, const void *data,
                 size_t bytes);
/* Run both phases; every packet, including the processor's own, is passed to
 * the keeper once, under its number. Return 0 or -1. */
int disjoint_run(struct disjoint *part);
void disjoint_finish(struct disjoint *part);

/* Add the measures of a run to the result; `report` covers all processors;
 * phase 2 began after slot `begin`. */
void disjoint_measure(const struct plan *plan, struct weft_result *result,
                      const struct disjoint_report report[], const int *tree,
                      int total, int begin);

#endif
