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
};

enum anchor { WEFT_START, WEFT_MIDDLE, WEFT_END };

/* title and desc are for readers that cannot see; title may be NULL. */
struct svg *svg_create(double width, double height, const char *title,
                       const char *desc);
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
void svg_polyline(struct svg *svg, const struct point *points, size_t count,
                  const struct style *style);

/* A line of text: y is its base line. */
struct font {
    double size;
    enum anchor anchor;
    bool bold;
    bool halo;        /* a white rim, for text over lines */
    const char *fill; /* NULL: black */
};
void svg_text(struct svg *svg, double x, double y, const struct font *font,
              const char *text);
void svg_printf(struct svg *svg, double x, double y, const struct font *font,
                const char *format, ...) __attribute__((format(printf, 5, 6)));
/* A generous guess of the width of a text, for laying out. */
double svg_text_width(const char *text, double size);

/* ---- palette.c ------------------------------------------------------- */

/* Okabe and Ito's colours, which people with any colour vision can tell
 * apart, each with a line style and a shade of its own in a cycle of another
 * length: two messages look alike only if their numbers agree modulo both. */
#define WEFT_COLOURS 7
const char *palette_colour(int number); /* for lines and full cells */
const char *palette_tint(int number);   /* pale, for black text */
const char *palette_ink(int number);    /* text on palette_colour */
const char *palette_dash(int number);   /* NULL: a full line */
const char *palette_arrow(int number);  /* name of the marker */
/* Define the arrow heads: a name for each colour. */
void palette_define(struct svg *svg);
/* A hatched fill: "url(#hatch)". */
extern const char palette_hatch[];

/* For palette.c: elements and attributes as they are. */
void svg_open(struct svg *svg, const char *element);
void svg_attribute(struct svg *svg, const char *name, const char *value);

#endif
