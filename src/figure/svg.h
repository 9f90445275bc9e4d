/* The few shapes that figures are made of, written as SVG by libxml2's text
 * writer. Errors stick and are reported once, by weft_svg_finish(). */
#ifndef WEFT_SRC_FIGURE_SVG_H
#define WEFT_SRC_FIGURE_SVG_H

#include <stdbool.h>
#include <stddef.h>

struct weft_svg;

/* How a shape looks; what is NULL or 0 is not written. */
struct weft_style {
    const char *class;
    const char *fill;
    const char *stroke;
    const char *dash;   /* "4 2" */
    const char *marker; /* "arrow-3": the marker at the end of the line */
    double width;       /* of the stroke */
};

enum weft_anchor { WEFT_START, WEFT_MIDDLE, WEFT_END };

/* title and desc are for readers that cannot see; title may be NULL. */
struct weft_svg *weft_svg_create(double width, double height, const char *title,
                                 const char *desc);
/* The document, owned by the caller; frees svg. NULL with errno ENOMEM. */
char *weft_svg_finish(struct weft_svg *svg);

/* A group, moved by (x, y), that gives its style to what is in it. */
void weft_svg_group(struct weft_svg *svg, double x, double y,
                    const struct weft_style *style);
void weft_svg_end(struct weft_svg *svg);

void weft_svg_rect(struct weft_svg *svg, double x, double y, double width,
                   double height, const struct weft_style *style);
void weft_svg_circle(struct weft_svg *svg, double x, double y, double radius,
                     const struct weft_style *style);
void weft_svg_line(struct weft_svg *svg, double x1, double y1, double x2,
                   double y2, const struct weft_style *style);
/* From a to b, bent towards the control point c. */
struct weft_point {
    double x, y;
};
void weft_svg_curve(struct weft_svg *svg, struct weft_point a,
                    struct weft_point c, struct weft_point b,
                    const struct weft_style *style);
void weft_svg_polyline(struct weft_svg *svg, const struct weft_point *points,
                       size_t count, const struct weft_style *style);

/* A line of text: y is its base line. */
struct weft_font {
    double size;
    enum weft_anchor anchor;
    bool bold;
    bool halo;        /* a white rim, for text over lines */
    const char *fill; /* NULL: black */
};
void weft_svg_text(struct weft_svg *svg, double x, double y,
                   const struct weft_font *font, const char *text);
void weft_svg_printf(struct weft_svg *svg, double x, double y,
                     const struct weft_font *font, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* A generous guess of the width of a text, for laying out. */
double weft_svg_text_width(const char *text, double size);

/* ---- palette.c ------------------------------------------------------- */

/* Okabe and Ito's colours, which people with any colour vision can tell
 * apart, each with a line style and a shade of its own in a cycle of another
 * length: two messages look alike only if their numbers agree modulo both. */
#define WEFT_COLOURS 7
const char *weft_palette_colour(int number); /* for lines and full cells */
const char *weft_palette_tint(int number);   /* pale, for black text */
const char *weft_palette_ink(int number);    /* text on weft_palette_colour */
const char *weft_palette_dash(int number);   /* NULL: a full line */
const char *weft_palette_arrow(int number);  /* name of the marker */
/* Define the arrow heads: a name for each colour. */
void weft_palette_define(struct weft_svg *svg);
/* A hatched fill: "url(#hatch)". */
extern const char weft_palette_hatch[];

/* For palette.c: elements and attributes as they are. */
void weft_svg_open(struct weft_svg *svg, const char *element);
void weft_svg_attribute(struct weft_svg *svg, const char *name,
                        const char *value);

#endif
