/* A drawing of trees; private to the files of the tree figure. */
#ifndef WEFT_SRC_FIGURE_TREE_H
#define WEFT_SRC_FIGURE_TREE_H

#include "figure/figure.h"

#define WEFT_TREE_NODES_MAX 4096

struct node {
    int rank;
    int depth;
};

struct drawing {
    struct weft_tree tree; /* parent, step: borrowed if not `own` */
    bool own;
    bool *root;     /* [size] roots found in a trace; NULL: only tree.root */
    uint64_t *when; /* [size] of a trace: step in which the edge was used, or
                       its time in a trace without steps */
    bool collects;  /* messages go up: a reduction or a gather */
    /* number of transfers of the message that belong to no tree */
    uint64_t other;
    const struct weft_time_unit *clock; /* time unit of a trace without steps,
                                           else NULL */
    const struct weft_panel *panel;
    const struct weft_network *network;
    char (*label)[WEFT_LABEL_MAX]; /* [size] */
    struct node *node;             /* [nodes] parents before children */
    int nodes;
    int *member; /* [members] ranks of the nodes of the trees, ascending */
    int members;
    int *first;   /* [size + 1] index in child[] of a node's first child */
    int *child;   /* children of all nodes, the largest subtree first */
    int *below;   /* [size] number of nodes in the subtree */
    double *room; /* [size] half the width, with the number above the node */
    double *x, *half;         /* [size] x of the middle, half the width */
    int *depth;               /* [size] negative: not in a tree */
    double radius, gap, next; /* next: x at which the next leaf begins */
    int deepest;
    bool dots;     /* nodes are dots: too many for names */
    bool again;    /* an earlier panel has the same legend */
    double *level; /* [size] y of the nodes of a level */
    char note[400];
};

/* ---- children.c ----------------------------------------------------------
 */

bool tree_is_root(const struct drawing *d, int rank);
/* Fill `first`, `child` and `below` once the depths are known, in O(n log n)
 * comparisons of subtrees. Return 0, or -1 if out of memory. */
int tree_order(struct drawing *d);

/* ---- trace.c --------------------------------------------------------------
 */

/* Make the trees of the panel's message, or of the first message: an edge leads
 * to each processor from the sender that it first received from; if the message
 * is combined, from each processor to the receiver that it sent to. */
int tree_of_trace(struct drawing *d, struct weft_error *err);
/* Print the step beside an edge, in the numbering of the paper or in the time
 * unit of the trace. */
void tree_step_print(const struct drawing *d, int rank, char text[24]);
void tree_note(struct drawing *d);
/* Return the dimension of the edge to a node, if the network is a hypercube of
 * few dimensions; else -1. */
int tree_edge_sign(const struct drawing *d, int rank);
double tree_keys_width(const struct drawing *d);
double tree_keys_height(const struct drawing *d);
void tree_keys_draw(const struct drawing *d, double y, struct svg *svg);

#endif
