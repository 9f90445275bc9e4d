/* Parses figures: the elements of an SVG document, and the positions of its
 * text. */
#ifndef WEFT_TESTS_SVG_H
#define WEFT_TESTS_SVG_H

#include <libxml/parser.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One line of text, as a box on the page. */
struct svg_text {
    char text[200];
    double left, right, top, bottom;
};

struct svg {
    xmlDoc *document;
    double width, height;
    struct svg_text *text;
    size_t texts;
};

static inline double svg_number(const xmlNode *node, const char *name)
{
    xmlChar *value = xmlGetProp(node, (const xmlChar *)name);
    double number = value ? strtod((const char *)value, NULL) : 0;
    xmlFree(value);
    return number;
}

static inline bool svg_has(const xmlNode *node, const char *name,
                           const char *value)
{
    xmlChar *is = xmlGetProp(node, (const xmlChar *)name);
    bool same = is && !strcmp((const char *)is, value);
    xmlFree(is);
    return same;
}

/* Add a text; its width is 0.55 of the size per letter, about that of
 * Helvetica. */
static inline void svg_text_add(struct svg *svg, const xmlNode *node, double x,
                                double y, bool up)
{
    struct svg_text box = {.text = ""};
    xmlChar *content = xmlNodeGetContent(node);
    snprintf(box.text, sizeof box.text, "%s", (const char *)content);
    double size = svg_number(node, "font-size");
    double width = 0.55 * size * xmlUTF8Strlen(content);
    xmlFree(content);
    double share = svg_has(node, "text-anchor", "middle") ? 0.5
                   : svg_has(node, "text-anchor", "end")  ? 1
                                                          : 0;
    box.left = x + svg_number(node, "x") - share * width;
    box.right = box.left + width;
    box.bottom = y + svg_number(node, "y");
    box.top = box.bottom - 0.72 * size;
    if (up) {
        box.top = y - (1 - share) * width;
        box.bottom = box.top + width;
        box.right = x;
        box.left = x - 0.72 * size;
    }
    svg->text = realloc(svg->text, (svg->texts + 1) * sizeof *svg->text);
    if (!svg->text)
        abort();
    svg->text[svg->texts++] = box;
}

static inline void svg_walk(struct svg *svg, const xmlNode *node, double x,
                            double y)
{
    for (; node; node = node->next) {
        double right = 0, down = 0;
        xmlChar *move = xmlGetProp(node, (const xmlChar *)"transform");
        if (move)
            sscanf((const char *)move, "translate(%lf %lf)", &right, &down);
        bool up = move && strstr((const char *)move, "rotate(-90)");
        xmlFree(move);
        if (node->type != XML_ELEMENT_NODE)
            continue;
        if (!strcmp((const char *)node->name, "text"))
            svg_text_add(svg, node, x + right, y + down, up);
        else
            svg_walk(svg, node->children, x + right, y + down);
    }
}

/* @returns false if it is not well-formed XML */
static inline bool svg_read(struct svg *svg, const char *text)
{
    *svg = (struct svg){0};
    svg->document = xmlReadMemory(text, (int)strlen(text), NULL, NULL,
                                  XML_PARSE_NONET | XML_PARSE_NOERROR);
    if (!svg->document)
        return false;
    const xmlNode *root = xmlDocGetRootElement(svg->document);
    svg->width = svg_number(root, "width");
    svg->height = svg_number(root, "height");
    svg_walk(svg, root->children, 0, 0);
    return true;
}

static inline void svg_finish(struct svg *svg)
{
    xmlFreeDoc(svg->document);
    free(svg->text);
}

static inline int svg_count_below(const xmlNode *node, const char *element,
                                  const char *class)
{
    int count = 0;
    for (; node; node = node->next) {
        if (node->type != XML_ELEMENT_NODE)
            continue;
        count += !strcmp((const char *)node->name, element) &&
                 (!class || svg_has(node, "class", class));
        count += svg_count_below(node->children, element, class);
    }
    return count;
}

/* Count elements with a name and, unless NULL, a class. */
static inline int svg_count(const struct svg *svg, const char *element,
                            const char *class)
{
    return svg_count_below(xmlDocGetRootElement(svg->document), element, class);
}

static inline int svg_count_in(const xmlNode *node, const char *class,
                               const char *element)
{
    int count = 0;
    for (; node; node = node->next)
        if (node->type == XML_ELEMENT_NODE)
            count += svg_has(node, "class", class)
                         ? svg_count_below(node->children, element, NULL)
                         : svg_count_in(node->children, class, element);
    return count;
}

/* Count elements inside groups of a class. */
static inline int svg_count_inside(const struct svg *svg, const char *class,
                                   const char *element)
{
    return svg_count_in(xmlDocGetRootElement(svg->document), class, element);
}

/* Count the texts that are equal to this one. */
static inline int svg_says(const struct svg *svg, const char *text)
{
    int count = 0;
    for (size_t i = 0; i < svg->texts; i++)
        count += !strcmp(svg->text[i].text, text);
    return count;
}

/* Return a text that exceeds the page, or NULL. */
static inline const struct svg_text *svg_outside(const struct svg *svg)
{
    for (size_t i = 0; i < svg->texts; i++) {
        const struct svg_text *t = &svg->text[i];
        if (t->left < 0 || t->top < 0 || t->right > svg->width ||
            t->bottom > svg->height)
            return t;
    }
    return NULL;
}

/* Return the first of two texts that overlap, or NULL. */
static inline const struct svg_text *svg_overlap(const struct svg *svg)
{
    for (size_t i = 0; i < svg->texts; i++)
        for (size_t j = 0; j < i; j++) {
            const struct svg_text *a = &svg->text[i], *b = &svg->text[j];
            if (a->left < b->right && b->left < a->right &&
                a->top < b->bottom && b->top < a->bottom)
                return a;
        }
    return NULL;
}

/* Return the text, or "nothing" for NULL, for messages. */
static inline const char *svg_said(const struct svg_text *text)
{
    return text ? text->text : "nothing";
}

#endif
