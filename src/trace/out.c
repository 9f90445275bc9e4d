/* Output of traces: a block in memory, then a file beside the target, which
 * takes the target's name when all is written. Where the file system can, the
 * file has no name until then, so that not even a killed program leaves
 * anything behind. */
#include "out.h"

#include "../base/base.h"
#include "ahead.h"
#include "crew.h"
#include "pack.h"
#include "temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* The longest text that becomes a block as it is. */
#define LINES_MAX (16 * (size_t)WEFT_OUT_BLOCK)

int weft_out_fail(struct weft_out *out, int code, const char *format, ...)
{
    if (!out->code) {
        out->code = code;
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(out->error.text, sizeof out->error.text, format, arguments);
        va_end(arguments);
    }
    errno = out->code;
    return -1;
}

static int cannot(struct weft_out *out, const char *what)
{
    return weft_out_fail(out, errno, "cannot %s '%s': %s", what, out->target,
                         strerror(errno));
}

static int write_all(void *arg, const void *bytes, size_t count)
{
    struct weft_out *out = arg;
    return weft_write_all(out->fd, bytes, count) ? cannot(out, "write") : 0;
}

/* An unnamed file in the target's folder, or, where the file system has none,
 * one with a name that no other weft uses. */
static int open_beside(struct weft_out *out)
{
    const char *slash = strrchr(out->target, '/');
    char *folder = slash
                       ? strndup(out->target, (size_t)(slash - out->target + 1))
                       : strdup(".");
    if (!folder)
        return -1;
    out->fd = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    free(folder);
    if (out->fd >= 0)
        return 0;
    if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)
        return -1;
    out->beside = weft_format_text("%s.%ld~", out->target, (long)getpid());
    if (!out->beside)
        return -1;
    out->fd = open(out->beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (out->fd >= 0)
        return 0;
    free(out->beside);
    out->beside = NULL;
    return -1;
}

static int open_target(struct weft_out *out, const char *path)
{
    if (!strcmp(path, "-")) {
        out->direct = true;
        out->target = strdup("standard output");
        out->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
        return out->target && out->fd >= 0 ? 0 : -1;
    }
    struct stat status;
    bool there = stat(path, &status) == 0;
    /* a symbolic link stays one: its end is replaced */
    out->target = there ? realpath(path, NULL) : strdup(path);
    if (!out->target)
        return -1;
    if (!there || S_ISREG(status.st_mode))
        return open_beside(out);
    out->direct = true;
    out->fd = open(path, O_WRONLY | O_CLOEXEC);
    return out->fd < 0 ? -1 : 0;
}

static void release(struct weft_out *out)
{
    if (out->pack)
        weft_pack_destroy(out->pack);
    else if (out->ahead)
        weft_ahead_destroy(out->ahead);
    else
        free(out->block);
    if (out->fd >= 0)
        close(out->fd);
    if (out->beside)
        unlink(out->beside);
    free(out->beside);
    free(out->target);
}

static int make_block(struct weft_out *out, bool gzip)
{
    if (gzip) {
        out->pack = weft_pack_create(weft_crew_cores(WEFT_PACK_THREADS_MAX),
                                     write_all, out);
        out->block = out->pack ? weft_pack_block(out->pack) : NULL;
    } else if (!out->direct) {
        out->ahead = weft_ahead_create(out->fd);
        out->block = out->ahead ? weft_ahead_block(out->ahead) : NULL;
    } else {
        out->block = malloc(WEFT_OUT_BLOCK);
    }
    return out->block ? 0 : -1;
}

int weft_out_open(struct weft_out *out, const char *path, bool gzip,
                  struct weft_error *err)
{
    *out = (struct weft_out){.fd = -1};
    if (open_target(out, path) || make_block(out, gzip))
        goto failed;
    out->at = out->block;
    out->end = out->block + WEFT_OUT_BLOCK;
    return 0;
failed:;
    int code = errno;
    release(out);
    errno = code;
    return weft_error_set(err, code, 0, "cannot write '%s': %s", path,
                          strerror(code));
}

void weft_out_flush(struct weft_out *out)
{
    size_t count = (size_t)(out->at - out->block);
    if (out->pack) {
        if (weft_pack_submit(out->pack, count))
            cannot(out, "compress");
        out->block = weft_pack_block(out->pack);
        out->end = out->block + WEFT_OUT_BLOCK;
    } else if (out->ahead) {
        if (weft_ahead_submit(out->ahead, count))
            cannot(out, "write");
        out->block = weft_ahead_block(out->ahead);
        out->end = out->block + WEFT_OUT_BLOCK;
    } else if (!out->code) {
        write_all(out, out->block, count);
    }
    out->at = out->block;
}

/* As if line after line were put into the room. */
static void copy_lines(struct weft_out *out, const char *text, size_t length)
{
    while (length) {
        char *at = weft_out_room(out);
        size_t part = (size_t)(out->end - at) - WEFT_OUT_ROOM;
        const char *newline =
            part < length ? memchr(text + part, '\n', length - part) : NULL;
        part = newline ? (size_t)(newline + 1 - text) : length;
        memcpy(at, text, part);
        weft_out_used(out, at + part);
        text += part;
        length -= part;
    }
}

void weft_out_lines(struct weft_out *out, char **bytes, size_t *room,
                    size_t length)
{
    if (!out->ahead || length < WEFT_OUT_BLOCK || length > LINES_MAX) {
        copy_lines(out, *bytes, length);
        return;
    }
    weft_out_flush(out);
    out->block = weft_ahead_swap(out->ahead, bytes, room);
    out->at = out->block + length;
    weft_out_flush(out);
}

/* Give the finished file its name. */
static int put_in_place(struct weft_out *out)
{
    if (!out->beside) {
        char unnamed[40];
        snprintf(unnamed, sizeof unnamed, "/proc/self/fd/%d", out->fd);
        char *name = weft_format_text("%s.%ld~", out->target, (long)getpid());
        if (!name)
            return -1;
        unlink(name);
        if (linkat(AT_FDCWD, unnamed, AT_FDCWD, name, AT_SYMLINK_FOLLOW)) {
            free(name);
            return -1;
        }
        out->beside = name;
    }
    if (rename(out->beside, out->target))
        return -1;
    free(out->beside);
    out->beside = NULL;
    return 0;
}

int weft_out_close(struct weft_out *out, struct weft_error *err)
{
    weft_out_flush(out);
    if (out->pack && weft_pack_finish(out->pack))
        cannot(out, "compress");
    if (out->ahead && weft_ahead_finish(out->ahead))
        cannot(out, "write");
    if (!out->code && !out->direct && put_in_place(out))
        cannot(out, "write");
    int fd = out->fd;
    out->fd = -1;
    if (close(fd) && !out->code)
        cannot(out, "write");
    release(out);
    return out->code ? weft_error_set(err, out->code, 0, "%s", out->error.text)
                     : 0;
}

void weft_out_abort(struct weft_out *out)
{
    release(out);
}

int weft_out_code(const struct weft_out *out)
{
    return out->code;
}
