/* Numbered dotted arrows between nodes. */
#include "figure/figure.h"

#include <math.h>

#define FONT 11
#define CLEAR 2 /* between an arrow's head and the node */

static struct point towards(struct point from, struct point to, double length)
{
    double x = to.x - from.x, y = to.y - from.y;
    double all = hypot(x, y);
    if (all <= 0)
        return from;
    return (struct point){from.x + x / all * length, from.y + y / all * length};
}

void arrow_draw(struct svg *svg, const struct arrow *arrow)
{
    struct point from = arrow->from, to = arrow->to;
    double x = to.x - from.x, y = to.y - from.y, length = hypot(x, y);
    if (length <= 0)
        return;
    /* The control point lies twice as far out as the middle of the curve. */
    double out = 2 * arrow->bend / length;
    struct point control = {(from.x + to.x) / 2 - y * out,
                            (from.y + to.y) / 2 + x * out};
    from = towards(from, control, arrow->radius + CLEAR);
    to = towards(to, control, arrow->radius + CLEAR);
    svg_curve(svg, from, control, to,
              &(struct style){
                  .class = "arrow",
                  .fill = "none",
                  .stroke = palette_colour(arrow->colour),
                  .dash = "3 2",
                  .marker = palette_arrow(arrow->colour),
                  .width = 1.6,
              });
}

struct point arrow_point(const struct arrow *arrow)
{
    struct point from = arrow->from, to = arrow->to;
    double x = to.x - from.x, y = to.y - from.y, length = hypot(x, y);
    double at = arrow->at;
    if (length <= 0)
        return from;
    /* A parabola over the straight way, bend high in its middle. */
    double height = 4 * at * (1 - at) * arrow->bend / length;
    return (struct point){from.x + x * at - y * height,
                          from.y + y * at + x * height};
}

void arrow_number(struct svg *svg, const struct arrow *arrow)
{
    struct point at = arrow_point(arrow);
    svg_printf(
        svg, at.x, at.y + FONT * 0.35,
        &(struct font){
            .size = FONT, .anchor = WEFT_MIDDLE, .bold = true, .halo = true},
        "%d", arrow->number);
}
