/* A network laid out in the plane, with numbered arrows: what the cube and
 * the network figures share. Private to src/figure. */
#ifndef WEFT_SRC_FIGURE_DIAGRAM_H
#define WEFT_SRC_FIGURE_DIAGRAM_H

#include "figure.h"

#include <weft/model.h>

/* Processors of the largest network drawn. */
#define WEFT_DIAGRAM_NODES_MAX 64
#define WEFT_DIAGRAM_ARROWS_MAX 400

struct weft_diagram {
    const struct weft_panel *panel;
    const struct weft_network *network;
    struct weft_network *made;
    struct weft_view view; /* of the panel's trace, if it has one */
    struct weft_model model;
    bool judged;              /* the trace names its model */
    struct weft_point *point; /* [vertices] */
    int vertices;
    double radius;
    double bend;      /* how far an arrow along a link keeps from it */
    double further;   /* and more for every link that it passes */
    bool straight;    /* arrows that pass others go straight */
    double left, top; /* room around the nodes */
    bool several;     /* more than one step is drawn: numbers are steps */
};

/* The network of the panel, its trace's window, room for the points. */
int weft_diagram_init(struct weft_diagram *diagram,
                      const struct weft_panel *panel, const char *what,
                      int most, struct weft_error *err);
void weft_diagram_finish(struct weft_diagram *diagram);
/* Size, once the points stand; moves them into the page. */
void weft_diagram_measure(struct weft_diagram *diagram, struct weft_size *size);
void weft_diagram_draw(const struct weft_diagram *diagram,
                       struct weft_svg *svg);

/* ---- diagram-arrows.c, diagram-draw.c ------------------------------------ */

/* How far the arrow between two nodes is bent: the least, to either side, that
 * is clear of other nodes. */
double weft_diagram_bend(const struct weft_diagram *diagram, int from, int to);
/* Tell `each` about every arrow: of the tree, and of the trace. */
void weft_diagram_arrows(const struct weft_diagram *diagram, void *arg,
                         void (*each)(void *arg,
                                      const struct weft_arrow *arrow));
/* Tell `each` about every link. */
void weft_diagram_links(const struct weft_diagram *diagram, void *arg,
                        void (*each)(const struct weft_diagram *diagram, int u,
                                     int v, void *arg));
/* The control point of a link: out of its middle if it has to be bent. */
struct weft_point weft_diagram_link(const struct weft_diagram *diagram, int u,
                                    int v);

#endif
