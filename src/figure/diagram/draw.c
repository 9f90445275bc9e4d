/* Draws a diagram: links, arrows, nodes, numbers. A processor that breaks a
 * rule of its trace's model in the drawn steps has a double ring. */
#include "base/base.h"
#include "diagram.h"

#include <math.h>
#include <weft/unstable/ways.h>

#define DRAW_FONT 11
#define LINK_BOW 0.25
#define CUT_STROKE "#d55e00"
#define CUT_FILL "#fbdcc8"
#define CROWDED 6 /* with more links per node than this, links are thin */

static void draw_one(void *arg, const struct arrow *arrow)
{
    arrow_draw(arg, arrow);
}

/* The positions of the numbers placed so far. */
struct placing {
    const struct diagram *diagram;
    struct svg *svg;
    struct point taken[WEFT_DIAGRAM_ARROWS_MAX + WEFT_DIAGRAM_NODES_MAX];
    size_t count;
};

static bool draw_is_free(const struct placing *placing, struct point at)
{
    const struct diagram *d = placing->diagram;
    for (int u = 0; u < d->vertices; u++)
        if (hypot(d->point[u].x - at.x, d->point[u].y - at.y) <
            d->radius + DRAW_FONT * 0.5)
            return false;
    for (size_t i = 0; i < placing->count; i++)
        if (fabs(placing->taken[i].x - at.x) < DRAW_FONT * 1.3 &&
            fabs(placing->taken[i].y - at.y) < DRAW_FONT * 1.2)
            return false;
    return true;
}

/* Place the number at the middle of the arrow or, if another number is there,
 * closer to one of the arrow's ends. */
static void number_place(void *arg, const struct arrow *arrow)
{
    static const double places[] = {0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74};
    struct placing *placing = arg;
    struct arrow numbered = *arrow;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        numbered.at = places[i];
        if (draw_is_free(placing, arrow_point(&numbered)))
            break;
        numbered.at = places[0];
    }
    placing->taken[placing->count++] = arrow_point(&numbered);
    arrow_number(placing->svg, &numbered);
}

/* ---- nodes -------------------------------------------------------------- */

/* Return whether a vertex is in the set of the panel's cut. */
static bool draw_is_inside(const struct diagram *d, int u)
{
    return d->panel->inside && d->panel->inside[u];
}

void diagram_mark_inside(const struct diagram *d, int u, const char *class,
                         struct style *style)
{
    if (!draw_is_inside(d, u))
        return;
    style->class = class;
    style->fill = CUT_FILL;
    style->stroke = CUT_STROKE;
    style->width = 2;
}

/* Mark a switch that combines or multicasts messages; diagram_note() explains
 * the signs. */
static void draw_power(const struct weft_network *network, int u,
                       struct point at, struct svg *svg)
{
    if (!weft_network_multicasts(network, u))
        return;
    svg_text(svg, at.x, at.y + DRAW_FONT * 0.35,
             &(struct font){.size = DRAW_FONT, .anchor = WEFT_MIDDLE},
             weft_network_combines(network, u) ? "+" : "=");
}

static void diagram_draw_node_draw(const struct diagram *d, int u,
                                   struct svg *svg)
{
    struct point at = d->point[u];
    struct style style = {
        .class = "node", .fill = "#fff", .stroke = "#000", .width = 1.2};
    if (diagram_part_draw(d, u, svg))
        return;
    if (u >= weft_network_size(d->network)) {
        style.class = "switch";
        diagram_mark_inside(d, u, "switch cut", &style);
        svg_rect(svg, at.x - 6, at.y - 6, 12, 12, &style);
        draw_power(d->network, u, at, svg);
        return;
    }
    diagram_mark_inside(d, u, "node cut", &style);
    if (d->root[u])
        style.fill = "#e0e0e0";
    if (d->clashes && d->clashes[u]) {
        style.class = "node clash";
        style.stroke = "#d55e00";
        style.width = 2;
        svg_circle(svg, at.x, at.y, diagram_ring(d, u), &style);
    }
    svg_circle(svg, at.x, at.y, d->radius, &style);
    char text[WEFT_LABEL_MAX];
    label_print_of(text, d->panel->label, d->panel->trace, d->network,
                   weft_network_size(d->network), u, WEFT_LABEL_NODE);
    svg_text(svg, at.x, at.y + DRAW_FONT * 0.35,
             &(struct font){.size = DRAW_FONT, .anchor = WEFT_MIDDLE}, text);
}

/* ---- links --------------------------------------------------------------- */

/* Return whether a straight link would pass through other nodes, as around a
 * torus. Such a link is bent. */
static bool link_passes(const struct diagram *d, int u, int v)
{
    struct point a = d->point[u], b = d->point[v];
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

struct point diagram_link(const struct diagram *d, int u, int v)
{
    struct point a = d->point[u], b = d->point[v];
    double out = link_passes(d, u, v) ? LINK_BOW : 0;
    return (struct point){(a.x + b.x) / 2 + (b.y - a.y) * out,
                          (a.y + b.y) / 2 - (b.x - a.x) * out};
}

static void link_draw(const struct diagram *d, int u, int v, void *arg)
{
    bool many = weft_network_degree(d->network, u) > CROWDED;
    struct style style = {.class = "link",
                          .fill = "none",
                          .stroke = many ? "#ccc" : "#999",
                          .width = many ? 0.5 : 1.2};
    int port = weft_network_port(d->network, u, v);
    int lanes = weft_network_lanes(d->network, u, port);
    style.width *= (double)clamp(lanes, 1, 5);
    if (draw_is_inside(d, u) != draw_is_inside(d, v)) {
        style.class = "link cut";
        style.stroke = CUT_STROKE;
        style.width = fmax(style.width, 2);
    }
    struct point a = d->point[u], b = d->point[v];
    if (link_passes(d, u, v))
        svg_curve(arg, a, diagram_link(d, u, v), b, &style);
    else
        svg_line(arg, a.x, a.y, b.x, b.y, &style);
}

void diagram_links(const struct diagram *d, void *arg,
                   void (*each)(const struct diagram *d, int u, int v,
                                void *arg))
{
    for (int u = 0; u < d->vertices; u++)
        for (int i = 0; i < weft_network_degree(d->network, u); i++) {
            int v = weft_network_neighbour(d->network, u, i);
            /* draw each link once, even if it has only one direction */
            if (u < v || weft_network_port(d->network, v, u) < 0)
                each(d, u, v, arg);
        }
}

void diagram_draw(const struct diagram *d, struct svg *svg)
{
    diagram_links(d, svg, link_draw);
    diagram_part_numbers(d, svg);
    diagram_arrows(d, svg, draw_one);
    for (int u = 0; u < d->vertices; u++)
        diagram_draw_node_draw(d, u, svg);
    struct placing placing = {.diagram = d, .svg = svg};
    diagram_arrows(d, &placing, number_place);
}
