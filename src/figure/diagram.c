/* A network laid out in the plane, with numbered arrows: the edges of a tree
 * or the transfers of a trace. A processor that breaks a rule of the model of
 * its trace in the steps drawn has a double ring. */
#include "diagram.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FONT 11
#define ARROWS_MAX 400
#define SAMPLES 24  /* points of an arrow that are looked at */
#define CLEARANCE 3 /* between an arrow and a node that it passes */
#define TRIES 12
#define LINK_BOW 0.25
#define CROWDED 6 /* more links of a node than this are drawn thin */
#define AGAIN 9   /* how much further out a second arrow on the same way runs */

static int trace_view(struct weft_diagram *d, const char *what,
                      struct weft_error *err)
{
    if (weft_view_init(&d->view, d->panel, what, err))
        return -1;
    if (d->view.transfers > ARROWS_MAX)
        return weft_error_set(err, ERANGE, 0,
                              "%zu transfers, a %s figure holds %d: draw the "
                              "matrix, or fewer steps (--steps A..B)",
                              d->view.transfers, what, ARROWS_MAX);
    const char *model = weft_trace_info_get(&d->view.trace->info, "model");
    d->judged = model && !weft_model_parse(model, &d->model, NULL);
    d->several = d->view.end - d->view.begin > d->view.unit;
    return 0;
}

int weft_diagram_init(struct weft_diagram *d, const struct weft_panel *panel,
                      const char *what, int most, struct weft_error *err)
{
    d->panel = panel;
    d->several = true;
    d->network = weft_view_network(panel, &d->made);
    if (!d->network)
        return weft_error_set(err, EINVAL, 0,
                              "a %s figure needs a network, and the trace "
                              "names none",
                              what);
    int size = weft_network_size(d->network);
    if (size > most)
        return weft_error_set(err, ERANGE, 0,
                              "%d processors, a %s figure holds %d: draw the "
                              "matrix",
                              size, what, most);
    if (panel->tree && panel->tree->size != size)
        return weft_error_set(err, EINVAL, 0,
                              "a tree of %d nodes on a network of %d",
                              panel->tree->size, size);
    if (panel->trace && trace_view(d, what, err))
        return -1;
    d->vertices = weft_network_vertices(d->network);
    d->point = calloc((size_t)d->vertices, sizeof *d->point);
    if (!d->point)
        return weft_error_set(err, ENOMEM, 0, "no memory for the figure");
    for (int u = 0; u < size; u++) {
        char text[WEFT_LABEL_MAX];
        weft_label_print(text, panel->label, d->network, size, u);
        double half = weft_svg_text_width(text, FONT) / 2 + 2;
        if (half > d->radius)
            d->radius = half;
    }
    if (d->radius < 11)
        d->radius = 11;
    return 0;
}

void weft_diagram_finish(struct weft_diagram *d)
{
    weft_view_finish(&d->view);
    weft_network_destroy(d->made);
    free(d->point);
}

/* ---- arrows ------------------------------------------------------------ */

/* Does an arrow bent so far keep clear of the nodes that it passes? */
static bool clear(const struct weft_diagram *d, int from, int to, double bend)
{
    struct weft_arrow arrow = {
        .from = d->point[from], .to = d->point[to], .bend = bend};
    for (int i = 1; i < SAMPLES; i++) {
        arrow.at = (double)i / SAMPLES;
        struct weft_point at = weft_arrow_point(&arrow);
        for (int u = 0; u < d->vertices; u++)
            if (u != from && u != to &&
                hypot(d->point[u].x - at.x, d->point[u].y - at.y) <
                    d->radius + CLEARANCE)
                return false;
    }
    return true;
}

/* Is there an arrow the other way? */
static bool answered(const struct weft_diagram *d, int from, int to)
{
    const struct weft_tree *tree = d->panel->tree;
    if (tree && tree->parent[from] == to)
        return true;
    for (size_t i = 0; i < d->view.transfers; i++)
        if (d->view.transfer[i].source == to &&
            d->view.transfer[i].destination == from)
            return true;
    return false;
}

/* 1 if the middle of all nodes lies to the left of the way, else -1. */
static int outwards(const struct weft_diagram *d, int from, int to)
{
    struct weft_point middle = {0, 0}, a = d->point[from], b = d->point[to];
    for (int u = 0; u < d->vertices; u++) {
        middle.x += d->point[u].x / d->vertices;
        middle.y += d->point[u].y / d->vertices;
    }
    double cross =
        (b.x - a.x) * (middle.y - a.y) - (b.y - a.y) * (middle.x - a.x);
    return cross < 0 ? 1 : -1;
}

/* The least bend, to either side, that is clear; else as if all were. */
static double bend_of(const struct weft_diagram *d, int from, int to)
{
    int far = weft_network_distance(d->network, from, to);
    double bend = d->bend + (far > 1 ? d->further * far : 0);
    if (d->straight && far > 1)
        bend = 0;
    else if (d->straight && !answered(d, from, to))
        bend *= outwards(d, from, to);
    for (int i = 0; i < TRIES; i++) {
        double other = (i % 2 ? -1 : 1) * (i + 1) / 2 * 8.0;
        if (clear(d, from, to, bend + other))
            return bend + other;
    }
    return bend;
}

/* Tell `each` about every arrow: of the tree, or of the trace. */
static void arrows(const struct weft_diagram *d, void *arg,
                   void (*each)(void *arg, const struct weft_arrow *))
{
    struct weft_arrow arrow = {.radius = d->radius, .at = 0.5};
    const struct weft_tree *tree = d->panel->tree;
    for (int u = 0; tree && u < tree->size; u++) {
        if (tree->parent[u] < 0)
            continue;
        arrow.from = d->point[tree->parent[u]];
        arrow.to = d->point[u];
        arrow.bend = bend_of(d, tree->parent[u], u);
        arrow.number = tree->step[u];
        arrow.colour = tree->step[u] - 1;
        each(arg, &arrow);
    }
    for (size_t i = 0; i < d->view.transfers; i++) {
        const struct weft_transfer *t = &d->view.transfer[i];
        int step = (int)weft_view_step(&d->view, t->start);
        arrow.from = d->point[t->source];
        arrow.to = d->point[t->destination];
        arrow.bend = bend_of(d, t->source, t->destination);
        for (size_t j = 0; j < i; j++)
            if (d->view.transfer[j].source == t->source &&
                d->view.transfer[j].destination == t->destination)
                arrow.bend += AGAIN;
        arrow.number = d->several ? step : t->message;
        arrow.colour = d->several ? step - 1 : t->message;
        each(arg, &arrow);
    }
}

static void arrow_draw(void *arg, const struct weft_arrow *arrow)
{
    weft_arrow_draw(arg, arrow);
}

/* Where the numbers stand so far. */
struct placing {
    const struct weft_diagram *diagram;
    struct weft_svg *svg;
    struct weft_point taken[ARROWS_MAX + WEFT_DIAGRAM_NODES_MAX];
    size_t count;
};

static bool is_free(const struct placing *placing, struct weft_point at)
{
    const struct weft_diagram *d = placing->diagram;
    for (int u = 0; u < d->vertices; u++)
        if (hypot(d->point[u].x - at.x, d->point[u].y - at.y) <
            d->radius + FONT * 0.5)
            return false;
    for (size_t i = 0; i < placing->count; i++)
        if (fabs(placing->taken[i].x - at.x) < FONT * 1.3 &&
            fabs(placing->taken[i].y - at.y) < FONT * 1.2)
            return false;
    return true;
}

/* In the middle of the arrow, or, where something stands, beside it. */
static void number_place(void *arg, const struct weft_arrow *arrow)
{
    static const double places[] = {0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74};
    struct placing *placing = arg;
    struct weft_arrow numbered = *arrow;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        numbered.at = places[i];
        if (is_free(placing, weft_arrow_point(&numbered)))
            break;
        numbered.at = places[0];
    }
    placing->taken[placing->count++] = weft_arrow_point(&numbered);
    weft_arrow_number(placing->svg, &numbered);
}

/* ---- nodes -------------------------------------------------------------- */

static struct weft_use use_of(const struct weft_transfer *t, int rank)
{
    bool sends = t->source == rank;
    return (struct weft_use){
        .kind = sends ? WEFT_USE_SEND : WEFT_USE_RECEIVE,
        .peer = sends ? t->destination : t->source,
        .message = t->message,
    };
}

/* Do two transfers of the window that overlap break a rule of the model? */
static bool clashes(const struct weft_diagram *d, int rank)
{
    const struct weft_transfer *list = d->view.transfer;
    for (size_t i = 0; d->judged && i < d->view.transfers; i++) {
        if (list[i].source != rank && list[i].destination != rank)
            continue;
        for (size_t j = 0; j < i; j++) {
            if ((list[j].source != rank && list[j].destination != rank) ||
                list[j].end <= list[i].start || list[i].end <= list[j].start)
                continue;
            struct weft_use a = use_of(&list[j], rank);
            struct weft_use b = use_of(&list[i], rank);
            if (weft_model_clash(&d->model, &a, &b))
                return true;
        }
    }
    return false;
}

static void node_draw(const struct weft_diagram *d, int u, struct weft_svg *svg)
{
    struct weft_point at = d->point[u];
    if (u >= weft_network_size(d->network)) {
        weft_svg_rect(svg, at.x - 6, at.y - 6, 12, 12,
                      &(struct weft_style){.class = "switch",
                                           .fill = "#fff",
                                           .stroke = "#000",
                                           .width = 1.2});
        return;
    }
    struct weft_style style = {
        .class = "node", .fill = "#fff", .stroke = "#000", .width = 1.2};
    bool root = d->panel->tree && d->panel->tree->root == u;
    if (root)
        style.fill = "#e0e0e0";
    if (clashes(d, u)) {
        style.class = "node clash";
        style.stroke = "#d55e00";
        style.width = 2;
        weft_svg_circle(svg, at.x, at.y, d->radius + 4, &style);
    }
    weft_svg_circle(svg, at.x, at.y, d->radius, &style);
    char text[WEFT_LABEL_MAX];
    weft_label_print(text, d->panel->label, d->network,
                     weft_network_size(d->network), u);
    weft_svg_text(svg, at.x, at.y + FONT * 0.35,
                  &(struct weft_font){.size = FONT, .anchor = WEFT_MIDDLE},
                  text);
}

/* ---- links --------------------------------------------------------------- */

/* A link that would run through other nodes (around a torus) is bent. */
static bool link_passes(const struct weft_diagram *d, int u, int v)
{
    struct weft_point a = d->point[u], b = d->point[v];
    double x = b.x - a.x, y = b.y - a.y;
    for (int w = 0; w < d->vertices; w++) {
        double wx = d->point[w].x - a.x, wy = d->point[w].y - a.y;
        double along = (wx * x + wy * y) / (x * x + y * y);
        double beside = fabs(wx * y - wy * x) / hypot(x, y);
        if (w != u && w != v && along > 0 && along < 1 && beside < d->radius)
            return true;
    }
    return false;
}

/* The control point of a link: out of its middle if it has to be bent. */
static struct weft_point link_control(const struct weft_diagram *d, int u,
                                      int v)
{
    struct weft_point a = d->point[u], b = d->point[v];
    double out = link_passes(d, u, v) ? LINK_BOW : 0;
    return (struct weft_point){(a.x + b.x) / 2 + (b.y - a.y) * out,
                               (a.y + b.y) / 2 - (b.x - a.x) * out};
}

static void link_draw(const struct weft_diagram *d, int u, int v, void *arg)
{
    bool many = weft_network_degree(d->network, u) > CROWDED;
    struct weft_style style = {.class = "link",
                               .fill = "none",
                               .stroke = many ? "#ccc" : "#999",
                               .width = many ? 0.5 : 1.2};
    struct weft_point a = d->point[u], b = d->point[v];
    if (link_passes(d, u, v))
        weft_svg_curve(arg, a, link_control(d, u, v), b, &style);
    else
        weft_svg_line(arg, a.x, a.y, b.x, b.y, &style);
}

static void links(const struct weft_diagram *d, void *arg,
                  void (*each)(const struct weft_diagram *d, int u, int v,
                               void *arg))
{
    for (int u = 0; u < d->vertices; u++)
        for (int i = 0; i < weft_network_degree(d->network, u); i++) {
            int v = weft_network_neighbour(d->network, u, i);
            if (u < v)
                each(d, u, v, arg);
        }
}

void weft_diagram_draw(const struct weft_diagram *d, struct weft_svg *svg)
{
    links(d, svg, link_draw);
    arrows(d, svg, arrow_draw);
    for (int u = 0; u < d->vertices; u++)
        node_draw(d, u, svg);
    struct placing placing = {.diagram = d, .svg = svg};
    arrows(d, &placing, number_place);
}

/* ---- size ---------------------------------------------------------------- */

struct extent {
    double left, top, right, bottom;
};

static void extent_add(struct extent *extent, struct weft_point at,
                       double radius)
{
    extent->left = fmin(extent->left, at.x - radius);
    extent->right = fmax(extent->right, at.x + radius);
    extent->top = fmin(extent->top, at.y - radius);
    extent->bottom = fmax(extent->bottom, at.y + radius);
}

/* Room for an arrow's bow: its middle lies bend away from the straight way. */
static void extent_bow(const struct weft_diagram *d, struct extent *extent,
                       int from, int to, double bend)
{
    struct weft_arrow arrow = {
        .from = d->point[from], .to = d->point[to], .bend = bend, .at = 0.5};
    extent_add(extent, weft_arrow_point(&arrow), FONT * 0.7);
}

static void extent_arrows(const struct weft_diagram *d, struct extent *extent)
{
    const struct weft_tree *tree = d->panel->tree;
    for (int u = 0; tree && u < tree->size; u++)
        if (tree->parent[u] >= 0)
            extent_bow(d, extent, tree->parent[u], u,
                       bend_of(d, tree->parent[u], u));
    for (size_t i = 0; i < d->view.transfers; i++) {
        const struct weft_transfer *t = &d->view.transfer[i];
        extent_bow(d, extent, t->source, t->destination,
                   bend_of(d, t->source, t->destination));
    }
}

/* The middle of a bent link lies half as far out as its control point. */
static void extent_link(const struct weft_diagram *d, int u, int v, void *arg)
{
    struct weft_point c = link_control(d, u, v);
    struct weft_point a = d->point[u], b = d->point[v];
    extent_add(arg,
               (struct weft_point){(a.x + b.x) / 4 + c.x / 2,
                                   (a.y + b.y) / 4 + c.y / 2},
               2);
}

void weft_diagram_measure(struct weft_diagram *d, struct weft_size *size)
{
    struct extent extent = {1e9, 1e9, -1e9, -1e9};
    for (int u = 0; u < d->vertices; u++)
        extent_add(&extent, d->point[u], d->radius + 6);
    extent_arrows(d, &extent);
    links(d, &extent, extent_link);
    for (int u = 0; u < d->vertices; u++) {
        d->point[u].x -= extent.left;
        d->point[u].y -= extent.top;
    }
    size->width = extent.right - extent.left;
    size->height = extent.bottom - extent.top;
}
