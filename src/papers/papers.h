/* The rows of the gallery: the figures of the papers. Each paper has one file
 * with one array of exhibits. */
#ifndef WEFT_SRC_PAPERS_H
#define WEFT_SRC_PAPERS_H

#include <weft/problem.h>
#include <weft/unstable/figure.h>
#include <weft/unstable/gallery.h>

#define GALLERY_PANELS_MAX 4
#define GALLERY_TREES_MAX 4
#define GALLERY_NUMBERS 4

/* Make a tree. To draw nodes in other shapes than circles, set *shape to an
 * array [tree->size]. Return 0 or -1. */
typedef int gallery_tree(struct weft_tree *tree, uint8_t **shape,
                         const int number[GALLERY_NUMBERS]);

/* Description of one panel. */
struct gallery_panel {
    const char *caption;
    const char *network; /* name of the network of the run, or of the tree */
    /* a run, if `problem` is set; NULL and 0 select the default */
    const char *problem, *strategy, *model, *sources;
    int packets, trees;
    int64_t spacing; /* parameter of the strategy; 0: its default */
    bool report;     /* count and show conflicts instead of stopping */
    /* a tree, if `tree` is set */
    gallery_tree *tree;
    int number[GALLERY_NUMBERS]; /* parameters that are passed to `tree` */
    int together; /* number of trees drawn in one network, with number[1] = 1,
                     2, ...; 0: one tree */
    bool labels;  /* numbers beside tree edges are labels, as in weft_panel */
    /* how to draw the panel */
    struct weft_window window;
    enum weft_label label;
    bool tour, columns, one_message;
    int message;
};

struct gallery_exhibit {
    struct weft_exhibit info;
    const char *title;
    /* note below the figure; NULL: default note of its kind */
    const char *note;
    struct gallery_panel panel[GALLERY_PANELS_MAX];
    int panels;
};

/* Return the exhibit with this name, or NULL if there is none (exhibits.c). */
const struct gallery_exhibit *gallery_find(const char *name);

/* the trees of tree.c, each with the numbers that it expects */
gallery_tree gallery_binomial;  /* parameters: d, root, rotation */
gallery_tree gallery_ascending; /* parameters: d, root, first bit */
gallery_tree gallery_disjoint;  /* parameters: d, number of the tree */
gallery_tree gallery_necklace;  /* parameters: d, root */
gallery_tree gallery_fibonacci; /* parameters: d, t; draws FT_d(t) */
gallery_tree gallery_treetop;   /* parameters: n, d, i; draws T_i without the
                                   other groups */
gallery_tree gallery_forest; /* parameters: n, d, i, smaller n to compare with
                                or 0; draws the extended T_i */

/* one array per paper; its last row has no name */
extern const struct gallery_exhibit gallery_successive[];
extern const struct gallery_exhibit gallery_simultaneous[];
extern const struct gallery_exhibit gallery_multinode[];
extern const struct gallery_exhibit gallery_broadcast[];
extern const struct gallery_exhibit gallery_stream[];

#endif
