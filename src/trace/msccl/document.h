/* State of reading a file, shared by document.c (elements) and attributes.c. */
#ifndef WEFT_SRC_TRACE_MSCCL_DOCUMENT_H
#define WEFT_SRC_TRACE_MSCCL_DOCUMENT_H

#include "algorithm.h"

#include "base/quiet.h"
#include "base/tags.h"

#include <libxml/xmlreader.h>

struct document {
    struct algorithm *a;
    struct input *in;
    xmlTextReaderPtr xml;
    struct weft_error *err;
    const struct quiet *quiet;
    struct tags tags; /* counts of the XML data that was passed to libxml2 */
    bool refused;     /* whether the counts exceed a limit */
    int gpu;          /* index of the current GPU; -1: none */
    int block;        /* index of the current thread block; -1: none */
    size_t closed;    /* characters of "</algo>" that were just read; all: it
                         was read; one more: so was the line behind it */
    char behind[41];  /* the first words behind it */
};

/* Return the line of the current element. */
unsigned document_line(const struct document *r);
/* Report an error in this line. Return -1. */
int document_wrong(struct document *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int document_no_memory(struct document *r);

/* Count more bytes that are passed to libxml2. Return whether they are within
 * the limits. */
bool document_bounded(struct document *r, const char *bytes, size_t count);
/* Report why document_bounded() rejected the bytes. Return -1. */
int document_refuse(struct document *r);

/* Copy an attribute of the current element. Return false if it is missing. */
bool document_attribute(const struct document *r, const char *name, char *text,
                        size_t size);
/* Read a number from an attribute. If `otherwise` is not NULL, it is the
 * default; otherwise the attribute is required. */
int document_number(struct document *r, const char *name, int64_t low,
                    int64_t high, const int *otherwise, int *value);
int document_buffer(struct document *r, const char *name, enum buffer *value);

#endif
