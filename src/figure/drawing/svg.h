/* Writes the basic shapes of figures as SVG, with libxml2's text writer. Errors
 * are sticky; svg_finish() reports them. */
#ifndef WEFT_SRC_FIGURE_SVG_H
#define WEFT_SRC_FIGURE_SVG_H

#include <stdbool.h>
#include <stddef.h>

struct svg;

/* The style of a shape. Members that are NULL or 0 are not written. */
struct style {
    const char *class;
    const char *fill;
    const char *stroke;
    const char *dash;   /* lengths of dashes and gaps, such as "4 2" */
    const char *marker; /* marker at the end of the line, such as "arrow-3" */
    double width;       /* width of the stroke */
    double opacity;     /* opacity from 0 to 1; 0 also means 1 */
};

enum anchor { WEFT_START, WEFT_MIDDLE, WEFT_END };

/* Create a document. title and desc are for screen readers; title may be NULL.
 * With `print`, the size is in points, SVG_PRINT points per pixel. */
#define SVG_PRINT (7 * 72 / 640.0)
struct svg *svg_create(double width, double height, bool print,
                       const char *title, const char *desc);
/* Free svg and return the document, which the caller frees; NULL if out of
 * memory or if an earlier call failed. */
char *svg_finish(struct svg *svg);

/* Record that a shape could not be drawn; svg_finish() reports it. */
void svg_fail(struct svg *svg);

/* Begin a group that is moved by (x, y) and whose style applies to its
 * members. */
void svg_group(struct svg *svg, double x, double y, const struct style *style);
void svg_end(struct svg *svg);

void svg_rect(struct svg *svg, double x, double y, double width, double height,
              const struct style *style);
void svg_circle(struct svg *svg, double x, double y, double radius,
                const struct style *style);
void svg_line(struct svg *svg, double x1, double y1, double x2, double y2,
              const struct style *style);
/* A point. svg_curve() draws a curve from a to b with the control point c. */
struct point {
    double x, y;
};
void svg_curve(struct svg *svg, struct point a, struct point c, struct point b,
               const struct style *style);
/* Draw a polyline. With a fill, it is a polygon. */
void svg_polyline(struct svg *svg, const struct point *points, size_t count,
                  const struct style *style);
/* The style of a text. */
struct font {
    double size;
    enum anchor anchor;
    bool bold;
    bool halo; /* whether to draw a white outline around the text, for text over
                  lines */
    const char *fill; /* colour of the text; NULL: black */
};
/* Draw a box with round ends and height 2 * radius. */
void svg_pill(struct svg *svg, double x, double y, double half, double radius,
              const struct style *style);
/* Draw a line of text that reads upwards; (x, y) is the middle of its base
 * line. */
void svg_text_up(struct svg *svg, double x, double y, const struct font *font,
                 const char *text);

/* Draw a line of text; y is its base line. */
void svg_text(struct svg *svg, double x, double y, const struct font *font,
              const char *text);
void svg_printf(struct svg *svg, double x, double y, const struct font *font,
                const char *format, ...) __attribute__((format(printf, 5, 6)));
/* Return an upper limit of the width of a text, for the layout. */
double svg_text_width(const char *text, double size);

/* ---- palette.c ------------------------------------------------------- */

/* A sign is a colour (of Okabe and Ito's palette, which is safe for the
 * colour-blind, and one more), a line style and, for filled boxes, a texture.
 * Signs are numbered; neighbouring numbers differ in all of these. Numbers from
 * WEFT_SIGNS on repeat earlier signs; a negative number is grey, for items that
 * are not chosen. */
#define WEFT_COLOURS 8
#define WEFT_SIGNS 40
const char *palette_colour(int number); /* return the colour of lines and filled
                                           cells */
const char *palette_tint(int number); /* return a pale colour for the background
                                         of black text */
const char *palette_ink(int number);  /* return the colour of text over
                                         palette_colour() */
const char *palette_dash(int number); /* return the dashes of a line; NULL:
                                         solid line */
const char *palette_arrow(int number); /* return the name of the marker that is
                                          the arrow head */
const char *palette_texture(int number); /* return a fill to draw over
                                            palette_colour(); NULL: none */
const char *palette_grain(int number);   /* return a fill to draw over
                                            palette_tint(); NULL: none */
/* Number of shades, from none (0) to the darkest; they are distinct in grey. */
#define WEFT_SHADES 7
const char *palette_shade(int shade);
/* Return the shade of a number from 0 to `most`; only 0 has shade 0. */
int palette_shade_of(double number, double most);
/* Values for `fill`: stripes and dots, such as "url(#hatch)". */
extern const char palette_hatch[];
extern const char palette_dots[];
/* palette_name() returns the name of a definition that styles may refer to, or
 * NULL after the last; palette_define() writes the definition. */
const char *palette_name(int index);
void palette_define(struct svg *svg, int index);

/* Write elements and attributes unchanged; only for palette.c. */
void svg_open(struct svg *svg, const char *element);
void svg_attribute(struct svg *svg, const char *name, const char *value);

#endif
