/* Members of struct output, for writers that must be fast: call out_room(),
 * write there with the functions below, and pass the end of what was written to
 * out_used(). */
#ifndef WEFT_SRC_TRACE_IO_OUT_H
#define WEFT_SRC_TRACE_IO_OUT_H

#include "atomic-file.h"
#include "base/base.h"
#include "trace/format.h"

#include <endian.h>
#include <string.h>

struct write_behind;
struct compressor;

#define WEFT_OUT_BLOCK AT_ONCE(256u << 10, 8u << 10)

struct output {
    char *at, *end; /* free part of the block being filled */
    char *block;    /* [WEFT_OUT_BLOCK] block being filled */
    /* NULL: the output is not compressed */
    struct compressor *compressor;
    /* NULL: blocks are compressed, or written by the caller's thread */
    struct write_behind *behind;
    struct atomic_file file;
    char *name; /* name of the target, for messages */
    bool kept;  /* whether the output is kept in memory and has no target
                   file */
    char *text; /* [size] output kept in memory, in a buffer of `room` bytes */
    size_t size, room;
    struct weft_error error; /* first error of this output */
    /* description of what the format could not represent, or "" */
    char loss[200];
    bool finished; /* whether all output is complete */
};

/* Number of bytes that may be written after one out_room(). */
#define WEFT_OUT_ROOM 4096u

/* Open path ("-": standard output). Return 0 or -1. If it returns 0, the caller
 * must call out_close() or out_abort(), and must not move the struct before
 * that. */
int out_open(struct output *out, const char *path, bool gzip,
             struct weft_error *err);
/* Write all pending output, but do not rename the file to its target yet: after
 * this, hardly anything can fail. Return 0, or -1 with the error in out. */
int out_finish(struct output *out);
int out_close(struct output *out, struct weft_error *err);
void out_abort(struct output *out);
/* Like out_open(), but for an open file, which is closed at the end or on
 * failure. `name` is for messages. Return 0, or -1 if out of memory. */
int out_open_file(struct output *out, int fd, const char *name);
/* Open an output that is kept in memory. Return 0, or -1 if out of memory. */
int out_open_kept(struct output *out);
/* Close an output that is kept in memory. Return its text of *size bytes, which
 * the caller frees, or NULL with the error in out. */
char *out_take(struct output *out, size_t *size);
/* Record the errno value of a system call as the error of this output, unless
 * it has one already: "cannot WHAT 'TARGET': ...". The value 0 is ignored. */
void out_cannot(struct output *out, const char *what, int code);
/* Pass on the filled part of the block and begin a new one. */
void out_flush(struct output *out);

/* Write `length` bytes of whole lines. *bytes and *room may be exchanged for
 * another buffer and its size. */
void out_lines(struct output *out, char **bytes, size_t *room, size_t length);

/* Return the current position, after which at least WEFT_OUT_ROOM bytes may be
 * written. */
static inline char *out_room(struct output *out)
{
    if ((size_t)(out->end - out->at) < WEFT_OUT_ROOM)
        out_flush(out);
    return out->at;
}

/* Set the current position: the bytes before `at` have been written. */
static inline void out_used(struct output *out, char *at)
{
    out->at = at;
}

extern const char digit_pairs[201];    /* the numbers 0 to 99 with two digits
                                          each: "000102...99" */
extern const char digit_triples[3001]; /* the numbers 0 to 999 with three digits
                                          each: "000001...999" */

static inline int count_digits(uint64_t number)
{
    int digits = 1;
    for (; number >= 10000; number /= 10000)
        digits += 4;
    return digits + (number >= 10) + (number >= 100) + (number >= 1000);
}

/* Write exactly `digits` digits, with leading zeros. Return the end. */
static inline char *put_padded(char *at, uint64_t number, int digits)
{
    char *end = at + digits;
    char *p = end;
    while (p - at >= 2) {
        p -= 2;
        memcpy(p, digit_pairs + number % 100 * 2, 2);
        number /= 100;
    }
    if (p > at)
        *at = (char)('0' + number % 10);
    return end;
}

/* Write a number below 1000. Return the end. Four bytes are overwritten,
 * although only one to three are used. */
static inline char *put_small(char *at, uint64_t number)
{
    uint32_t text;
    memcpy(&text, digit_triples + 3 * number, sizeof text);
    int zeros = (number < 100) + (number < 10);
    text = htole32(le32toh(text) >> 8 * zeros);
    memcpy(at, &text, sizeof text);
    return at + 3 - zeros;
}

/* Write a number. Return the end. Up to three bytes after it are
 * overwritten. */
static inline char *put_number(char *at, uint64_t number)
{
    if (number < 1000)
        return put_small(at, number);
    if (number < 1000000) {
        at = put_small(at, number / 1000);
        memcpy(at, digit_triples + 3 * (number % 1000), 3);
        return at + 3;
    }
    return put_padded(at, number, count_digits(number));
}

/* Write a character as a JSON escape: "\u202e", or above U+FFFF "\udb40\udc41".
 * Return the end. */
char *put_unicode(char *at, uint32_t number);

static inline char *put_signed(char *at, int64_t number)
{
    if (number >= 0)
        return put_number(at, (uint64_t)number);
    *at = '-';
    return put_number(at + 1, 0 - (uint64_t)number);
}

/* The text of a processor's number, precomputed because it is written often. */
struct text_name {
    char text[7];
    uint8_t length;
};

/* Return an array of the texts of 0 .. count - 1, which the caller frees; NULL
 * if out of memory. */
struct text_name *names_create(int count);

/* Write a precomputed number. Return the end. Eight bytes are overwritten,
 * although only one to seven are used. */
static inline char *put_name(char *at, const struct text_name *name)
{
    memcpy(at, name, sizeof *name);
    return at + name->length;
}

/* Write a number, as name[number] if it is below `count`. Return the end. */
static inline char *put_named(char *at, const struct text_name *name, int count,
                              int32_t number)
{
    return (uint32_t)number < (uint32_t)count ? put_name(at, &name[number])
                                              : put_signed(at, number);
}

/* Write a string literal, whose length the compiler knows. */
#define WEFT_PUT(at, literal)                                                  \
    (memcpy(at, literal, sizeof(literal) - 1), (at) + sizeof(literal) - 1)

#endif
