/* Numbers and lists in goal files:
 *
 *     list = item { "," item }    item = "all" | expr [ ".." expr [ "by" expr ]
 * ] expr = integers, names, + - * / % ( ), unary minus
 */
#ifndef WEFT_SRC_GOAL_EXPRESSION_H
#define WEFT_SRC_GOAL_EXPRESSION_H

#include <weft/error.h>

#include "base/items/items.h"

#define NAME_MAX_LENGTH 31
#define LETS_MAX 32

struct let {
    char name[NAME_MAX_LENGTH + 1];
    int64_t value;
};

/* Where a reader stands, and what names mean there. */
struct scanner {
    const char *at; /* ends with NUL */
    unsigned line;
    bool has_p, has_r;
    bool only_form; /* values mean nothing: lists stay empty */
    int64_t p, r;
    struct let let[LETS_MAX];
    int lets;
    int depth;      /* of parentheses */
    bool unlimited; /* no effort is too much */
    uint64_t effort;
    struct weft_error *err;
};

/* A list that is written once is evaluated for every processor: a short file
 * may ask for any effort. Of it, characters read count 1, ranges more. */
#define EFFORT_MAX ((uint64_t)1 << 28)
#define EFFORT_OF_RANGE 16
#define RANGES_UNTRUSTED (1u << 19) /* of a list; of blocks, in all of them */
/* 0, or -1 after scanner_fail(). */
int scanner_spend(struct scanner *s, uint64_t effort);

/* A mistake in the line at hand; the first one counts. -1 */
int scanner_fail(struct scanner *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Skip blanks; is this word (or sign) next? Then it is skipped, too. */
bool scanner_takes(struct scanner *s, const char *word);
/* A name or keyword: copied and skipped. -1 after scanner_fail(). */
int scanner_name(struct scanner *s, char name[NAME_MAX_LENGTH + 1]);
/* A comment or the end of the line? */
bool scanner_at_end(struct scanner *s);

int expression_read(struct scanner *s, int64_t *value);

/* Read a list of numbers in [0, limit): appended to *span. 0, or -1 after
 * scanner_fail() (`what` is their name for messages). */
struct interval_list {
    struct interval *span;
    size_t count, capacity;
};
int list_read(struct scanner *s, const char *what, int64_t limit,
              struct interval_list *list);

#endif
