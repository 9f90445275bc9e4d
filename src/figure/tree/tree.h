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
    struct weft_tree tree; /* the tree, whose parent and step are borrowed
                              unless `own` is set */
    bool own;
    bool *root; /* [size] whether a node is a root of a tree found in a trace;
                   NULL: tree.root is the only root */
    /* [size] if the tree is from a trace: step in which the edge to a node was
     * used, or time if the trace has no steps */
    uint64_t *when;
    bool collects; /* messages go up the tree, as in a reduction or a gather */
    /* number of transfers of the message that belong to no tree */
    uint64_t other;
    const struct weft_time_unit *clock; /* unit of times in a trace without
                                           steps, else NULL */
    const struct weft_panel *panel;
    const struct weft_network *network;
    char (*label)[WEFT_LABEL_MAX]; /* [size] names of the nodes */
    struct node *node; /* [nodes] nodes of the trees, parents before children */
    int nodes;
    int *member; /* [members] ranks of the nodes of the trees, ascending */
    int members;
    /* [size + 1] index in child[] of the first child of each node */
    int *first;
    /* children of all nodes, those with the largest subtree first */
    int *child;
    int *below;   /* [size] number of nodes in the subtree of each node */
    double *room; /* [size] half the width of a node with the number above it */
    /* [size] x of the middle of each node, and half its width */
    double *x, *half;
    int *depth; /* [size] depth of each node; negative: not in a tree */
    double radius, gap, next; /* node radius and gap; next: x at which the next
                                 leaf begins */
    int deepest;
    bool dots;  /* draw nodes as dots, because there are too many for names */
    bool again; /* an earlier panel has the same legend */
    double *level; /* [size] y coordinate of each level */
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
