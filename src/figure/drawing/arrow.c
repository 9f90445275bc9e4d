/* Draws numbered arrows between nodes. */
#include "figure/figure.h"

#include <math.h>

#define ARROW_FONT 11
#define CLEAR 2 /* gap between the arrow head and the node */

static struct point towards(struct point from, struct point to, double length)
{
    double x = to.x - from.x, y = to.y - from.y;
    double all = hypot(x, y);
    if (all <= 0)
        return from;
    return (struct point){from.x + x / all * length, from.y + y / all * length};
}

/* A parabola, without the parts that are inside the nodes. */
struct curve {
    struct point from, control, to;
};

static bool curve_of(const struct arrow *arrow, struct curve *curve)
{
    struct point from = arrow->from, to = arrow->to;
    double x = to.x - from.x, y = to.y - from.y, length = hypot(x, y);
    if (length <= 0)
        return false;
    /* the middle of the curve is halfway between the control point and the
     * straight line */
    double out = 2 * arrow->bend / length;
    struct point control = {(from.x + to.x) / 2 - y * out,
                            (from.y + to.y) / 2 + x * out};
    *curve =
        (struct curve){towards(from, control, arrow->leaves + CLEAR), control,
                       towards(to, control, arrow->reaches + CLEAR)};
    return true;
}

void arrow_draw(struct svg *svg, const struct arrow *arrow)
{
    struct curve curve;
    if (curve_of(arrow, &curve))
        svg_curve(svg, curve.from, curve.control, curve.to,
                  &(struct style){
                      .class = "arrow",
                      .fill = "none",
                      .stroke = palette_colour(arrow->colour),
                      .dash = palette_dash(arrow->colour),
                      .marker = palette_arrow(arrow->colour),
                      .width = 1.6,
                  });
}

struct point arrow_point(const struct arrow *arrow)
{
    struct curve c;
    double at = arrow->at, rest = 1 - at;
    if (!curve_of(arrow, &c))
        return arrow->from;
    double a = rest * rest, b = 2 * at * rest, d = at * at;
    return (struct point){a * c.from.x + b * c.control.x + d * c.to.x,
                          a * c.from.y + b * c.control.y + d * c.to.y};
}

void arrow_number(struct svg *svg, const struct arrow *arrow)
{
    struct point at = arrow_point(arrow);
    svg_printf(svg, at.x, at.y + ARROW_FONT * 0.35,
               &(struct font){.size = ARROW_FONT,
                              .anchor = WEFT_MIDDLE,
                              .bold = true,
                              .halo = true},
               "%s", arrow->number);
}
