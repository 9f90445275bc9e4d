/* Colours, line styles, arrow heads, textures, shades. */
#include "svg.h"

#include "base/base.h"

#include <math.h>

struct drawing_palette_colour {
    /* colour of lines and boxes, from Okabe and Ito's palette without yellow,
     * which is too pale for lines; the last colour is one of Tol's */
    const char *full;
    const char *tint;
    const char *ink; /* colour of text that is readable on `full`, black or
                        white */
    const char *arrow;
};

/* The colours. Neighbouring ones also differ in lightness. */
static const struct drawing_palette_colour colours[WEFT_COLOURS] = {
    {"#0072b2", "#cfe3f0", "#fff", "arrow-0"},
    {"#e69f00", "#fbecce", "#000", "arrow-1"},
    {"#009e73", "#cdeee3", "#fff", "arrow-2"},
    {"#d55e00", "#f8dcca", "#fff", "arrow-3"},
    {"#56b4e9", "#dff1fb", "#000", "arrow-4"},
    {"#000000", "#e0e0e0", "#fff", "arrow-5"},
    {"#cc79a7", "#f6e5ee", "#000", "arrow-6"},
    {"#882255", "#e8d2dd", "#fff", "arrow-7"},
};
static const struct drawing_palette_colour palette_rest = {
    "#bbb", "#eee", "#000", "arrow-rest"};

/* Line styles with their textures. Their number is not a multiple of the number
 * of colours, so a colour repeats with another style. */
static const struct texture {
    const char *dash, *texture, *grain;
} textures[] = {
    {NULL, NULL, NULL},
    {"6 2", "url(#texture-1)", "url(#grain-1)"},
    {"2 2", "url(#texture-2)", "url(#grain-2)"},
    {"8 2 2 2", "url(#texture-3)", "url(#grain-3)"},
    {"10 3 2 3 2 3", "url(#texture-4)", "url(#grain-4)"},
};
#define TEXTURES (int)(sizeof textures / sizeof *textures)
_Static_assert(WEFT_SIGNS == WEFT_COLOURS * TEXTURES, "every pair once");

static const char *const shades[WEFT_SHADES] = {
    "#fff", "#deebf7", "#b5d4e9", "#82badb", "#4a97c9", "#1d6cb1", "#08306b",
};

const char palette_hatch[] = "url(#hatch)";
const char palette_dots[] = "url(#dots)";

static const struct drawing_palette_colour *colour_of(int number)
{
    return number < 0 ? &palette_rest : &colours[number % WEFT_COLOURS];
}

static const struct texture *texture_of(int number)
{
    if (number < 0)
        return &textures[0];
    int turn = number / WEFT_COLOURS % TEXTURES;
    return &textures[(number % WEFT_SIGNS + turn) % TEXTURES];
}

const char *palette_colour(int number)
{
    return colour_of(number)->full;
}

const char *palette_tint(int number)
{
    return colour_of(number)->tint;
}

const char *palette_ink(int number)
{
    return colour_of(number)->ink;
}

const char *palette_arrow(int number)
{
    return colour_of(number)->arrow;
}

const char *palette_dash(int number)
{
    return texture_of(number)->dash;
}

const char *palette_texture(int number)
{
    return texture_of(number)->texture;
}

const char *palette_grain(int number)
{
    return texture_of(number)->grain;
}

const char *palette_shade(int shade)
{
    return shades[shade];
}

int palette_shade_of(double number, double most)
{
    if (number <= 0 || most <= 0)
        return 0;
    int shade = (int)ceil(number / most * (WEFT_SHADES - 1));
    return (int)clamp(shade, 1, WEFT_SHADES - 1);
}

/* ---- definitions --------------------------------------------------------- */

static void head_define(struct svg *svg,
                        const struct drawing_palette_colour *colour)
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

/* A tile with strokes of one colour on `ground`, which is transparent if
 * NULL. */
struct tile {
    const char *name, *size, *turn, *ground, *path, *stroke, *width;
};

#define SLANT "rotate(45)"
#define BARS "M1 0V5"
#define CROSS "M1 0V5M0 1H5"
#define DOTS "M1 1h1.2M3.5 3.5h1.2"
static const struct tile tiles[] = {
    {"hatch", "5", SLANT, "#eee", BARS, "#777", "2"},
    {"dots", "5", NULL, "#fff", DOTS, "#aa4499", "1.4"},
    {"texture-1", "5", SLANT, NULL, BARS, "#fff", "1.2"},
    {"texture-2", "5", NULL, NULL, DOTS, "#fff", "1.4"},
    {"texture-3", "5", "rotate(-45)", NULL, BARS, "#fff", "1.2"},
    {"texture-4", "5", NULL, NULL, CROSS, "#fff", "0.9"},
    {"grain-1", "5", SLANT, NULL, BARS, "#555", "0.7"},
    {"grain-2", "5", NULL, NULL, DOTS, "#555", "1"},
    {"grain-3", "5", "rotate(-45)", NULL, BARS, "#555", "0.7"},
    {"grain-4", "5", NULL, NULL, CROSS, "#555", "0.6"},
};
#define TILES (int)(sizeof tiles / sizeof *tiles)

static void tile_define(struct svg *svg, const struct tile *tile)
{
    svg_open(svg, "pattern");
    svg_attribute(svg, "id", tile->name);
    svg_attribute(svg, "width", tile->size);
    svg_attribute(svg, "height", tile->size);
    svg_attribute(svg, "patternUnits", "userSpaceOnUse");
    svg_attribute(svg, "patternTransform", tile->turn);
    if (tile->ground)
        svg_rect(svg, 0, 0, 5, 5, &(struct style){.fill = tile->ground});
    svg_open(svg, "path");
    svg_attribute(svg, "d", tile->path);
    svg_attribute(svg, "fill", "none");
    svg_attribute(svg, "stroke", tile->stroke);
    svg_attribute(svg, "stroke-width", tile->width);
    svg_end(svg);
    svg_end(svg);
}

const char *palette_name(int index)
{
    if (index < WEFT_COLOURS)
        return colours[index].arrow;
    if (index == WEFT_COLOURS)
        return palette_rest.arrow;
    index -= WEFT_COLOURS + 1;
    return index < TILES ? tiles[index].name : NULL;
}

void palette_define(struct svg *svg, int index)
{
    if (index <= WEFT_COLOURS)
        head_define(svg,
                    index < WEFT_COLOURS ? &colours[index] : &palette_rest);
    else
        tile_define(svg, &tiles[index - WEFT_COLOURS - 1]);
}
