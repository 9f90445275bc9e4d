/* Parse and evaluate numbers and lists in goal files:
 *
 *     list = item { "," item }
 *     item = "all" | expr [ ".." expr [ "by" expr ] ]
 *     expr = integers, names, + - * / % ( ), unary minus */
#ifndef WEFT_SRC_GOAL_EXPRESSION_H
#define WEFT_SRC_GOAL_EXPRESSION_H

#include <weft/error.h>

#include "base/items/contributors.h"

#define NAME_MAX_LENGTH 31
#define LETS_MAX 32

struct let {
    char name[NAME_MAX_LENGTH + 1];
    int64_t value;
};

/* State of the parser, with the values of the names defined so far. */
struct scanner {
    const char *at; /* current position in the text, which ends with NUL */
    unsigned line;
    bool has_p, has_r;
    /* check only the syntax: values are ignored, lists stay empty */
    bool only_form;
    int64_t p, r;
    struct let let[LETS_MAX];
    int lets;
    int depth;      /* current nesting depth of parentheses */
    bool unlimited; /* whether there is no limit on the effort */
    uint64_t effort;
    struct weft_error *err;
};

/* Limit on the effort: a list is evaluated once per processor, so a short file
 * may require any effort. Each character read counts 1; ranges count
 * EFFORT_OF_RANGE. */
#define EFFORT_MAX ((uint64_t)1 << 28)
#define EFFORT_OF_RANGE 16
/* limit on ranges in one list, and on ranges of blocks in all lists */
#define RANGES_UNTRUSTED (1u << 19)
/* Add to the effort. Return 0, or -1 after scanner_fail(). */
int scanner_spend(struct scanner *s, uint64_t effort);

/* Report an error in the current line, unless one is already set. Return -1. */
int scanner_fail(struct scanner *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Skip blanks; if the word (or sign) is next, skip it and return true. */
bool scanner_takes(struct scanner *s, const char *word);
/* Copy and skip a name or keyword. Return 0, or -1 after scanner_fail(). */
int scanner_name(struct scanner *s, char name[NAME_MAX_LENGTH + 1]);
/* Return whether a comment or the end of the line is next. */
bool scanner_at_end(struct scanner *s);

int expression_read(struct scanner *s, int64_t *value);

/* Parse a list of numbers in [0, limit) and append it to list->span. Return 0,
 * or -1 after scanner_fail(); `what` names the numbers in error messages. */
int list_read(struct scanner *s, const char *what, int64_t limit,
              struct span_list *list);

#endif
