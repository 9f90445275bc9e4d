/* Writes SVG with libxml2's text writer, into memory, so that only complete
 * documents reach a file. Numbers are printed in tenths with integer
 * arithmetic, so that they do not depend on the locale. */
#include "svg.h"
#include "base/base.h"
#include "base/quiet.h"
#include "whole.h"

#include <libxml/xmlwriter.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SVG_TEXT_MAX 512

struct svg {
    xmlBufferPtr buffer;
    xmlTextWriterPtr writer;
    bool failed;
    struct whole whole; /* number of elements, attributes and characters written
                           so far */
    uint64_t used;      /* bit i: whether a style refers to palette_name(i) */
    struct quiet quiet;
};

static const xmlChar *xml(const char *text)
{
    return (const xmlChar *)text;
}

static void svg_check(struct svg *svg, int result)
{
    if (result < 0)
        svg->failed = true;
}

void svg_fail(struct svg *svg)
{
    svg->failed = true;
}

void svg_open(struct svg *svg, const char *element)
{
    svg->whole.elements++;
    svg_check(svg, xmlTextWriterStartElement(svg->writer, xml(element)));
}

void svg_end(struct svg *svg)
{
    svg_check(svg, xmlTextWriterEndElement(svg->writer));
}

void svg_attribute(struct svg *svg, const char *name, const char *value)
{
    if (!value)
        return;
    svg->whole.attributes++;
    svg_check(svg,
              xmlTextWriterWriteAttribute(svg->writer, xml(name), xml(value)));
}

#define SVG_NUMBER_MAX 24

/* Print a number rounded to tenths, without a decimal if it is 0: "12",
 * "-0.5". */
static char *svg_print_number(char text[SVG_NUMBER_MAX], double number)
{
    long long tenths = llround(number * 10);
    const char *sign = tenths < 0 ? "-" : "";
    long long size = llabs(tenths);
    if (size % 10)
        snprintf(text, SVG_NUMBER_MAX, "%s%lld.%lld", sign, size / 10,
                 size % 10);
    else
        snprintf(text, SVG_NUMBER_MAX, "%s%lld", sign, size / 10);
    return text;
}

static void svg_number(struct svg *svg, const char *name, double value)
{
    char text[SVG_NUMBER_MAX];
    svg_attribute(svg, name, svg_print_number(text, value));
}

/* Record that a style refers to a definition. The definitions are written at
 * the end. */
static void refer(struct svg *svg, const char *name, size_t length)
{
    const char *known;
    for (int i = 0; (known = palette_name(i)); i++)
        if (strlen(known) == length && !strncmp(known, name, length))
            svg->used |= (uint64_t)1 << i;
}

static void fill_write(struct svg *svg, const char *fill)
{
    if (fill && !strncmp(fill, "url(#", 5))
        refer(svg, fill + 5, strcspn(fill + 5, ")"));
    svg_attribute(svg, "fill", fill);
}

static void style_write(struct svg *svg, const struct style *style)
{
    if (!style)
        return;
    svg_attribute(svg, "class", style->class);
    fill_write(svg, style->fill);
    svg_attribute(svg, "stroke", style->stroke);
    if (style->opacity > 0)
        svg_number(svg, "opacity", style->opacity);
    if (style->width > 0)
        svg_number(svg, "stroke-width", style->width);
    svg_attribute(svg, "stroke-dasharray", style->dash);
    if (style->marker) {
        char url[40];
        snprintf(url, sizeof url, "url(#%s)", style->marker);
        svg_attribute(svg, "marker-end", url);
        refer(svg, style->marker, strlen(style->marker));
    }
}

static void shape_end(struct svg *svg, const struct style *style)
{
    style_write(svg, style);
    svg_end(svg);
}

/* Write a text without the bytes that XML does not allow: names in a foreign
 * trace may contain any bytes. */
static void string_write(struct svg *svg, const char *text)
{
    char *clean = strdup(text);
    if (!clean) {
        svg_fail(svg);
        return;
    }
    text_make_plain(clean);
    svg->whole.characters += strlen(clean);
    svg_check(svg, xmlTextWriterWriteString(svg->writer, xml(clean)));
    free(clean);
}

static void svg_element(struct svg *svg, const char *name, const char *text)
{
    svg_open(svg, name);
    string_write(svg, text);
    svg_end(svg);
}

/* Write a length such as "640" or, if `print` is set, "504pt". */
static void svg_extent(struct svg *svg, const char *name, double pixels,
                       bool print)
{
    char text[SVG_NUMBER_MAX + 2];
    svg_print_number(text, print ? pixels * SVG_PRINT : pixels);
    svg_attribute(svg, name, print ? strcat(text, "pt") : text);
}

static void svg_head(struct svg *svg, double width, double height, bool print,
                     const char *title, const char *desc)
{
    char w[SVG_NUMBER_MAX], h[SVG_NUMBER_MAX], box[2 * SVG_NUMBER_MAX + 8];
    svg_print_number(w, width);
    svg_print_number(h, height);
    snprintf(box, sizeof box, "0 0 %s %s", w, h);
    svg_open(svg, "svg");
    svg_attribute(svg, "xmlns", "http://www.w3.org/2000/svg");
    svg_extent(svg, "width", width, print);
    svg_extent(svg, "height", height, print);
    svg_attribute(svg, "viewBox", box);
    svg_attribute(svg, "role", "img");
    svg_attribute(svg, "font-family", "Helvetica, Arial, sans-serif");
    if (title)
        svg_element(svg, "title", title);
    svg_element(svg, "desc", desc);
    svg_rect(svg, 0, 0, width, height,
             &(struct style){.class = "page", .fill = "#fff"});
}

struct svg *svg_create(double width, double height, bool print,
                       const char *title, const char *desc)
{
    struct svg *svg = calloc(1, sizeof *svg);
    if (!svg)
        return NULL;
    quiet_begin(&svg->quiet);
    svg->buffer = xmlBufferCreate();
    if (svg->buffer)
        svg->writer = xmlNewTextWriterMemory(svg->buffer, 0);
    if (!svg->writer) {
        quiet_end(&svg->quiet);
        xmlBufferFree(svg->buffer);
        free(svg);
        return NULL;
    }
    svg_check(svg, xmlTextWriterSetIndent(svg->writer, 1));
    svg_check(svg, xmlTextWriterSetIndentString(svg->writer, xml(" ")));
    svg_check(svg,
              xmlTextWriterStartDocument(svg->writer, NULL, "UTF-8", NULL));
    svg_head(svg, width, height, print, title, desc);
    return svg;
}

static void define_used(struct svg *svg)
{
    if (!svg->used)
        return;
    svg_open(svg, "defs");
    for (int i = 0; palette_name(i); i++)
        if (svg->used >> i & 1)
            palette_define(svg, i);
    svg_end(svg);
}

char *svg_finish(struct svg *svg)
{
    define_used(svg);
    svg_check(svg, xmlTextWriterEndDocument(svg->writer));
    svg_check(svg, xmlTextWriterFlush(svg->writer));
    xmlFreeTextWriter(svg->writer);
    char *text = NULL;
    const char *content = (const char *)xmlBufferContent(svg->buffer);
    if (!svg->failed && !svg->quiet.memory && whole_is(&svg->whole, content))
        text = strdup(content);
    quiet_end(&svg->quiet);
    xmlBufferFree(svg->buffer);
    free(svg);
    return text;
}

void svg_group(struct svg *svg, double x, double y, const struct style *style)
{
    svg_open(svg, "g");
    if (x != 0 || y != 0) {
        char right[SVG_NUMBER_MAX], down[SVG_NUMBER_MAX], move[64];
        snprintf(move, sizeof move, "translate(%s %s)",
                 svg_print_number(right, x), svg_print_number(down, y));
        svg_attribute(svg, "transform", move);
    }
    style_write(svg, style);
}

void svg_rect(struct svg *svg, double x, double y, double width, double height,
              const struct style *style)
{
    svg_open(svg, "rect");
    svg_number(svg, "x", x);
    svg_number(svg, "y", y);
    svg_number(svg, "width", width);
    svg_number(svg, "height", height);
    shape_end(svg, style);
}

void svg_pill(struct svg *svg, double x, double y, double half, double radius,
              const struct style *style)
{
    svg_open(svg, "rect");
    svg_number(svg, "x", x - half);
    svg_number(svg, "y", y - radius);
    svg_number(svg, "width", 2 * half);
    svg_number(svg, "height", 2 * radius);
    svg_number(svg, "rx", radius);
    shape_end(svg, style);
}

void svg_circle(struct svg *svg, double x, double y, double radius,
                const struct style *style)
{
    svg_open(svg, "circle");
    svg_number(svg, "cx", x);
    svg_number(svg, "cy", y);
    svg_number(svg, "r", radius);
    shape_end(svg, style);
}

void svg_line(struct svg *svg, double x1, double y1, double x2, double y2,
              const struct style *style)
{
    svg_open(svg, "line");
    svg_number(svg, "x1", x1);
    svg_number(svg, "y1", y1);
    svg_number(svg, "x2", x2);
    svg_number(svg, "y2", y2);
    shape_end(svg, style);
}

void svg_curve(struct svg *svg, struct point a, struct point c, struct point b,
               const struct style *style)
{
    char text[6][SVG_NUMBER_MAX], path[6 * SVG_NUMBER_MAX + 8];
    snprintf(path, sizeof path, "M%s %sQ%s %s %s %s",
             svg_print_number(text[0], a.x), svg_print_number(text[1], a.y),
             svg_print_number(text[2], c.x), svg_print_number(text[3], c.y),
             svg_print_number(text[4], b.x), svg_print_number(text[5], b.y));
    svg_open(svg, "path");
    svg_attribute(svg, "d", path);
    shape_end(svg, style);
}

void svg_polyline(struct svg *svg, const struct point *points, size_t count,
                  const struct style *style)
{
    svg_open(svg, "polyline");
    svg->whole.attributes++;
    svg_check(svg, xmlTextWriterStartAttribute(svg->writer, xml("points")));
    for (size_t i = 0; i < count; i++) {
        char x[SVG_NUMBER_MAX], y[SVG_NUMBER_MAX], pair[2 * SVG_NUMBER_MAX + 4];
        snprintf(pair, sizeof pair, "%s%s,%s", i ? " " : "",
                 svg_print_number(x, points[i].x),
                 svg_print_number(y, points[i].y));
        svg_check(svg, xmlTextWriterWriteString(svg->writer, xml(pair)));
    }
    svg_check(svg, xmlTextWriterEndAttribute(svg->writer));
    shape_end(svg, style);
}

static void font_write(struct svg *svg, const struct font *font)
{
    static const char *const anchors[] = {NULL, "middle", "end"};
    svg_number(svg, "font-size", font->size);
    svg_attribute(svg, "text-anchor", anchors[font->anchor]);
    if (font->bold)
        svg_attribute(svg, "font-weight", "bold");
    svg_attribute(svg, "fill", font->fill);
    if (font->halo) {
        svg_attribute(svg, "stroke", "#fff");
        svg_attribute(svg, "stroke-width", "3");
        svg_attribute(svg, "stroke-linejoin", "round");
        svg_attribute(svg, "paint-order", "stroke");
    }
}

void svg_text(struct svg *svg, double x, double y, const struct font *font,
              const char *text)
{
    svg_open(svg, "text");
    svg_number(svg, "x", x);
    svg_number(svg, "y", y);
    font_write(svg, font);
    string_write(svg, text);
    svg_end(svg);
}

void svg_text_up(struct svg *svg, double x, double y, const struct font *font,
                 const char *text)
{
    char right[SVG_NUMBER_MAX], down[SVG_NUMBER_MAX],
        turn[2 * SVG_NUMBER_MAX + 32];
    snprintf(turn, sizeof turn, "translate(%s %s) rotate(-90)",
             svg_print_number(right, x), svg_print_number(down, y));
    svg_open(svg, "text");
    svg_attribute(svg, "transform", turn);
    font_write(svg, font);
    string_write(svg, text);
    svg_end(svg);
}

void svg_printf(struct svg *svg, double x, double y, const struct font *font,
                const char *format, ...)
{
    char text[SVG_TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    svg_text(svg, x, y, font, text);
}

/* Return the width of the character that begins with this byte, at size 1. */
static double svg_letter_width(unsigned char c)
{
    if ((c & 0xc0) == 0x80)
        return 0; /* continuation byte of UTF-8 */
    if (strchr(" .,:;'|!ijlIft()[]", c))
        return 0.40;
    return strchr("mwMW@%", c) || c >= 0xe0 ? 0.95 : 0.64;
}

double svg_text_width(const char *text, double size)
{
    double width = 0;
    for (; *text; text++)
        width += svg_letter_width((unsigned char)*text);
    return width * size;
}
