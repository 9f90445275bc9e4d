/* Numbered dotted arrows between nodes. */
#include "figure.h"

#include <math.h>

#define FONT 11
#define CLEAR 2 /* between an arrow's head and the node */

static struct weft_point towards(struct weft_point from, struct weft_point to,
                                 double length)
{
    double x = to.x - from.x, y = to.y - from.y;
    double all = hypot(x, y);
    if (all <= 0)
        return from;
    return (struct weft_point){from.x + x / all * length,
                               from.y + y / all * length};
}

void weft_arrow_draw(struct weft_svg *svg, const struct weft_arrow *arrow)
{
    struct weft_point from = arrow->from, to = arrow->to;
    double x = to.x - from.x, y = to.y - from.y, length = hypot(x, y);
    if (length <= 0)
        return;
    /* The control point lies twice as far out as the middle of the curve. */
    double out = 2 * arrow->bend / length;
    struct weft_point control = {(from.x + to.x) / 2 - y * out,
                                 (from.y + to.y) / 2 + x * out};
    from = towards(from, control, arrow->radius + CLEAR);
    to = towards(to, control, arrow->radius + CLEAR);
    weft_svg_curve(svg, from, control, to,
                   &(struct weft_style){
                       .class = "arrow",
                       .fill = "none",
                       .stroke = weft_palette_colour(arrow->colour),
                       .dash = "3 2",
                       .marker = weft_palette_arrow(arrow->colour),
                       .width = 1.6,
                   });
}

struct weft_point weft_arrow_point(const struct weft_arrow *arrow)
{
    struct weft_point from = arrow->from, to = arrow->to;
    double x = to.x - from.x, y = to.y - from.y, length = hypot(x, y);
    double at = arrow->at;
    if (length <= 0)
        return from;
    /* A parabola over the straight way, bend high in its middle. */
    double height = 4 * at * (1 - at) * arrow->bend / length;
    return (struct weft_point){from.x + x * at - y * height,
                               from.y + y * at + x * height};
}

void weft_arrow_number(struct weft_svg *svg, const struct weft_arrow *arrow)
{
    struct weft_point at = weft_arrow_point(arrow);
    weft_svg_printf(
        svg, at.x, at.y + FONT * 0.35,
        &(struct weft_font){
            .size = FONT, .anchor = WEFT_MIDDLE, .bold = true, .halo = true},
        "%d", arrow->number);
}
