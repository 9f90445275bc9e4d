/* The inside of struct output, for writers whose speed counts: get room,
 * write there with the functions below, give back what was used. */
#ifndef WEFT_SRC_TRACE_IO_OUT_H
#define WEFT_SRC_TRACE_IO_OUT_H

#include "base/base.h"
#include "place.h"
#include "trace/format.h"

#include <endian.h>
#include <string.h>

struct ahead;
struct pack;

#define WEFT_OUT_BLOCK AT_ONCE(256u << 10, 8u << 10)

struct output {
    char *at, *end;      /* free part of the block being filled */
    char *block;         /* [WEFT_OUT_BLOCK] */
    struct pack *pack;   /* NULL: written as it is, */
    struct ahead *ahead; /* by this; NULL, too: at once */
    struct place place;
    char *name; /* of the target, for messages */
    bool kept;  /* in memory, there is no target: */
    char *text; /* [size] of [room] */
    size_t size, room;
    struct weft_error error; /* the first one */
    char loss[200];          /* what the format could not keep; "": nothing */
    bool finished;           /* all that there will be is written */
};

/* The longest text that may be written into one out_room(). */
#define WEFT_OUT_ROOM 4096u

/* Opens path ("-": standard output). 0, or -1; the struct is to be given to
 * out_close or out_abort only after 0, and must not move before. */
int out_open(struct output *out, const char *path, bool gzip,
             struct weft_error *err);
/* Write all that is to be written, without taking the target's place: what can
 * fail after that is hardly anything. 0, or -1 with the error in out. */
int out_finish(struct output *out);
int out_close(struct output *out, struct weft_error *err);
void out_abort(struct output *out);
/* The same for an open file, which is closed at the end, also if this fails.
 * name is for messages. 0, or -1: no memory. */
int out_open_file(struct output *out, int fd, const char *name);
/* The same for a text that is kept: opens it; 0, or -1: no memory. */
int out_open_kept(struct output *out);
/* Instead of out_close: the text, *size bytes, which the caller frees; NULL
 * with the error in out. */
char *out_take(struct output *out, size_t *size);
/* What the system refused, by an errno value, is the failure of this output if
 * it is the first: "cannot WHAT 'TARGET': ..."; 0: nothing. */
void out_cannot(struct output *out, const char *what, int code);
/* Pass the filled part of the block on and begin a new one. */
void out_flush(struct output *out);

/* Write `length` bytes of whole lines. The caller has another buffer then. */
void out_lines(struct output *out, char **bytes, size_t *room, size_t length);

/* At least WEFT_OUT_ROOM bytes of room. */
static inline char *out_room(struct output *out)
{
    if ((size_t)(out->end - out->at) < WEFT_OUT_ROOM)
        out_flush(out);
    return out->at;
}

/* What lies before `at` in the room has been written. */
static inline void out_used(struct output *out, char *at)
{
    out->at = at;
}

extern const char digit_pairs[201];    /* "000102...99" */
extern const char digit_triples[3001]; /* "000001...999" */

static inline int count_digits(uint64_t number)
{
    int digits = 1;
    for (; number >= 10000; number /= 10000)
        digits += 4;
    return digits + (number >= 10) + (number >= 100) + (number >= 1000);
}

/* Exactly `digits` digits, with leading zeros; returns the end. */
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

/* A number below 1000; writes four bytes, of which it needs one to three. */
static inline char *put_small(char *at, uint64_t number)
{
    uint32_t text;
    memcpy(&text, digit_triples + 3 * number, sizeof text);
    int zeros = (number < 100) + (number < 10);
    text = htole32(le32toh(text) >> 8 * zeros);
    memcpy(at, &text, sizeof text);
    return at + 3 - zeros;
}

/* Writes at most three bytes more than it needs. */
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

/* "\u202e": a character in JSON; "\udb40\udc41": one above U+FFFF. */
char *put_unicode(char *at, uint32_t number);

static inline char *put_signed(char *at, int64_t number)
{
    if (number >= 0)
        return put_number(at, (uint64_t)number);
    *at = '-';
    return put_number(at + 1, 0 - (uint64_t)number);
}

/* The numbers of processors as texts, which are asked for again and again. */
struct text_name {
    char text[7];
    uint8_t length;
};

/* [count]: of 0, 1, ...; to be freed by the caller. NULL: no memory. */
struct text_name *names_create(int count);

/* Writes eight bytes, of which it needs one to seven. */
static inline char *put_name(char *at, const struct text_name *name)
{
    memcpy(at, name, sizeof *name);
    return at + name->length;
}

/* A number that may be one of `count` names. */
static inline char *put_named(char *at, const struct text_name *name, int count,
                              int32_t number)
{
    return (uint32_t)number < (uint32_t)count ? put_name(at, &name[number])
                                              : put_signed(at, number);
}

/* A text whose length is known to the compiler. */
#define WEFT_PUT(at, literal)                                                  \
    (memcpy(at, literal, sizeof(literal) - 1), (at) + sizeof(literal) - 1)

#endif
