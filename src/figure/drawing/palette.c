/* Colours, line styles, arrow heads and the hatched fill. */
#include "svg.h"

#include <stdio.h>

struct colour {
    const char
        *full; /* of Okabe and Ito, without yellow: too pale for a line */
    const char *tint;
    const char *ink; /* readable on full */
    const char *arrow;
};

/* Neighbours differ in lightness, too. */
static const struct colour colours[WEFT_COLOURS] = {
    {"#0072b2", "#cfe3f0", "#fff", "arrow-0"},
    {"#e69f00", "#fbecce", "#000", "arrow-1"},
    {"#009e73", "#cdeee3", "#fff", "arrow-2"},
    {"#d55e00", "#f8dcca", "#fff", "arrow-3"},
    {"#56b4e9", "#dff1fb", "#000", "arrow-4"},
    {"#000000", "#e0e0e0", "#fff", "arrow-5"},
    {"#cc79a7", "#f6e5ee", "#000", "arrow-6"},
};

static const char *const dashes[] = {NULL, "6 2", "2 2", "8 2 2 2"};
#define DASHES (int)(sizeof dashes / sizeof *dashes)

const char palette_hatch[] = "url(#hatch)";

static int wrap(int number, int length)
{
    return (number % length + length) % length;
}

const char *palette_colour(int number)
{
    return colours[wrap(number, WEFT_COLOURS)].full;
}

const char *palette_tint(int number)
{
    return colours[wrap(number, WEFT_COLOURS)].tint;
}

const char *palette_ink(int number)
{
    return colours[wrap(number, WEFT_COLOURS)].ink;
}

const char *palette_arrow(int number)
{
    return colours[wrap(number, WEFT_COLOURS)].arrow;
}

const char *palette_dash(int number)
{
    return dashes[wrap(number, DASHES)];
}

static void head_define(struct svg *svg, const struct colour *colour)
{
    svg_open(svg, "marker");
    svg_attribute(svg, "id", colour->arrow);
    svg_attribute(svg, "viewBox", "0 0 8 6");
    svg_attribute(svg, "refX", "8");
    svg_attribute(svg, "refY", "3");
    svg_attribute(svg, "markerWidth", "8");
    svg_attribute(svg, "markerHeight", "6");
    svg_attribute(svg, "markerUnits", "userSpaceOnUse");
    svg_attribute(svg, "orient", "auto");
    svg_open(svg, "path");
    svg_attribute(svg, "d", "M0 0L8 3L0 6z");
    svg_attribute(svg, "fill", colour->full);
    svg_end(svg);
    svg_end(svg);
}

static void hatch_define(struct svg *svg)
{
    svg_open(svg, "pattern");
    svg_attribute(svg, "id", "hatch");
    svg_attribute(svg, "width", "5");
    svg_attribute(svg, "height", "5");
    svg_attribute(svg, "patternUnits", "userSpaceOnUse");
    svg_attribute(svg, "patternTransform", "rotate(45)");
    svg_rect(svg, 0, 0, 5, 5, &(struct style){.fill = "#eee"});
    svg_rect(svg, 0, 0, 2, 5, &(struct style){.fill = "#777"});
    svg_end(svg);
}

void palette_define(struct svg *svg)
{
    svg_open(svg, "defs");
    for (int i = 0; i < WEFT_COLOURS; i++)
        head_define(svg, &colours[i]);
    hatch_define(svg);
    svg_end(svg);
}
