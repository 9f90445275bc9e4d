/* Compression of bytes for the page: a zlib stream in base64. */
#ifndef WEFT_SRC_TRACE_PAGE_PACKED_H
#define WEFT_SRC_TRACE_PAGE_PACKED_H

#include "base/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <zlib.h>

struct output;

#define PACKED_CHUNK AT_ONCE(3u << 13, 3u << 5)

struct packed {
    z_stream zip; /* if nothing is compressed, only its output is used */
    bool plain;
    struct output *out;
    unsigned char bytes[PACKED_CHUNK];
    /* number of bytes kept at the front, an incomplete group of three: 0 to 2
     */
    size_t left;
};

/* Begin a stream; with `plain`, nothing is compressed. Return 0, or -1 if out
 * of memory; then packed_end() must not be called. */
int packed_begin(struct packed *packed, struct output *out, bool plain);
void packed_put(struct packed *packed, const void *bytes, size_t count);
/* Write the remaining bytes. */
void packed_end(struct packed *packed);

#endif
