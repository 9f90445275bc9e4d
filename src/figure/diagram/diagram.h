/* A network laid out in the plane, with numbered arrows: what the cube and
 * the network figures share. Private to src/figure. */
#ifndef WEFT_SRC_FIGURE_DIAGRAM_H
#define WEFT_SRC_FIGURE_DIAGRAM_H

#include "figure/figure.h"

/* Processors of the largest network drawn. */
#define WEFT_DIAGRAM_NODES_MAX 64
#define WEFT_DIAGRAM_VERTICES_MAX 512 /* with switches */
#define WEFT_DIAGRAM_ARROWS_MAX 400
#define WEFT_DIAGRAM_RING 4 /* around a node that breaks a rule */

struct diagram {
    const struct weft_panel *panel;
    const struct weft_network *network;
    struct view view; /* of the panel's trace, if it has one */
    bool *clashes; /* [processors] it breaks a rule of the trace's model; NULL:
                      the trace names none */
    struct point *point; /* [vertices] */
    int vertices;
    double radius;
    double bend;          /* how far an arrow along a link keeps from it */
    double further;       /* and more for every link that it passes */
    bool straight;        /* arrows that pass others go straight */
    double left, top;     /* room around the nodes */
    bool several;         /* more than one step is drawn: numbers are steps */
    size_t trees;         /* at panel->tree */
    struct legend legend; /* the messages of the one step drawn */
    bool *root;           /* [processors] it has a message from the start, or at
                             the end: shaded */
    char note[300];
};

/* The network of the panel, its trace's window, room for the points. */
int diagram_init(struct diagram *diagram, const struct weft_panel *panel,
                 const char *what, int most, struct weft_error *err);
void diagram_finish(struct diagram *diagram);
/* Place the vertices of a hypercube of at most WEFT_DIAGRAM_NODES_MAX (cube.c).
 */
void diagram_place_cube(struct diagram *diagram);
/* Size, once the points stand; moves them into the page, and nearer to one
 * another if the width that there is asks for it. */
void diagram_measure(struct diagram *diagram, struct weft_size *size);
void diagram_draw(const struct diagram *diagram, struct svg *svg);

/* ---- clashes.c, arrows.c, draw.c ------------------------------------- */

/* Ask the checker who breaks a rule in the window. 0, or -1: no memory. */
int diagram_judge(struct diagram *diagram);
/* How far the arrow between two nodes is bent: the least, to either side, that
 * is clear of other nodes. */
double diagram_bend(const struct diagram *diagram, int from, int to);
/* The radius of all that is drawn around a node. */
double diagram_ring(const struct diagram *diagram, int u);
/* What the numbers of the arrows are, for the note. */
const char *diagram_note(const void *diagram);
/* Find the roots to shade. 0, or -1: no memory. */
int diagram_roots(struct diagram *diagram);
/* Tell `each` about every arrow: of the tree, and of the trace. */
void diagram_arrows(const struct diagram *diagram, void *arg,
                    void (*each)(void *arg, const struct arrow *arrow));
/* Tell `each` about every link. */
void diagram_links(const struct diagram *diagram, void *arg,
                   void (*each)(const struct diagram *diagram, int u, int v,
                                void *arg));
/* The control point of a link: out of its middle if it has to be bent. */
struct point diagram_link(const struct diagram *diagram, int u, int v);

#endif
