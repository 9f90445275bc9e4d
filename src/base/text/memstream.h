/* A stream that writes to memory. open_memstream() cannot be used: when out of
 * memory, glibc silently drops the rest. */
#ifndef WEFT_SRC_BASE_TEXT_MEMSTREAM_H
#define WEFT_SRC_BASE_TEXT_MEMSTREAM_H

#include <stdbool.h>
#include <stdio.h>
#include <weft/error.h>

struct memstream {
    FILE *out;  /* the stream; NULL: it could not be opened */
    char *text; /* the written text, zero-terminated */
    size_t size, room;
};

/* Open a stream; `stream` must not move until memstream_close(), which must be
 * called even after a failure. Return 0, or -1 if out of memory. */
int memstream_open(struct memstream *stream);
/* Close the stream and return its text, which the caller frees; NULL with
 * WEFT_ERROR_MEMORY. */
char *memstream_close(struct memstream *stream, struct weft_error *err);

#endif
