/* Draws a network with numbered dotted arrows, as Grama et al. draw their
 * broadcasts. There is one function for each layout of networks. */
#include "diagram/diagram.h"

#include <math.h>

#define FIGURE_NETWORK_PITCH 74

/* Place all vertices on a circle, counterclockwise from rank 0 at the lower
 * left: the first half of the ranks is below, as in the ring of Grama et al.
 * Arrows that pass other nodes are straight. */
static void circle_place(struct diagram *d, int first)
{
    int count = d->vertices - first;
    double radius = FIGURE_NETWORK_PITCH * count / (2 * M_PI);
    if (radius < FIGURE_NETWORK_PITCH)
        radius = FIGURE_NETWORK_PITCH;
    for (int i = 0; i < count; i++) {
        double angle = M_PI * (1.25 + 2.0 * i / count);
        d->point[first + i] =
            (struct point){radius * 1.25 * cos(angle), -radius * sin(angle)};
    }
    d->bend = 11;
    d->straight = true;
}

static void ring_place(struct diagram *d)
{
    circle_place(d, 0);
}

static void star_place(struct diagram *d)
{
    circle_place(d, 1);
}

/* Place the vertices in a row; arrows pass above it. */
static void line_place(struct diagram *d)
{
    for (int u = 0; u < d->vertices; u++)
        d->point[u].x = u * FIGURE_NETWORK_PITCH * 0.9;
    d->bend = 12;
    d->further = 14;
}

/* Place the vertices of a grid: the last axis points to the right and the one
 * before it down (with `columns`: the first axis to the right, the second up);
 * a third axis is drawn as planes behind each other. */
static void grid_place(struct diagram *d)
{
    int extents[WEFT_NETWORK_AXES_MAX];
    int axes = weft_network_axes(d->network, extents);
    for (int u = 0; u < weft_network_size(d->network); u++) {
        int at[WEFT_NETWORK_AXES_MAX] = {0};
        weft_network_coordinates(d->network, u, at);
        int right = at[axes - 1], down = axes > 1 ? at[axes - 2] : 0;
        if (d->panel->columns && axes == 2) {
            right = at[0];
            down = -at[1];
        }
        int back = axes > 2 ? at[0] : 0;
        double pitch =
            axes > 2 ? FIGURE_NETWORK_PITCH * 1.5 : FIGURE_NETWORK_PITCH;
        d->point[u] = (struct point){right * pitch + back * pitch * 0.42,
                                     down * pitch - back * pitch * 0.3};
    }
    d->bend = 11;
    d->further = 7;
}

/* Place the leaves below, and each switch above the middle of its children;
 * arrows between leaves pass below them. */
static void tree_place(struct diagram *d)
{
    int size = weft_network_size(d->network);
    for (int u = 0; u < size; u++)
        d->point[u].x = u * FIGURE_NETWORK_PITCH * 0.8;
    /* begin with the last switch, because the two children of a switch have
     * higher numbers, or are leaves */
    for (int u = d->vertices - 1; u >= size; u--) {
        struct point left = d->point[weft_network_neighbour(d->network, u, 0)];
        struct point right = d->point[weft_network_neighbour(d->network, u, 1)];
        d->point[u] = (struct point){(left.x + right.x) / 2,
                                     left.y - FIGURE_NETWORK_PITCH * 0.8};
    }
    d->bend = 8;
    d->further = 9;
}

/* Place the vertices at the positions that the network specifies. */
static void own_place(struct diagram *d)
{
    for (int u = 0; u < d->vertices; u++) {
        double at[2];
        weft_network_place(d->network, u, at);
        d->point[u] = (struct point){at[0] * FIGURE_NETWORK_PITCH,
                                     at[1] * FIGURE_NETWORK_PITCH};
    }
    d->bend = 11;
    d->further = 7;
}

static int figure_network_measure(void *state, const struct weft_panel *panel,
                                  struct weft_size *size,
                                  struct weft_error *err)
{
    static void (*const place[])(struct diagram * diagram) = {
        [WEFT_LAYOUT_CIRCLE] = ring_place,
        [WEFT_LAYOUT_HUB] = star_place,
        [WEFT_LAYOUT_ROW] = line_place,
        [WEFT_LAYOUT_GRID] = grid_place,
        [WEFT_LAYOUT_LEAVES] = tree_place,
        [WEFT_LAYOUT_CUBE] = diagram_place_cube,
        [WEFT_LAYOUT_PLACED] = own_place,
    };
    struct diagram *d = state;
    if (diagram_init(d, panel, "network", WEFT_DIAGRAM_NODES_MAX, err))
        return -1;
    place[weft_network_layout(d->network)](d);
    diagram_measure(d, size);
    return 0;
}

static void figure_network_draw(const void *state, struct svg *svg)
{
    diagram_draw(state, svg);
}

static void figure_network_finish(void *state)
{
    diagram_finish(state);
}

const struct figure_row figure_network = {
    .info = {"network",
             "a network with numbered arrows: a tree's edges or a "
             "trace's transfers",
             WEFT_FIGURE_NETWORK},
    .tell = diagram_note,
    .state = sizeof(struct diagram),
    .measure = figure_network_measure,
    .draw = figure_network_draw,
    .finish = figure_network_finish,
};
