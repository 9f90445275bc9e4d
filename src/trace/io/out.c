/* Output of traces: into a block in memory, then to a file beside the target,
 * which is renamed to the target when complete (atomic-file.c). Another thread
 * writes the blocks (write-behind.c), or several compress them (compressor.c).
 */
#include "out.h"

#include "compressor.h"
#include "temporary.h"
#include "worker-pool.h"
#include "write-behind.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Limit on the length of a text that becomes a block without being copied. */
#define OUT_LINES_MAX (16 * (size_t)WEFT_OUT_BLOCK)

int out_fail(struct output *out, enum weft_error_kind kind, const char *format,
             ...)
{
    if (!out->error.kind) {
        char text[sizeof out->error.text];
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(text, sizeof text, format, arguments);
        va_end(arguments);
        weft_error_set(&out->error, kind, 0, "%s", text);
    }
    return -1;
}

void out_cannot(struct output *out, const char *what, int code)
{
    if (code && !out->error.kind)
        weft_error_system(&out->error, code, 0, "cannot %s '%s': %s", what,
                          out->name, strerror(code));
}

static int out_write_all(void *arg, const void *bytes, size_t count)
{
    struct output *out = arg;
    int code = write_whole(out->file.fd, bytes, count);
    out_cannot(out, "write", code);
    return code;
}

/* Free the members and close the file, which is removed unless it was renamed.
 * Return 0, or the errno value of close(). */
static int out_release(struct output *out)
{
    if (out->compressor)
        compressor_destroy(out->compressor);
    else if (out->behind)
        write_behind_destroy(out->behind);
    else
        free(out->block);
    free(out->name);
    free(out->text);
    return out->kept ? 0 : atomic_file_close(&out->file);
}

static int make_block(struct output *out, bool gzip)
{
    if (gzip) {
        out->compressor = compressor_create(
            worker_pool_cores(COMPRESSOR_THREADS_MAX), out_write_all, out);
        out->block = out->compressor ? compressor_block(out->compressor) : NULL;
    } else if (!out->file.direct) {
        out->behind = write_behind_create(out->file.fd);
        out->block = out->behind ? write_behind_block(out->behind) : NULL;
    } else {
        out->block = malloc(WEFT_OUT_BLOCK);
    }
    return out->block ? 0 : -1;
}

int out_open(struct output *out, const char *path, bool gzip,
             struct weft_error *err)
{
    *out = (struct output){.at = NULL};
    if (atomic_file_open(&out->file, path, err))
        return -1;
    out->name = strdup(strcmp(path, "-") ? path : "standard output");
    if (!out->name || make_block(out, gzip)) {
        out_release(out);
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory to write '%s'", path);
    }
    out->at = out->block;
    out->end = out->block + WEFT_OUT_BLOCK;
    return 0;
}

int out_open_file(struct output *out, int fd, const char *name)
{
    *out = (struct output){.file = {.fd = fd, .direct = true},
                           .block = malloc(WEFT_OUT_BLOCK),
                           .name = strdup(name)};
    if (!out->block || !out->name) {
        out_release(out);
        return -1;
    }
    out->at = out->block;
    out->end = out->block + WEFT_OUT_BLOCK;
    return 0;
}

int out_open_kept(struct output *out)
{
    *out = (struct output){.kept = true, .block = malloc(WEFT_OUT_BLOCK)};
    if (!out->block)
        return -1;
    out->at = out->block;
    out->end = out->block + WEFT_OUT_BLOCK;
    return 0;
}

static void out_keep(struct output *out, size_t count)
{
    if (out->error.kind)
        return;
    if (array_grow(&out->text, &out->room, out->size + count, 1)) {
        out_fail(out, WEFT_ERROR_MEMORY, "no memory for a text");
        return;
    }
    if (count)
        memcpy(out->text + out->size, out->block, count);
    out->size += count;
}

char *out_take(struct output *out, size_t *size)
{
    out_flush(out);
    char *text = NULL;
    if (!out->error.kind)
        text = realloc(out->text, out->size + !out->size);
    if (text)
        out->text = NULL;
    else
        out_fail(out, WEFT_ERROR_MEMORY, "no memory for a text");
    *size = out->size;
    out_release(out);
    return text;
}

void out_flush(struct output *out)
{
    size_t count = (size_t)(out->at - out->block);
    if (out->kept) {
        out_keep(out, count);
    } else if (out->compressor) {
        out_cannot(out, "compress", compressor_submit(out->compressor, count));
        out->block = compressor_block(out->compressor);
        out->end = out->block + WEFT_OUT_BLOCK;
    } else if (out->behind) {
        out_cannot(out, "write", write_behind_submit(out->behind, count));
        out->block = write_behind_block(out->behind);
        out->end = out->block + WEFT_OUT_BLOCK;
    } else if (!out->error.kind) {
        out_write_all(out, out->block, count);
    }
    out->at = out->block;
}

/* Copy text into the output in pieces that end at a newline, so that no line is
 * split between blocks. */
static void copy_lines(struct output *out, const char *text, size_t length)
{
    while (length) {
        char *at = out_room(out);
        size_t part = (size_t)(out->end - at) - WEFT_OUT_ROOM;
        const char *newline =
            part < length ? memchr(text + part, '\n', length - part) : NULL;
        part = newline ? (size_t)(newline + 1 - text) : length;
        memcpy(at, text, part);
        out_used(out, at + part);
        text += part;
        length -= part;
    }
}

void out_lines(struct output *out, char **bytes, size_t *room, size_t length)
{
    if (!out->behind || length < WEFT_OUT_BLOCK || length > OUT_LINES_MAX) {
        copy_lines(out, *bytes, length);
        return;
    }
    out_flush(out);
    out->block = write_behind_swap(out->behind, bytes, room);
    out->at = out->block + length;
    out_flush(out);
}

int out_finish(struct output *out)
{
    out_flush(out);
    if (out->compressor && !out->finished)
        out_cannot(out, "compress", compressor_finish(out->compressor));
    if (out->behind)
        out_cannot(out, "write", write_behind_finish(out->behind));
    out->finished = true;
    return out->error.kind ? -1 : 0;
}

int out_close(struct output *out, struct weft_error *err)
{
    if (!out_finish(out))
        out_cannot(out, "write", atomic_file_take(&out->file));
    int code = out_release(out);
    if (code && !out->error.kind)
        weft_error_system(&out->error, code, 0, "cannot write the file: %s",
                          strerror(code));
    if (!out->error.kind)
        return 0;
    if (err)
        *err = out->error;
    return -1;
}

void out_abort(struct output *out)
{
    out_release(out);
}
