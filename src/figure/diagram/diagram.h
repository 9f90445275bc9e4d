/* A network laid out in the plane, with numbered arrows; shared by the cube and
 * the network figures. Private to src/figure. */
#ifndef WEFT_SRC_FIGURE_DIAGRAM_H
#define WEFT_SRC_FIGURE_DIAGRAM_H

#include "figure/figure.h"

/* Limit on the number of processors of a network. */
#define WEFT_DIAGRAM_NODES_MAX 64
/* limit on the number of processors and switches */
#define WEFT_DIAGRAM_VERTICES_MAX 512
#define WEFT_DIAGRAM_ARROWS_MAX 400
/* distance of the ring around a node that breaks a rule */
#define WEFT_DIAGRAM_RING 4

struct diagram {
    const struct weft_panel *panel;
    const struct weft_network *network;
    struct view view; /* the shown part of the panel's trace, if it has one */
    bool *clashes;    /* [processors] whether a processor breaks a rule of the
                         model; NULL: the trace names no model */
    struct point *point; /* [vertices] positions of the nodes */
    int vertices;
    double radius;
    double bend;      /* distance between a link and the arrow along it */
    double further;   /* additional distance for each link along which the arrow
                         passes */
    bool straight;    /* whether arrows that pass other nodes are straight */
    double left, top; /* left: margin to the left of the nodes; top: margin
                         above them */
    bool several; /* whether several steps are drawn, so that arrows show their
                     step */
    size_t trees; /* number of trees in panel->tree */
    struct legend legend; /* legend of the messages, if only one step is
                             drawn */
    bool *root; /* [processors] whether a processor is shaded because it has a
                   message at the start or at the end */
    char note[400];
};

/* Set the network of the panel and the window of its trace, and allocate the
 * points. `most` is the maximum number of processors. */
int diagram_init(struct diagram *diagram, const struct weft_panel *panel,
                 const char *what, int most, struct weft_error *err);
void diagram_finish(struct diagram *diagram);
/* Place the vertices of a hypercube with at most WEFT_DIAGRAM_NODES_MAX
 * vertices (cube.c). */
void diagram_place_cube(struct diagram *diagram);
/* Compute the size after the points are set. Move the points onto the page, and
 * closer together if they exceed the available width. */
void diagram_measure(struct diagram *diagram, struct weft_size *size);
void diagram_draw(const struct diagram *diagram, struct svg *svg);

/* Mark a vertex in the set of the panel's cut: with a class, and red. */
void diagram_mark_inside(const struct diagram *diagram, int u,
                         const char *class, struct style *style);

/* ---- clashes.c, arrows.c, draw.c ------------------------------------- */

/* Run the checker to find the processors that break a rule in the window.
 * Return 0, or -1 if out of memory. */
int diagram_judge(struct diagram *diagram);
/* Return the bend of the arrow between two nodes: the smallest one, to either
 * side, with which the arrow does not touch other nodes. */
double diagram_bend(const struct diagram *diagram, int from, int to);
/* Return the radius of the outermost circle that is drawn around a node. */
double diagram_ring(const struct diagram *diagram, int u);
/* Return the note, which explains the numbers of the arrows. */
const char *diagram_note(const void *diagram);
/* Find the roots that are shaded. Return 0, or -1 if out of memory. */
int diagram_roots(struct diagram *diagram);
/* Call `each` for every arrow of the trees and of the trace. */
void diagram_arrows(const struct diagram *diagram, void *arg,
                    void (*each)(void *arg, const struct arrow *arrow));
/* Call `each` for every link. */
void diagram_links(const struct diagram *diagram, void *arg,
                   void (*each)(const struct diagram *diagram, int u, int v,
                                void *arg));
/* Return the control point of a link. It is beside the middle of the link if
 * the link is bent. */
struct point diagram_link(const struct diagram *diagram, int u, int v);

/* ---- machine-parts.c: machines, whose vertices have kinds such as "GPU" -- */

bool diagram_has_parts(const struct diagram *diagram);
/* Return half the width of the box of a part; 0: it has no box. */
double diagram_part_half(const struct diagram *diagram, int u);
/* Draw the box of a part. Return false if it has none. */
bool diagram_part_draw(const struct diagram *diagram, int u, struct svg *svg);
/* Draw the bandwidths of the links, unless there are arrows. */
void diagram_part_numbers(const struct diagram *diagram, struct svg *svg);

#endif
