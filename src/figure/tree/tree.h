/* A drawing of trees; private to the files of figure tree. */
#ifndef WEFT_SRC_FIGURE_TREE_H
#define WEFT_SRC_FIGURE_TREE_H

#include "figure/figure.h"

#define WEFT_TREE_NODES_MAX 4096

struct node {
    int rank;
    int depth;
};

struct drawing {
    struct weft_tree tree; /* parent, step: borrowed, or own */
    bool own;
    bool *root;     /* [size] found in a trace; NULL: tree.root is the one */
    uint64_t *when; /* [size] of a trace: when the edge was passed, its step or,
                       without steps, its time */
    bool collects;  /* messages go up: a reduction, a gathering */
    uint64_t other; /* transfers of the message that are in no tree */
    const struct weft_time_unit *clock; /* without steps; otherwise NULL */
    const struct weft_panel *panel;
    const struct weft_network *network;
    char (*label)[WEFT_LABEL_MAX]; /* [size] */
    struct node *node;             /* [nodes] parents before children */
    int nodes;
    int *member; /* [members] nodes of the trees, by rank */
    int members;
    int *first;       /* [size + 1] where a node's children begin among ... */
    int *child;       /* ... these, the largest subtree first */
    int *below;       /* [size] nodes of the subtree */
    double *room;     /* [size] half the width with the number above it */
    double *x, *half; /* [size] middle, half the width */
    int *depth;       /* [size] < 0: not in a tree */
    double radius, gap, next; /* next: where the next leaf begins */
    int deepest;
    bool dots;     /* too many nodes for names */
    bool again;    /* the keys stand in a panel before */
    double *level; /* [size] y of the level's nodes */
    char note[400];
};

/* ---- children.c ----------------------------------------------------------
 */

bool tree_is_root(const struct drawing *d, int rank);
/* Fill first, child, below, once the depths are known. O(n log n) comparisons
 * of subtrees. 0, or -1: no memory. */
int tree_order(struct drawing *d);

/* ---- trace.c --------------------------------------------------------------
 */

/* The trees of the panel's message, or of the first one: who first received it
 * from whom, or, where it comes together, who sent it to whom. */
int tree_of_trace(struct drawing *d, struct weft_error *err);
/* The step beside an edge, as the document or the unit of the trace has it. */
void tree_step_print(const struct drawing *d, int rank, char text[24]);
void tree_note(struct drawing *d);
/* The dimension of the edge to a node, of a hypercube of few dimensions. -1:
 * there is none. */
int tree_edge_sign(const struct drawing *d, int rank);
double tree_keys_width(const struct drawing *d);
double tree_keys_height(const struct drawing *d);
void tree_keys_draw(const struct drawing *d, double y, struct svg *svg);

#endif
