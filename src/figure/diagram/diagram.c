/* Lays out a network in the plane: computes the contents of a diagram and its
 * size. */
#include "diagram.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DIAGRAM_FONT 11

static int trace_view(struct diagram *d, const char *what,
                      struct weft_error *err)
{
    if (view_init(&d->view, d->panel, what, err))
        return -1;
    if (d->view.transfers > WEFT_DIAGRAM_ARROWS_MAX)
        return weft_error_set(
            err, WEFT_ERROR_LIMIT, 0,
            "%zu transfers; a %s figure shows at most %d: draw "
            "the matrix, or fewer steps (--steps A..B)",
            d->view.transfers, what, WEFT_DIAGRAM_ARROWS_MAX);
    d->several = d->view.end - d->view.begin > d->view.unit;
    return 0;
}

int diagram_init(struct diagram *d, const struct weft_panel *panel,
                 const char *what, int most, struct weft_error *err)
{
    d->panel = panel;
    d->several = true;
    d->network = panel->network;
    if (!d->network)
        return weft_error_set(
            err, WEFT_ERROR_MISUSE, 0,
            "a %s figure needs a network (-n): the trace names "
            "none, or one from a file",
            what);
    int size = weft_network_size(d->network);
    if (size > most)
        return weft_error_set(
            err, WEFT_ERROR_LIMIT, 0,
            "%d processors; a %s figure shows at most %d: draw "
            "the matrix",
            size, what, most);
    d->vertices = weft_network_vertices(d->network);
    if (d->vertices > WEFT_DIAGRAM_VERTICES_MAX)
        return weft_error_set(
            err, WEFT_ERROR_LIMIT, 0,
            "%d processors and switches; a %s figure shows at "
            "most %d: draw the matrix",
            d->vertices, what, WEFT_DIAGRAM_VERTICES_MAX);
    d->trees = panel->tree ? panel->trees + !panel->trees : 0;
    for (size_t i = 0; i < d->trees; i++)
        if (panel->tree[i].size != size)
            return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                                  "a tree of %d nodes on a network of %d",
                                  panel->tree[i].size, size);
    if (panel->trace && trace_view(d, what, err))
        return -1;
    if (panel->trace && (diagram_judge(d) ||
                         legend_init(&d->legend, &d->view, panel, 0, false)))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the figure");
    d->point = calloc((size_t)d->vertices, sizeof *d->point);
    if (!d->point || diagram_roots(d))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the figure");
    for (int u = 0; u < size; u++) {
        char text[WEFT_LABEL_MAX];
        label_print_of(text, panel->label, panel->trace, d->network, size, u,
                       WEFT_LABEL_NODE);
        double half = svg_text_width(text, DIAGRAM_FONT) / 2 + 2;
        if (half > d->radius)
            d->radius = half;
    }
    if (d->radius < 11)
        d->radius = 11;
    return 0;
}

void diagram_finish(struct diagram *d)
{
    view_finish(&d->view);
    legend_finish(&d->legend);
    free(d->root);
    free(d->point);
    free(d->clashes);
}

struct diagram_extent {
    double left, top, right, bottom;
};

static void extent_add(struct diagram_extent *extent, struct point at,
                       double radius)
{
    extent->left = fmin(extent->left, at.x - radius);
    extent->right = fmax(extent->right, at.x + radius);
    extent->top = fmin(extent->top, at.y - radius);
    extent->bottom = fmax(extent->bottom, at.y + radius);
}

/* Extend the area by the curve of an arrow, including its number at any
 * place. */
static void extent_arrow(void *arg, const struct arrow *arrow)
{
    struct arrow at = *arrow;
    for (int i = 1; i < 8; i++) {
        at.at = i / 8.0;
        extent_add(arg, arrow_point(&at), DIAGRAM_FONT * 0.8);
    }
}

/* Extend the area by a link. The middle of a bent link is halfway between its
 * control point and the straight line. */
static void extent_link(const struct diagram *d, int u, int v, void *arg)
{
    struct point c = diagram_link(d, u, v);
    struct point a = d->point[u], b = d->point[v];
    extent_add(
        arg,
        (struct point){(a.x + b.x) / 4 + c.x / 2, (a.y + b.y) / 4 + c.y / 2},
        2);
}

static struct diagram_extent extent_find(const struct diagram *d)
{
    struct diagram_extent extent = {1e9, 1e9, -1e9, -1e9};
    for (int u = 0; u < d->vertices; u++)
        extent_add(&extent, d->point[u],
                   fmax(d->radius, diagram_part_half(d, u)) + 6);
    diagram_arrows(d, &extent, extent_arrow);
    diagram_links(d, &extent, extent_link);
    return extent;
}

/* Return whether the nodes remain apart if their distances in x shrink by this
 * factor. */
static bool apart(const struct diagram *d, double factor)
{
    for (int u = 0; u < d->vertices; u++)
        for (int v = 0; v < u; v++)
            if (hypot((d->point[u].x - d->point[v].x) * factor,
                      d->point[u].y - d->point[v].y) < 2 * d->radius + 2)
                return false;
    return true;
}

void diagram_measure(struct diagram *d, struct weft_size *size)
{
    struct diagram_extent extent = extent_find(d);
    double factor = (size->most - 4 * d->radius) / (extent.right - extent.left);
    if (d->panel->print && extent.right - extent.left > size->most &&
        apart(d, factor)) {
        for (int u = 0; u < d->vertices; u++)
            d->point[u].x *= factor;
        extent = extent_find(d);
    }
    for (int u = 0; u < d->vertices; u++) {
        d->point[u].x -= extent.left;
        d->point[u].y -= extent.top;
    }
    size->width = extent.right - extent.left;
    size->height = extent.bottom - extent.top;
}
