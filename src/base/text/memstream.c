/* Streams in memory. */
#include "memstream.h"
#include "base/base.h"

#include <stdlib.h>
#include <string.h>

static ssize_t memstream_take(void *cookie, const char *bytes, size_t count)
{
    struct memstream *stream = cookie;
    if (array_grow(&stream->text, &stream->room, stream->size + count + 1, 1))
        return -1;
    memcpy(stream->text + stream->size, bytes, count);
    stream->size += count;
    stream->text[stream->size] = '\0';
    return (ssize_t)count;
}

int memstream_open(struct memstream *stream)
{
    *stream = (struct memstream){.out = NULL};
    stream->out = fopencookie(stream, "w",
                              (cookie_io_functions_t){.write = memstream_take});
    return stream->out ? 0 : -1;
}

char *memstream_close(struct memstream *stream, struct weft_error *err)
{
    bool failed = !stream->out || memstream_take(stream, "", 0) < 0;
    if (stream->out && ferror(stream->out))
        failed = true;
    if (stream->out && fclose(stream->out))
        failed = true;
    if (!failed)
        return stream->text;
    free(stream->text);
    weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    return NULL;
}
