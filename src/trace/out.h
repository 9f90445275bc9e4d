/* The inside of struct weft_out, for writers whose speed counts: get room,
 * write there with the functions below, give back what was used. */
#ifndef WEFT_SRC_TRACE_OUT_H
#define WEFT_SRC_TRACE_OUT_H

#include "format.h"

#include <endian.h>
#include <string.h>

struct weft_ahead;
struct weft_pack;

#define WEFT_OUT_BLOCK (256u << 10)

struct weft_out {
    char *at, *end;           /* free part of the block being filled */
    char *block;              /* [WEFT_OUT_BLOCK] */
    struct weft_pack *pack;   /* NULL: written as it is, */
    struct weft_ahead *ahead; /* by this; NULL, too: at once */
    int fd;
    bool direct;  /* written in place (standard output, a device) */
    char *target; /* where the file goes in the end */
    char *beside; /* the file's name until then; NULL: it has none yet */
    struct weft_error error; /* the first one, with its code */
    int code;                /* 0: none so far */
};

/* The longest text that may be written into one weft_out_room(). */
#define WEFT_OUT_ROOM 4096u

/* Opens target_path ("-": standard output). 0, or -1 with errno and text; the
 * struct is to be given to weft_out_close or _abort only after 0. */
int weft_out_open(struct weft_out *out, const char *path, bool gzip,
                  struct weft_error *err);
int weft_out_close(struct weft_out *out, struct weft_error *err);
void weft_out_abort(struct weft_out *out);
/* Pass the filled part of the block on and begin a new one. */
void weft_out_flush(struct weft_out *out);

/* Write `length` bytes of whole lines. The caller has another buffer then. */
void weft_out_lines(struct weft_out *out, char **bytes, size_t *room,
                    size_t length);

/* At least WEFT_OUT_ROOM bytes of room. */
static inline char *weft_out_room(struct weft_out *out)
{
    if ((size_t)(out->end - out->at) < WEFT_OUT_ROOM)
        weft_out_flush(out);
    return out->at;
}

/* What lies before `at` in the room has been written. */
static inline void weft_out_used(struct weft_out *out, char *at)
{
    out->at = at;
}

extern const char weft_digit_pairs[201];    /* "000102...99" */
extern const char weft_digit_triples[3001]; /* "000001...999" */

static inline int weft_count_digits(uint64_t number)
{
    int digits = 1;
    for (; number >= 10000; number /= 10000)
        digits += 4;
    return digits + (number >= 10) + (number >= 100) + (number >= 1000);
}

/* Exactly `digits` digits, with leading zeros; returns the end. */
static inline char *weft_put_padded(char *at, uint64_t number, int digits)
{
    char *end = at + digits;
    char *p = end;
    while (p - at >= 2) {
        p -= 2;
        memcpy(p, weft_digit_pairs + number % 100 * 2, 2);
        number /= 100;
    }
    if (p > at)
        *at = (char)('0' + number % 10);
    return end;
}

/* A number below 1000; writes four bytes, of which it needs one to three. */
static inline char *weft_put_small(char *at, uint64_t number)
{
    uint32_t text;
    memcpy(&text, weft_digit_triples + 3 * number, sizeof text);
    int zeros = (number < 100) + (number < 10);
    text = htole32(le32toh(text) >> 8 * zeros);
    memcpy(at, &text, sizeof text);
    return at + 3 - zeros;
}

/* Writes at most three bytes more than it needs. */
static inline char *weft_put_number(char *at, uint64_t number)
{
    if (number < 1000)
        return weft_put_small(at, number);
    if (number < 1000000) {
        at = weft_put_small(at, number / 1000);
        memcpy(at, weft_digit_triples + 3 * (number % 1000), 3);
        return at + 3;
    }
    return weft_put_padded(at, number, weft_count_digits(number));
}

static inline char *weft_put_signed(char *at, int64_t number)
{
    if (number >= 0)
        return weft_put_number(at, (uint64_t)number);
    *at = '-';
    return weft_put_number(at + 1, 0 - (uint64_t)number);
}

/* The numbers of processors as texts, which are asked for again and again. */
struct weft_name {
    char text[7];
    uint8_t length;
};

/* [count]: of 0, 1, ...; to be freed by the caller. NULL with errno ENOMEM. */
struct weft_name *weft_names_create(int count);

/* Writes eight bytes, of which it needs one to seven. */
static inline char *weft_put_name(char *at, const struct weft_name *name)
{
    memcpy(at, name, sizeof *name);
    return at + name->length;
}

/* A number that may be one of `count` names. */
static inline char *weft_put_named(char *at, const struct weft_name *name,
                                   int count, int32_t number)
{
    return (uint32_t)number < (uint32_t)count ? weft_put_name(at, &name[number])
                                              : weft_put_signed(at, number);
}

/* A text whose length is known to the compiler. */
#define WEFT_PUT(at, literal)                                                  \
    (memcpy(at, literal, sizeof(literal) - 1), (at) + sizeof(literal) - 1)

#endif
