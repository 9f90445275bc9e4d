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

void weft_arrow_number(struct weft_svg *svg, const struct weft_arrow *arrow)
{
    struct weft_point from = arrow->from, to = arrow->to;
    double x = to.x - from.x, y = to.y - from.y, length = hypot(x, y);
    if (length <= 0)
        return;
    double out = arrow->bend / length, at = arrow->at;
    /* The curve's own point at `at`, on a parabola of that height. */
    double height = 4 * at * (1 - at) * out;
    weft_svg_printf(
        svg, from.x + x * at - y * height,
        from.y + y * at + x * height + FONT * 0.35,
        &(struct weft_font){
            .size = FONT, .anchor = WEFT_MIDDLE, .bold = true, .halo = true},
        "%d", arrow->number);
}
