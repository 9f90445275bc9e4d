/* Input of traces: a file, a pipe or memory, as lines or bytes; what is gzip
 * by its content is decompressed on the way. */
#include "trace/format.h"

#include "temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define LINE_MAX_BYTES (1u << 20)
#define CHUNK (128u << 10)
#define HEAD 4096u
#define PAD 16u /* readable behind any line */
/* A compressed file may grow by this factor, once it is past the size: no
 * trace is that repetitive, a bomb is (deflate's own limit is about 1030). */
#define BOMB_FACTOR 256u
#define BOMB_SIZE (64u << 20)

struct input {
    int fd; /* -1: memory */
    const unsigned char *memory;
    size_t size, taken; /* of memory */
    bool gzip, between; /* between two members of a gzip file */
    z_stream z;
    unsigned char *packed; /* [CHUNK] */
    uint64_t packed_total, plain_total;
    char *buffer;    /* [LINE_MAX_BYTES + CHUNK + PAD] */
    size_t from, to; /* what is in it and not yet read */
    bool ended;
    bool zeros; /* NULs have been seen */
    unsigned line;
    struct weft_error error;
    int code; /* of error; 0: none */
};

static long fail(struct input *in, int code, const char *text)
{
    if (!in->code) {
        in->code = code;
        snprintf(in->error.text, sizeof in->error.text, "%s", text);
        in->error.line = code == EILSEQ ? in->line : 0;
    }
    return -1;
}

static long read_raw(struct input *in, void *bytes, size_t room)
{
    if (in->fd < 0) {
        size_t left = in->size - in->taken;
        size_t count = left < room ? left : room;
        if (count)
            memcpy(bytes, in->memory + in->taken, count);
        in->taken += count;
        return (long)count;
    }
    for (;;) {
        ssize_t count = read(in->fd, bytes, room);
        if (count >= 0)
            return count;
        if (errno != EINTR)
            return fail(in, errno, strerror(errno));
    }
}

/* More compressed bytes: their number, 0 at the end of the file. */
static long refill(struct input *in)
{
    long count = read_raw(in, in->packed, CHUNK);
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
                return in->between ? 0
                                   : fail(in, EILSEQ,
                                          "the compressed data ends too soon");
        }
        if (in->between)
            inflateReset(&in->z);
        in->between = false;
        int status = inflate(&in->z, Z_NO_FLUSH);
        if (status == Z_STREAM_END)
            in->between = true;
        else if (status != Z_OK && status != Z_BUF_ERROR)
            return fail(in, EILSEQ, "the compressed data is damaged");
    }
    size_t count = room - in->z.avail_out;
    in->plain_total += count;
    if (in->plain_total > BOMB_SIZE &&
        in->plain_total / BOMB_FACTOR > in->packed_total)
        return fail(in, EILSEQ, "the compressed data grows more than 256-fold");
    return (long)count;
}

static long read_plain(struct input *in, void *bytes, size_t room)
{
    if (in->code)
        return -1;
    return in->gzip ? read_gzip(in, bytes, room) : read_raw(in, bytes, room);
}

/* Get at least one more byte behind those in the buffer; false at the end. */
static bool fill(struct input *in)
{
    if (in->ended)
        return false;
    if (in->from) {
        memmove(in->buffer, in->buffer + in->from, in->to - in->from);
        in->to -= in->from;
        in->from = 0;
    }
    long count = read_plain(in, in->buffer + in->to, CHUNK);
    if (count > 0) {
        in->zeros =
            in->zeros || memchr(in->buffer + in->to, '\0', (size_t)count);
        in->to += (size_t)count;
    } else {
        in->ended = true;
    }
    return count > 0;
}

/* A file that cannot be read twice is copied to an unnamed one. */
static int spool(struct input *in)
{
    int copy = temporary_open();
    if (copy < 0)
        return -1;
    long count;
    while ((count = read_raw(in, in->buffer, CHUNK)) > 0)
        if (write_whole(copy, in->buffer, (size_t)count)) {
            close(copy);
            return -1;
        }
    close(in->fd);
    in->fd = copy;
    return count < 0 || lseek(copy, 0, SEEK_SET) < 0 ? -1 : 0;
}

static int open_content(struct input *in)
{
    in->buffer = calloc(LINE_MAX_BYTES + CHUNK + PAD, 1);
    in->packed = malloc(CHUNK);
    if (!in->buffer || !in->packed)
        return -1;
    if (in->fd >= 0 && lseek(in->fd, 0, SEEK_CUR) < 0 && spool(in))
        return -1;
    unsigned char magic[2];
    long count = read_raw(in, magic, 2);
    if (count < 0)
        return -1;
    in->gzip = count == 2 && magic[0] == 0x1f && magic[1] == 0x8b;
    if (in->gzip && inflateInit2(&in->z, MAX_WBITS + 16)) {
        in->gzip = false;
        return -1;
    }
    return in_rewind(in);
}

static struct input *open_with(int fd, const void *bytes, size_t size)
{
    struct input *in = calloc(1, sizeof *in);
    if (!in) {
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    in->fd = fd;
    in->memory = bytes;
    in->size = size;
    if (!open_content(in))
        return in;
    int code = in->code ? in->code : errno;
    in_close(in);
    errno = code;
    return NULL;
}

struct input *in_open(const char *path, struct weft_error *err)
{
    int fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC)
                               : fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    struct stat status;
    if (fd >= 0 && !fstat(fd, &status) && S_ISDIR(status.st_mode)) {
        close(fd);
        fd = -1;
        errno = EISDIR;
    }
    struct input *in = fd < 0 ? NULL : open_with(fd, NULL, 0);
    if (!in)
        weft_error_system(err, errno, 0, "cannot read '%s': %s", path,
                          strerror(errno));
    return in;
}

struct input *in_memory(const void *bytes, size_t size, struct weft_error *err)
{
    struct input *in = open_with(-1, bytes, size);
    if (!in)
        weft_error_system(err, errno, 0, "cannot read: %s", strerror(errno));
    return in;
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

const char *in_head(struct input *in, size_t *length)
{
    while (in->to - in->from < HEAD && fill(in))
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
        if (there > LINE_MAX_BYTES) {
            in->line++;
            fail(in, EILSEQ, "the line is longer than 1 MiB");
            return NULL;
        }
        if (!fill(in))
            break;
    }
    if (in->code || in->from == in->to)
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
        fail(in, EILSEQ, "a zero byte, which no text has");
        return NULL;
    }
    return line;
}

long in_bytes(struct input *in, void *bytes, size_t room)
{
    if (in->from == in->to && !fill(in))
        return in->code ? -1 : 0;
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
        return -1;
    if (in->gzip)
        inflateReset(&in->z);
    in->z.avail_in = 0;
    in->packed_total = in->plain_total = 0;
    in->taken = in->from = in->to = 0;
    in->ended = in->between = in->zeros = false;
    in->line = 0;
    return 0;
}

bool in_failed(const struct input *in, struct weft_error *err)
{
    if (in->code)
        weft_error_system(err, in->code, in->error.line, "%s", in->error.text);
    return in->code != 0;
}
