/* Output of traces: a block in memory, then a file beside the target, which
 * takes the target's name when all is written. Where the file system can, the
 * file has no name until then, so that not even a killed program leaves
 * anything behind. */
#include "out.h"

#include "ahead.h"
#include "base/base.h"
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

int out_fail(struct output *out, enum weft_error_kind kind, const char *format,
             ...)
{
    if (!out->error.kind) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(out->error.text, sizeof out->error.text, format, arguments);
        va_end(arguments);
        out->error.kind = kind;
    }
    return -1;
}

int out_cannot(struct output *out, const char *what)
{
    if (!out->error.kind)
        weft_error_system(&out->error, errno, 0, "cannot %s '%s': %s", what,
                          out->target, strerror(errno));
    return -1;
}

static int write_all(void *arg, const void *bytes, size_t count)
{
    struct output *out = arg;
    return write_whole(out->fd, bytes, count) ? out_cannot(out, "write") : 0;
}

/* An unnamed file in the target's folder, or, where the file system has none,
 * one with a name that no other weft uses. */
static int open_beside(struct output *out)
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
    out->beside = format_text("%s.%ld~", out->target, (long)getpid());
    if (!out->beside)
        return -1;
    out->fd = open(out->beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (out->fd >= 0)
        return 0;
    free(out->beside);
    out->beside = NULL;
    return -1;
}

static int open_target(struct output *out, const char *path)
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

static void release(struct output *out)
{
    if (out->pack)
        pack_destroy(out->pack);
    else if (out->ahead)
        ahead_destroy(out->ahead);
    else
        free(out->block);
    if (out->fd >= 0)
        close(out->fd);
    if (out->beside)
        unlink(out->beside);
    free(out->beside);
    free(out->target);
}

static int make_block(struct output *out, bool gzip)
{
    if (gzip) {
        out->pack =
            pack_create(crew_cores(WEFT_PACK_THREADS_MAX), write_all, out);
        out->block = out->pack ? pack_block(out->pack) : NULL;
    } else if (!out->direct) {
        out->ahead = ahead_create(out->fd);
        out->block = out->ahead ? ahead_block(out->ahead) : NULL;
    } else {
        out->block = malloc(WEFT_OUT_BLOCK);
    }
    return out->block ? 0 : -1;
}

int out_open(struct output *out, const char *path, bool gzip,
             struct weft_error *err)
{
    *out = (struct output){.fd = -1};
    if (open_target(out, path) || make_block(out, gzip))
        goto failed;
    out->at = out->block;
    out->end = out->block + WEFT_OUT_BLOCK;
    return 0;
failed:;
    int code = errno;
    release(out);
    return weft_error_system(err, code, 0, "cannot write '%s': %s", path,
                             strerror(code));
}

void out_flush(struct output *out)
{
    size_t count = (size_t)(out->at - out->block);
    if (out->pack) {
        if (pack_submit(out->pack, count))
            out_cannot(out, "compress");
        out->block = pack_block(out->pack);
        out->end = out->block + WEFT_OUT_BLOCK;
    } else if (out->ahead) {
        if (ahead_submit(out->ahead, count))
            out_cannot(out, "write");
        out->block = ahead_block(out->ahead);
        out->end = out->block + WEFT_OUT_BLOCK;
    } else if (!out->error.kind) {
        write_all(out, out->block, count);
    }
    out->at = out->block;
}

/* As if line after line were put into the room. */
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
    if (!out->ahead || length < WEFT_OUT_BLOCK || length > LINES_MAX) {
        copy_lines(out, *bytes, length);
        return;
    }
    out_flush(out);
    out->block = ahead_swap(out->ahead, bytes, room);
    out->at = out->block + length;
    out_flush(out);
}

/* Give the finished file its name. */
static int put_in_place(struct output *out)
{
    if (!out->beside) {
        char unnamed[40];
        snprintf(unnamed, sizeof unnamed, "/proc/self/fd/%d", out->fd);
        char *name = format_text("%s.%ld~", out->target, (long)getpid());
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

int out_close(struct output *out, struct weft_error *err)
{
    out_flush(out);
    if (out->pack && pack_finish(out->pack))
        out_cannot(out, "compress");
    if (out->ahead && ahead_finish(out->ahead))
        out_cannot(out, "write");
    if (!out->error.kind && !out->direct && put_in_place(out))
        out_cannot(out, "write");
    int fd = out->fd;
    out->fd = -1;
    if (close(fd) && !out->error.kind)
        out_cannot(out, "write");
    release(out);
    if (!out->error.kind)
        return 0;
    if (err)
        *err = out->error;
    return -1;
}

void out_abort(struct output *out)
{
    release(out);
}
