/* What the figures of the papers show: the rows of the gallery. The figures of
 * one document = one file = one array of exhibits in the table. */
#ifndef WEFT_SRC_PAPERS_H
#define WEFT_SRC_PAPERS_H

#include <weft/figure.h>
#include <weft/gallery.h>
#include <weft/problem.h>

#define GALLERY_PANELS_MAX 4
#define GALLERY_TREES_MAX 4
#define GALLERY_NUMBERS 4

/* Make a tree, and say how its nodes are drawn (shape [tree->size], to be
 * filled by those who want to; *shape NULL: all circles). 0 or -1. */
typedef int gallery_tree(struct weft_tree *tree, uint8_t **shape,
                         const int number[GALLERY_NUMBERS]);

/* What a panel is drawn from. */
struct gallery_panel {
    const char *caption;
    const char *network; /* of the run, or beside the tree */
    /* a run, if problem is set; what is NULL or 0 is the default */
    const char *problem, *strategy, *model, *sources;
    int packets, trees;
    int64_t spacing; /* 0: the strategy's own */
    bool report;     /* conflicts are counted, and shown */
    /* a tree, if set */
    gallery_tree *tree;
    int number[GALLERY_NUMBERS]; /* for tree */
    int together; /* if set: so many trees in one network, of which number[1]
                     counts from 1 */
    bool labels;  /* as weft_panel.labels */
    /* how to draw it */
    struct weft_window window;
    enum weft_label label;
    bool tour, columns, one_message;
    int message;
};

struct gallery_exhibit {
    struct weft_exhibit info;
    const char *title;
    const char *note; /* NULL: the kind's */
    struct gallery_panel panel[GALLERY_PANELS_MAX];
    int panels;
};

/* exhibits.c: NULL if there is none. */
const struct gallery_exhibit *gallery_find(const char *name);

/* tree.c */
gallery_tree gallery_binomial;  /* d, root, nu */
gallery_tree gallery_ascending; /* d, root, first bit */
gallery_tree gallery_disjoint;  /* d, j */
gallery_tree gallery_necklace;  /* d, root */
gallery_tree gallery_fibonacci; /* d, t: FT_d(t) */
gallery_tree gallery_treetop;   /* n, d, i: T_i without the other groups */
gallery_tree gallery_forest;    /* n, d, i: extended T_i, older n or 0 */

/* one array per document, ended by a row without a name */
extern const struct gallery_exhibit gallery_successive[];
extern const struct gallery_exhibit gallery_simultaneous[];
extern const struct gallery_exhibit gallery_multinode[];
extern const struct gallery_exhibit gallery_broadcast[];
extern const struct gallery_exhibit gallery_stream[];

#endif
