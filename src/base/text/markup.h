/* The elements of an XML file, one after the other, for readers that have the
 * whole file in memory. */
#ifndef WEFT_SRC_MARKUP_H
#define WEFT_SRC_MARKUP_H

#include <libxml/xmlreader.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>

#include "base/quiet.h"

/* deepest nesting of elements */
#define MARKUP_DEPTH_MAX 128

struct markup {
    struct weft_error *err;
    unsigned *line; /* set to the current line */
    /* All return 0, or -1 with err set. An empty element begins and ends. */
    int (*begin)(void *arg, const char *name);
    int (*end)(void *arg, const char *name);
    int (*text)(void *arg, const char *text); /* NULL: ignore the text */
    void *arg;
    /* whether a DOCTYPE may name a DTD, which is never read; a DOCTYPE with
     * declarations is always an error */
    bool doctype;
    /* the remaining members are set by markup_read() */
    xmlTextReaderPtr reader;
    struct quiet *quiet;
};

/* Read the file and call the functions. Return 0, or -1 with err set. */
int markup_read(struct markup *markup, const char *text, size_t size);

/* Report an error in the current line. Return -1. */
int markup_wrong(const struct markup *markup, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Copy the name of the root element into `name`, without its prefix; "" if the
 * text is not XML. */
void markup_root(const char *text, char *name, size_t size);

/* Return an attribute of the current element, to be freed by xmlFree(), or
 * NULL. */
char *markup_attribute(const struct markup *markup, const char *name);

/* Copy an attribute of the current element, truncated. Return false if it is
 * missing. */
bool markup_copy(const struct markup *markup, const char *name, char *text,
                 size_t size);

/* Read an integer attribute of the current element; a missing attribute leaves
 * *value unchanged. Return 0, or -1 with err set. */
int markup_integer(const struct markup *markup, const char *name, int64_t low,
                   int64_t high, int *value);

#endif
