/* A file being read: what the elements (document.c) need of it. */
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
    struct tags tags; /* of what libxml2 was given, */
    bool refused;     /* which ends here */
    int gpu;          /* at hand; -1: none */
    int block;        /* -1: none */
};

/* The line of the element. */
unsigned document_line(const struct document *r);
/* -1, with that line. */
int document_wrong(struct document *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int document_no_memory(struct document *r);

/* May libxml2 read on, with these bytes? */
bool document_bounded(struct document *r, const char *bytes, size_t count);
/* -1, with the reason why it may not. */
int document_refuse(struct document *r);

/* Copy an attribute of the element; false: it is not there. */
bool document_attribute(const struct document *r, const char *name, char *text,
                        size_t size);
/* A number that must be there, unless `otherwise` stands for it. */
int document_number(struct document *r, const char *name, int64_t low,
                    int64_t high, const int *otherwise, int *value);
int document_buffer(struct document *r, const char *name, enum buffer *value);

#endif
