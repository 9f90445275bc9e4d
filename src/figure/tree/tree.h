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
    struct weft_tree tree; /* the tree; parent and step are borrowed unless
                              `own` is set */
    bool own;
    bool *root; /* [size] whether a node is the root of a tree in a trace; NULL:
                   the only root is tree.root */
    /* [size] if the tree is from a trace: step, or time if the trace has no
     * steps, in which the edge to a node was used */
    uint64_t *when;
    bool collects; /* whether messages go up the tree, as in a reduction or a
                      gather */
    /* number of transfers of the message that are not part of a tree */
    uint64_t other;
    const struct weft_time_unit *clock; /* unit of times in a trace without
                                           steps; NULL: the trace has steps */
    const struct weft_panel *panel;
    const struct weft_network *network;
    char (*label)[WEFT_LABEL_MAX]; /* [size] names of the nodes */
    struct node *node; /* [nodes] the nodes of the trees, parents before
                          children */
    int nodes;
    int *member; /* [members] ranks of all nodes of the trees, ascending */
    int members;
    /* [size + 1] index in child[] of the first child of each node */
    int *first;
    /* the children of all nodes, for each node those with the largest subtree
     * first */
    int *child;
    int *below;   /* [size] number of nodes in the subtree of each node */
    double *room; /* [size] half of the width of a node and the number above
                     it */
    /* [size] x coordinate of the middle of each node, and half of its width */
    double *x, *half;
    int *depth; /* [size] depth of each node; negative: not in a tree */
    double radius, gap, next; /* radius of nodes, gap between them, and x
                                 coordinate at which the next leaf begins */
    int deepest;
    bool dots;     /* whether nodes are dots, because there are too many for
                      names */
    bool again;    /* whether an earlier panel has the same legend */
    double *level; /* [size] y coordinate of each level */
    char note[400];
};

/* ---- children.c ----------------------------------------------------------
 */

bool tree_is_root(const struct drawing *d, int rank);
/* Set `first`, `child` and `below` once the depths are known, with O(n log n)
 * comparisons of subtrees. Return 0, or -1 if out of memory. */
int tree_order(struct drawing *d);

/* ---- trace.c --------------------------------------------------------------
 */

/* Find the trees of the panel's message, or of the first message. An edge leads
 * to each processor from the sender from which it first received the message
 * or, if the message is combined, from each processor to the receiver to which
 * it sent the message. Return 0, or -1 with err. */
int tree_of_trace(struct drawing *d, struct weft_error *err);
/* Print the step beside an edge, in the numbering of the paper or, for a trace
 * without steps, the time in its unit. */
void tree_step_print(const struct drawing *d, int rank, char text[24]);
void tree_note(struct drawing *d);
/* Return the dimension of the edge to a node, if the network is a hypercube
 * with few dimensions; else -1. */
int tree_edge_sign(const struct drawing *d, int rank);
double tree_keys_width(const struct drawing *d);
double tree_keys_height(const struct drawing *d);
void tree_keys_draw(const struct drawing *d, double y, struct svg *svg);

#endif
