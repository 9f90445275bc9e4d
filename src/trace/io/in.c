/* Reads the input of traces from a file, a pipe or memory, as lines or bytes;
 * gzip data is recognised by its content and decompressed. */
#include "trace/format.h"

#include "base/base.h"
#include "base/text/byte-order.h"
#include "path-open.h"
#include "temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define IN_LINE_MAX_BYTES (1u << 20)
#define IN_CHUNK AT_ONCE(128u << 10, 512u)
#define HEAD 4096u
#define PAD 16u /* number of bytes after any line that can be read */
/* Limit on the expansion of compressed data, applied from BOMB_SIZE bytes on:
 * no real trace is that repetitive, but a decompression bomb is (the limit of
 * deflate is about 1030). */
#define BOMB_FACTOR 256u
#define BOMB_SIZE (64u << 20)
/* limit for pipes, which may never end and are copied to a file */
#define PIPE_SIZE ((uint64_t)1 << 30)

struct input {
    int fd;           /* file descriptor; -1: input from memory */
    const char *path; /* path of the file, borrowed; NULL: input from memory */
    const unsigned char *memory;
    /* size of the memory or file, and number of bytes read from it; data
     * appended to a file after it was opened is ignored */
    uint64_t size, taken;
    bool unsized;       /* whether the size is unknown, so that the input is
                           copied like a pipe */
    bool gzip, between; /* gzip: whether the input is compressed; between:
                           whether the position is between two gzip members */
    z_stream z;
    unsigned char *packed; /* [CHUNK] compressed bytes; NULL: the input is not
                              compressed */
    uint64_t packed_total, plain_total;
    char *buffer; /* [room] a line and the next chunk, followed by PAD bytes */
    size_t room;  /* size of `buffer`, which grows with the longest line */
    size_t from, to; /* range of the unread part of `buffer` */
    size_t mark;     /* length of the byte order mark, which is skipped; 0:
                        none */
    bool ended;
    bool zeros;   /* whether the input contains NUL bytes so far */
    bool trusted; /* whether the limits on the input are disabled */
    const struct weft_nccl_choice *choice; /* borrowed, or NULL */
    unsigned line;
    struct weft_error error;
};

/* Record that the content is damaged, unless there is an earlier error. */
static long in_fail(struct input *in, const char *text)
{
    if (!in->error.kind)
        weft_error_set(&in->error, WEFT_ERROR_FORMAT, in->line, "%s", text);
    return -1;
}

/* Record the errno value of a system call as the error. */
static int in_refuse(struct input *in, int code)
{
    return weft_error_system(&in->error, code, 0, "%s", strerror(code));
}

static long in_read_file(struct input *in, void *bytes, size_t room)
{
    ssize_t count = -1;
    while (count < 0 && (count = read(in->fd, bytes, room)) < 0)
        if (errno != EINTR)
            return in_refuse(in, errno);
    return count;
}

static long read_raw(struct input *in, void *bytes, size_t room)
{
    uint64_t left = in->size - in->taken;
    long count = left < room ? (long)left : (long)room;
    if (in->fd >= 0)
        count = in_read_file(in, bytes, (size_t)count);
    else if (count)
        memcpy(bytes, in->memory + in->taken, (size_t)count);
    in->taken += count > 0 ? (uint64_t)count : 0;
    return count;
}

/* Read more compressed bytes. Return their number, 0 at the end of the file. */
static long refill(struct input *in)
{
    long count = read_raw(in, in->packed, IN_CHUNK);
    if (count > 0) {
        in->z.next_in = in->packed;
        in->z.avail_in = (uInt)count;
        in->packed_total += (uint64_t)count;
    }
    return count;
}

static long read_gzip(struct input *in, void *bytes, size_t room)
{
    in->z.next_out = bytes;
    in->z.avail_out = (uInt)room;
    while (in->z.avail_out == room) {
        if (in->z.avail_in == 0) {
            long count = refill(in);
            if (count < 0)
                return -1;
            if (count == 0)
                return in->between
                           ? 0
                           : in_fail(in, "the compressed data is truncated");
        }
        if (in->between)
            inflateReset(&in->z);
        int status = inflate(&in->z, Z_NO_FLUSH);
        in->between = status == Z_STREAM_END;
        if (!in->between && status != Z_OK && status != Z_BUF_ERROR)
            return in_fail(in, "the compressed data is damaged");
    }
    size_t count = room - in->z.avail_out;
    in->plain_total += count;
    if (!in->trusted && in->plain_total > BOMB_SIZE &&
        in->plain_total / BOMB_FACTOR > in->packed_total)
        return weft_error_set(
            &in->error, WEFT_ERROR_LIMIT, in->line,
            "the compressed data expands more than 256-fold" SAY_NO_LIMIT);
    return (long)count;
}

static long read_plain(struct input *in, void *bytes, size_t room)
{
    if (in->error.kind)
        return -1;
    return in->gzip ? read_gzip(in, bytes, room) : read_raw(in, bytes, room);
}

/* Make room for the next chunk after the buffered data. Return its size, which
 * is at most that of the rest of the input. Return 0 if nothing is left, or
 * with in->error if out of memory. */
static size_t next_chunk(struct input *in)
{
    uint64_t left = in->gzip ? IN_CHUNK : in->size - in->taken;
    size_t chunk = left < IN_CHUNK ? (size_t)left : IN_CHUNK;
    if (!array_grow(&in->buffer, &in->room, in->to + chunk + PAD, 1))
        return chunk;
    in_refuse(in, ENOMEM);
    return 0;
}

/* Append at least one byte to the buffered data. Return false at the end or on
 * error. */
static bool in_fill(struct input *in)
{
    if (in->ended)
        return false;
    if (in->from) {
        memmove(in->buffer, in->buffer + in->from, in->to - in->from);
        in->to -= in->from;
        in->from = 0;
    }
    size_t chunk = next_chunk(in);
    long count = chunk ? read_plain(in, in->buffer + in->to, chunk) : 0;
    if (count > 0) {
        in->zeros =
            in->zeros || memchr(in->buffer + in->to, '\0', (size_t)count);
        in->to += (size_t)count;
        memset(in->buffer + in->to, 0, PAD);
    }
    in->ended = count <= 0;
    return !in->ended;
}

/* Copy an input that cannot be read twice to an unnamed file. */
static int spool(struct input *in)
{
    int copy, code = 0;
    if (temporary_open(&copy, &in->error))
        return -1;
    long count;
    while (!code && (count = read_raw(in, in->buffer, IN_CHUNK)) > 0 &&
           (in->trusted || in->taken <= PIPE_SIZE))
        code = write_whole(copy, in->buffer, (size_t)count);
    close(in->fd);
    in->fd = copy;
    in->size = UINT64_MAX;
    if (code)
        return in_refuse(in, code);
    if (count > 0)
        return weft_error_set(&in->error, WEFT_ERROR_LIMIT, 0,
                              "has more than 1 GiB" SAY_NO_LIMIT);
    return count < 0 ? -1 : in_rewind(in);
}

/* Skip a byte order mark. */
static void pass_mark(struct input *in)
{
    while (in->to < 3 && in_fill(in))
        ;
    in->mark = in->from = byte_order_mark(in->buffer, in->to);
}

static int open_content(struct input *in)
{
    next_chunk(in);
    if (in->error.kind)
        return -1;
    bool again = in->fd < 0 || lseek(in->fd, 0, SEEK_CUR) >= 0;
    if ((in->unsized || !again) && spool(in))
        return -1;
    unsigned char magic[2];
    long count = read_raw(in, magic, 2);
    if (count < 0)
        return -1;
    if (count == 2 && magic[0] == 0x1f && magic[1] == 0x8b) {
        in->packed = malloc(IN_CHUNK);
        in->gzip = in->packed && !inflateInit2(&in->z, MAX_WBITS + 16);
        if (!in->gzip)
            return in_refuse(in, ENOMEM);
    }
    if (in_rewind(in))
        return -1;
    pass_mark(in);
    return 0;
}

/* Create an input from its initial values; it takes ownership of the file. */
static struct input *open_with(struct input from, const char *name,
                               struct weft_error *err)
{
    struct input *in = malloc(sizeof *in);
    if (in)
        *in = from;
    if (in && !open_content(in))
        return in;
    if (in && in->error.system)
        weft_error_system(err, in->error.system, 0, "cannot read '%s': %s",
                          name, in->error.text);
    else if (in && in->error.kind == WEFT_ERROR_LIMIT)
        weft_error_set(err, in->error.kind, 0, "'%s' %s", name, in->error.text);
    else
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory to read '%s'",
                       name);
    if (in)
        in_close(in);
    else if (from.fd >= 0)
        close(from.fd);
    return NULL;
}

struct input *in_open(const char *path, bool trusted, struct weft_error *err)
{
    int fd;
    struct stat status = {0};
    int code = path_open(path, &fd, &status);
    if (code) {
        if (fd >= 0)
            close(fd);
        weft_error_system(err, code, 0, "cannot read '%s': %s", path,
                          code == ETIMEDOUT ? "nothing writes to this pipe"
                                            : open_reason(code));
        return NULL;
    }
    bool unsized = path_unsized(fd, &status);
    bool sized = S_ISREG(status.st_mode) && !unsized;
    return open_with(
        (struct input){.fd = fd,
                       .path = path,
                       .size = sized ? (uint64_t)status.st_size : UINT64_MAX,
                       .unsized = unsized,
                       .trusted = trusted},
        path, err);
}

struct input *in_open_file(int fd, bool trusted, struct weft_error *err)
{
    const struct input from = {fd, .size = UINT64_MAX, .trusted = trusted};
    return open_with(from, "a temporary file", err);
}

struct input *in_memory(const void *bytes, size_t size, struct weft_error *err)
{
    return open_with((struct input){.fd = -1, .memory = bytes, .size = size},
                     "memory", err);
}

void in_close(struct input *in)
{
    if (in->gzip)
        inflateEnd(&in->z);
    if (in->fd >= 0)
        close(in->fd);
    free(in->packed);
    free(in->buffer);
    free(in);
}

void in_trust(struct input *in)
{
    in->trusted = true;
}

const char *in_path(const struct input *in)
{
    return in->path;
}

bool in_trusted(const struct input *in)
{
    return in->trusted;
}

void in_choose(struct input *in, const struct weft_nccl_choice *choice)
{
    in->choice = choice;
}

const struct weft_nccl_choice *in_choice(const struct input *in)
{
    return in->choice;
}

uint64_t in_extent(const struct input *in)
{
    struct stat status;
    if (in->fd < 0)
        return in->size;
    return fstat(in->fd, &status) ? 0 : (uint64_t)status.st_size;
}

const char *in_head(struct input *in, size_t *length)
{
    while (in->to - in->from < HEAD && in_fill(in))
        ;
    size_t there = in->to - in->from;
    *length = there < HEAD ? there : HEAD;
    return in->buffer + in->from;
}

char *in_line(struct input *in, size_t *length)
{
    size_t searched = 0;
    char *newline;
    for (;;) {
        char *start = in->buffer + in->from;
        size_t there = in->to - in->from;
        newline = memchr(start + searched, '\n', there - searched);
        if (newline)
            break;
        searched = there;
        if (there > IN_LINE_MAX_BYTES) {
            in->line++;
            in_fail(in, "the line is longer than 1 MiB");
            return NULL;
        }
        if (!in_fill(in))
            break;
    }
    if (in->error.kind || in->from == in->to)
        return NULL;
    char *line = in->buffer + in->from;
    char *end = newline ? newline : in->buffer + in->to;
    in->from = (size_t)(end - in->buffer) + (newline != NULL);
    if (end > line && end[-1] == '\r')
        end--;
    *end = '\0';
    *length = (size_t)(end - line);
    in->line++;
    if (in->zeros && memchr(line, '\0', *length)) {
        in_fail(in, "a zero byte: this is not a text file");
        return NULL;
    }
    return line;
}

long in_bytes(struct input *in, void *bytes, size_t room)
{
    if (in->from == in->to && !in_fill(in))
        return in->error.kind ? -1 : 0;
    size_t there = in->to - in->from;
    size_t count = there < room ? there : room;
    memcpy(bytes, in->buffer + in->from, count);
    in->from += count;
    return (long)count;
}

unsigned in_line_number(const struct input *in)
{
    return in->line;
}

int in_rewind(struct input *in)
{
    if (in->fd >= 0 && lseek(in->fd, 0, SEEK_SET) < 0)
        return in_refuse(in, errno);
    if (in->gzip)
        inflateReset(&in->z);
    in->z.avail_in = 0;
    in->packed_total = in->plain_total = 0;
    in->taken = in->from = in->to = 0;
    in->ended = in->between = in->zeros = false;
    in->line = 0;
    if (in->mark)
        pass_mark(in);
    return 0;
}

bool in_failed(const struct input *in, struct weft_error *err)
{
    if (in->error.kind && err)
        *err = in->error;
    return in->error.kind != WEFT_ERROR_NONE;
}
