/* Many packets broadcast over the d edge-disjoint spanning trees T^(1)..T^(d)
 * of the hypercube: phases 2 and 3 of Stamoulis and Tsitsiklis, section 3.2. */
#ifndef WEFT_SRC_PROBLEM_SHARED_DISJOINT_H
#define WEFT_SRC_PROBLEM_SHARED_DISJOINT_H

#include <weft/processor.h>

#include "collective.h"
#include "problem/problem.h"
#include "queue.h"

#define WEFT_DISJOINT_MAX 20 /* dimensions, at most */

/* What one processor did; written by its own thread only. */
struct disjoint_report {
    uint64_t gathered; /* time of the end of its last send of phase 2 */
    int queue;         /* longest queue on one of its arcs */
};

/* One processor's part. Packets have numbers 1..K; packet r belongs to tree
 * tree[r], or (r - 1) mod d + 1 if `tree` is NULL. The termination packet of
 * tree j is number K + j and has no data. */
struct disjoint {
    struct weft_processor *self;
    const int *tree; /* [K + 1], borrowed; NULL: in turn */
    int total;       /* K; may be 0 but at the roots */
    size_t bytes;    /* length of a packet, at most */
    struct disjoint_report *report;
    struct keeper keeper; /* told of every packet once */
    int d;
    uint64_t begin, slot; /* when phase 2 begins; time units for a packet */
    int root;             /* the tree of which it is the root; 0: none */
    int up[WEFT_DISJOINT_MAX + 1]; /* parent in each tree */
    int down[WEFT_DISJOINT_MAX];   /* by bit: the tree in which the
                                      neighbour is its parent; 0: none */
    struct packet_queue queue[WEFT_DISJOINT_MAX + 1]; /* by tree: packets on
                                        their way up, or, at the root, there */
    uint64_t spread; /* time at which phase 3 begins; roots only */
    int load;        /* packets of its own tree; roots only */
    int sent;        /* packets of its own tree sent; roots only */
    int ended;       /* trees whose termination packet has come */
    bool posted;     /* something was posted in this slot */
    bool falls; /* something came down, or was sent down: its phase 3, which
                  traces tell as task 3, has begun */
};

/* Refuse what these trees cannot do: packets without data.
 * 0, or -1 with WEFT_ERROR_MISUSE. */
int disjoint_check(const struct plan *plan, struct weft_error *err);

/* N_j: packets of tree j among `total`. */
int disjoint_load(int d, const int *tree, int total, int j);
/* The greatest N_j. */
int disjoint_peak(int d, const int *tree, int total);

/* Fill the rest of a part whose first fields are set; phase 2 begins now, at
 * the same time everywhere. */
void disjoint_init(struct disjoint *part);
/* A packet of this processor's own, before the run. 0, or -1. */
int disjoint_add(struct disjoint *part, int number, const void *data,
                 size_t bytes);
/* Run both phases; every packet, also the own ones, goes to the keeper once,
 * under its number. 0 or -1. */
int disjoint_run(struct disjoint *part);
void disjoint_finish(struct disjoint *part);

/* Measures of a run: `report` of all processors; phase 2 began after slot
 * `begin`. */
void disjoint_measure(const struct plan *plan, struct weft_result *result,
                      const struct disjoint_report report[], const int *tree,
                      int total, int begin);

#endif
