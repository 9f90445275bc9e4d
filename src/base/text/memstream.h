/* A text that is written to a stream in memory. open_memstream() will not do:
 * without memory for more, glibc drops the rest and says nothing. */
#ifndef WEFT_SRC_BASE_TEXT_MEMSTREAM_H
#define WEFT_SRC_BASE_TEXT_MEMSTREAM_H

#include <stdbool.h>
#include <stdio.h>
#include <weft/error.h>

struct memstream {
    FILE *out;  /* NULL: no memory for it */
    char *text; /* what came out of it, with a zero at the end */
    size_t size, room;
};

/* `stream` must stay where it is until memstream_close(), which is called in
 * any case. 0, or -1: no memory. */
int memstream_open(struct memstream *stream);
/* The text, which the caller frees; NULL with WEFT_ERROR_MEMORY. */
char *memstream_close(struct memstream *stream, struct weft_error *err);

#endif
