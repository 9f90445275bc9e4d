/* The few shapes that figures are made of, written as SVG by libxml2's text
 * writer. Errors stick and are reported once, by svg_finish(). */
#ifndef WEFT_SRC_FIGURE_SVG_H
#define WEFT_SRC_FIGURE_SVG_H

#include <stdbool.h>
#include <stddef.h>

struct svg;

/* How a shape looks; what is NULL or 0 is not written. */
struct style {
    const char *class;
    const char *fill;
    const char *stroke;
    const char *dash;   /* "4 2" */
    const char *marker; /* "arrow-3": the marker at the end of the line */
    double width;       /* of the stroke */
    double opacity;     /* 0: 1 */
};

enum anchor { WEFT_START, WEFT_MIDDLE, WEFT_END };

/* title and desc are for readers that cannot see; title may be NULL. With
 * print, its size is told in points, SVG_PRINT to a pixel. */
#define SVG_PRINT (7 * 72 / 640.0)
struct svg *svg_create(double width, double height, bool print,
                       const char *title, const char *desc);
/* The document, owned by the caller; frees svg. NULL: no memory. */
char *svg_finish(struct svg *svg);

/* Something could not be drawn: svg_finish() will say so. */
void svg_fail(struct svg *svg);

/* A group, moved by (x, y), that gives its style to what is in it. */
void svg_group(struct svg *svg, double x, double y, const struct style *style);
void svg_end(struct svg *svg);

void svg_rect(struct svg *svg, double x, double y, double width, double height,
              const struct style *style);
void svg_circle(struct svg *svg, double x, double y, double radius,
                const struct style *style);
void svg_line(struct svg *svg, double x1, double y1, double x2, double y2,
              const struct style *style);
/* From a to b, bent towards the control point c. */
struct point {
    double x, y;
};
void svg_curve(struct svg *svg, struct point a, struct point c, struct point b,
               const struct style *style);
/* Filled, it is a polygon. */
void svg_polyline(struct svg *svg, const struct point *points, size_t count,
                  const struct style *style);
/* How a text looks. */
struct font {
    double size;
    enum anchor anchor;
    bool bold;
    bool halo;        /* a white rim, for text over lines */
    const char *fill; /* NULL: black */
};
/* A box with round ends, as high as 2 * radius. */
void svg_pill(struct svg *svg, double x, double y, double half, double radius,
              const struct style *style);
/* A line of text from below to above: (x, y) is the middle of its base. */
void svg_text_up(struct svg *svg, double x, double y, const struct font *font,
                 const char *text);

/* A line of text: y is its base line. */
void svg_text(struct svg *svg, double x, double y, const struct font *font,
              const char *text);
void svg_printf(struct svg *svg, double x, double y, const struct font *font,
                const char *format, ...) __attribute__((format(printf, 5, 6)));
/* A generous guess of the width of a text, for laying out. */
double svg_text_width(const char *text, double size);

/* ---- palette.c ------------------------------------------------------- */

/* Signs, by number: a colour (of Okabe and Ito, which people with any colour
 * vision can tell apart, and one more), a line style, and for filled boxes a
 * texture; neighbours differ in all of them. Numbers from WEFT_SIGNS on look
 * like earlier ones; a negative one is grey: what is not chosen. */
#define WEFT_COLOURS 8
#define WEFT_SIGNS 40
const char *palette_colour(int number);  /* for lines and full cells */
const char *palette_tint(int number);    /* pale, for black text */
const char *palette_ink(int number);     /* text on palette_colour */
const char *palette_dash(int number);    /* NULL: a full line */
const char *palette_arrow(int number);   /* name of the marker */
const char *palette_texture(int number); /* over palette_colour; NULL: none */
const char *palette_grain(int number);   /* over palette_tint; NULL: none */
/* From none (0) to the most (WEFT_SHADES - 1); different in a grey print. */
#define WEFT_SHADES 7
const char *palette_shade(int shade);
/* The shade of a number of 0..most: 0 for 0 only. */
int palette_shade_of(double number, double most);
/* Fills with stripes and with dots: "url(#hatch)". */
extern const char palette_hatch[];
extern const char palette_dots[];
/* The names that styles may refer to, in the order of `index`; NULL: no more.
 * Define one of them. */
const char *palette_name(int index);
void palette_define(struct svg *svg, int index);

/* For palette.c: elements and attributes as they are. */
void svg_open(struct svg *svg, const char *element);
void svg_attribute(struct svg *svg, const char *name, const char *value);

#endif
