/* Bytes on their way into the page: as base64 of a zlib stream. */
#ifndef WEFT_SRC_TRACE_PAGE_PACKED_H
#define WEFT_SRC_TRACE_PAGE_PACKED_H

#include "base/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <zlib.h>

struct output;

#define PACKED_CHUNK AT_ONCE(3u << 13, 3u << 5)

struct packed {
    z_stream zip; /* its output alone, if nothing is deflated */
    bool plain;
    struct output *out;
    unsigned char bytes[PACKED_CHUNK];
    size_t left; /* bytes at the front that are less than a group of three */
};

/* plain  nothing is deflated. 0, or -1: no memory; then there is nothing to
 * end. */
int packed_begin(struct packed *packed, struct output *out, bool plain);
void packed_put(struct packed *packed, const void *bytes, size_t count);
/* Write what is left. */
void packed_end(struct packed *packed);

#endif
