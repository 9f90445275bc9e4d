/* Read a whole file, uncompressing gzip. */
#include "draft.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

#include "base/base.h"
#include "base/text/byte-order.h"

#define SOURCE_MAX ((size_t)64 << 20)
#define SOURCE_CHUNK ((size_t)64 << 10)

/* Open a file. Return 0 or an errno value. */
static int source_open_file(const char *path, gzFile *file)
{
    FILE *in = NULL;
    int code = regular_open(path, &in);
    if (code)
        return code;
    int fd = dup(fileno(in));
    code = fd < 0 ? errno : 0;
    fclose(in);
    if (code)
        return code;
    *file = gzdopen(fd, "r");
    if (*file)
        return 0;
    close(fd);
    return ENOMEM;
}

static int source_fail(gzFile file, const char *path, struct weft_error *err)
{
    int number;
    const char *text = gzerror(file, &number);
    if (number == Z_ERRNO)
        return weft_error_system(err, errno, 0, "cannot read '%.100s': %s",
                                 path, strerror(errno));
    if (number == Z_MEM_ERROR)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    return weft_error_set(err, WEFT_ERROR_FORMAT, 0,
                          "the compressed data is damaged (%.80s)", text);
}

/* Read everything. The caller frees *text, even on failure. */
static int source_read_all(gzFile file, const char *path, char **text,
                           size_t *size, struct weft_error *err)
{
    size_t room = 0;
    for (*size = 0;;) {
        if (*size > SOURCE_MAX)
            return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                                  "more than %zu MiB (unpacked)",
                                  SOURCE_MAX >> 20);
        if (array_grow(text, &room, *size + SOURCE_CHUNK + 1, 1))
            return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
        int count = gzread(file, *text + *size, SOURCE_CHUNK);
        if (count < 0)
            return source_fail(file, path, err);
        if (count == 0)
            break;
        *size += (size_t)count;
    }
    int number;
    gzerror(file, &number);
    return number == Z_OK || number == Z_STREAM_END
               ? 0
               : source_fail(file, path, err);
}

char *source_read(const char *path, size_t *size, struct weft_error *err)
{
    char *text = NULL;
    gzFile file;
    int code = source_open_file(path, &file);
    if (code) {
        weft_error_system(err, code, 0, "cannot read it: %s",
                          open_reason(code));
        return NULL;
    }
    int status = source_read_all(file, path, &text, size, err);
    gzclose(file);
    if (status) {
        free(text);
        return NULL;
    }
    size_t mark = byte_order_mark(text, *size);
    *size -= mark;
    memmove(text, text + mark, *size);
    text[*size] = '\0';
    return text;
}
