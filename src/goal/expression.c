/* Parse and evaluate numbers and lists in goal files in one pass. */
#include "expression.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"

#define EXPRESSION_DEPTH_MAX 64
#define SPANS_MAX (1u << 24)

int scanner_fail(struct scanner *s, const char *format, ...)
{
    char text[300];
    va_list arguments;
    if (s->err->kind)
        return -1;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return weft_error_set(s->err, WEFT_ERROR_FORMAT, s->line, "%s", text);
}

int scanner_spend(struct scanner *s, uint64_t effort)
{
    s->effort += effort;
    if (s->unlimited || s->effort <= EFFORT_MAX)
        return 0;
    s->err->kind = WEFT_ERROR_NONE;
    return weft_error_set(s->err, WEFT_ERROR_LIMIT, s->line,
                          "the goal is too large: more than %" PRIu64
                          " million characters or ranges for all processors%s",
                          EFFORT_MAX >> 20, SAY_NO_LIMIT);
}

static void skip_blanks(struct scanner *s)
{
    while (*s->at == ' ' || *s->at == '\t' || *s->at == '\r')
        s->at++;
}

static bool expression_is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

bool scanner_takes(struct scanner *s, const char *word)
{
    size_t length = strlen(word);
    skip_blanks(s);
    if (strncmp(s->at, word, length) != 0 ||
        (expression_is_word(*word) && expression_is_word(s->at[length])))
        return false;
    s->at += length;
    return true;
}

bool scanner_at_end(struct scanner *s)
{
    skip_blanks(s);
    return !*s->at || *s->at == '#' || *s->at == '\n';
}

/* Report an error with the text found here and the text expected. */
static int wrong_here(struct scanner *s, const char *wanted)
{
    char found[24];
    size_t n = 0;
    if (scanner_at_end(s))
        return scanner_fail(s, "the line ends where %s is expected", wanted);
    while (n + 1 < sizeof found && s->at[n] && s->at[n] != '\n' &&
           (n == 0 ||
            (expression_is_word(s->at[n]) && expression_is_word(s->at[n - 1]))))
        n++;
    memcpy(found, s->at, n);
    found[n] = '\0';
    text_make_plain(found);
    return scanner_fail(s, "expected %s, not '%s'", wanted, found);
}

int scanner_name(struct scanner *s, char name[NAME_MAX_LENGTH + 1])
{
    size_t n = 0;
    skip_blanks(s);
    if (!isalpha((unsigned char)*s->at) && *s->at != '_')
        return wrong_here(s, "a word");
    for (; expression_is_word(*s->at); s->at++) {
        if (n == NAME_MAX_LENGTH)
            return scanner_fail(s, "a word has more than %d letters",
                                NAME_MAX_LENGTH);
        name[n++] = *s->at;
    }
    name[n] = '\0';
    return 0;
}

/* ---- expressions ------------------------------------------------------- */

static int expression_too_large(struct scanner *s)
{
    return scanner_fail(s, "a number is too large");
}

/* Report that a result does not fit, except in a syntax check. */
static int overflows(struct scanner *s)
{
    return s->only_form ? 0 : expression_too_large(s);
}

static int read_digits(struct scanner *s, int64_t *value)
{
    *value = 0;
    for (; isdigit((unsigned char)*s->at); s->at++)
        if (__builtin_mul_overflow(*value, (int64_t)10, value) ||
            __builtin_add_overflow(*value, (int64_t)(*s->at - '0'), value))
            return expression_too_large(s);
    return expression_is_word(*s->at) ? wrong_here(s, "a sign") : 0;
}

static int read_named(struct scanner *s, int64_t *value)
{
    char name[NAME_MAX_LENGTH + 1];
    if (scanner_name(s, name))
        return -1;
    if (scanner_spend(s, (uint64_t)s->lets)) /* the search compares all names */
        return -1;
    for (int i = 0; i < s->lets; i++)
        if (!strcmp(s->let[i].name, name)) {
            *value = s->let[i].value;
            return 0;
        }
    if (!strcmp(name, "p")) {
        *value = s->p;
        return s->has_p ? 0
                        : scanner_fail(s, "p has no value: the number of "
                                          "processors is unknown here");
    }
    if (strcmp(name, "r") != 0)
        return scanner_fail(s, "'%s' has no value", name);
    *value = s->r;
    return s->has_r
               ? 0
               : scanner_fail(
                     s, "r has no value here: use it to the right of a colon");
}

static int read_sum(struct scanner *s, int64_t *value);

static int read_inside(struct scanner *s, int64_t *value)
{
    if (++s->depth > EXPRESSION_DEPTH_MAX)
        return scanner_fail(s, "more than %d parentheses",
                            EXPRESSION_DEPTH_MAX);
    if (read_sum(s, value))
        return -1;
    s->depth--;
    return scanner_takes(s, ")") ? 0 : wrong_here(s, "')'");
}

static int read_factor(struct scanner *s, int64_t *value)
{
    bool minus = false;
    while (scanner_takes(s, "-"))
        minus = !minus;
    skip_blanks(s);
    int status = 0;
    if (isdigit((unsigned char)*s->at))
        status = read_digits(s, value);
    else if (scanner_takes(s, "("))
        status = read_inside(s, value);
    else if (expression_is_word(*s->at))
        status = read_named(s, value);
    else
        status = wrong_here(s, "a number");
    if (!status && minus && __builtin_sub_overflow((int64_t)0, *value, value))
        return overflows(s);
    return status;
}

static int expression_divide(struct scanner *s, char sign, int64_t *value,
                             int64_t by)
{
    if (s->only_form)
        return 0;
    if (*value < 0 || by < 0)
        return scanner_fail(
            s, "%" PRId64 " %c %" PRId64 ": both must be 0 or more", *value,
            sign, by);
    if (!by)
        return scanner_fail(s, "%" PRId64 " %c 0", *value, sign);
    *value = sign == '/' ? *value / by : *value % by;
    return 0;
}

static int read_product(struct scanner *s, int64_t *value)
{
    int status = read_factor(s, value);
    for (skip_blanks(s); !status && *s->at && strchr("*/%", *s->at);
         skip_blanks(s)) {
        char sign = *s->at++;
        int64_t by;
        status = read_factor(s, &by);
        if (!status && sign == '*')
            status =
                __builtin_mul_overflow(*value, by, value) ? overflows(s) : 0;
        else if (!status)
            status = expression_divide(s, sign, value, by);
    }
    return status;
}

static int read_sum(struct scanner *s, int64_t *value)
{
    int status = read_product(s, value);
    for (skip_blanks(s); !status && (*s->at == '+' || *s->at == '-');
         skip_blanks(s)) {
        bool minus = *s->at++ == '-';
        int64_t more;
        status = read_product(s, &more);
        if (!status && (minus ? __builtin_sub_overflow(*value, more, value)
                              : __builtin_add_overflow(*value, more, value)))
            status = overflows(s);
    }
    return status;
}

int expression_read(struct scanner *s, int64_t *value)
{
    s->depth = 0;
    return read_sum(s, value);
}

/* ---- lists ------------------------------------------------------------- */

/* Join ranges before a list gets long: many of its ranges may be adjacent. */
static int expression_join(struct scanner *s, struct span_list *list)
{
    list->count = spans_join(list->span, list->count);
    if (list->count <= RANGES_UNTRUSTED)
        return 0;
    return weft_error_set(s->err, WEFT_ERROR_LIMIT, s->line,
                          "more than %u ranges in a list" SAY_NO_LIMIT,
                          RANGES_UNTRUSTED);
}

static int expression_put(struct scanner *s, struct span_list *list,
                          int64_t first, int64_t last)
{
    if (scanner_spend(s, EFFORT_OF_RANGE))
        return -1;
    if (!s->unlimited && list->count == 2 * RANGES_UNTRUSTED &&
        expression_join(s, list))
        return -1;
    if (list->count == SPANS_MAX)
        return scanner_fail(s, "more than %u ranges", SPANS_MAX);
    const struct interval span = {(int32_t)first, (int32_t)last};
    if (span_list_append(list, (struct set){&span, 1}))
        return weft_error_set(s->err, WEFT_ERROR_MEMORY, s->line,
                              "no memory for the goal");
    return 0;
}

static int check_range(struct scanner *s, const char *what, int64_t limit,
                       int64_t value)
{
    if (value >= 0 && value < limit)
        return 0;
    if (s->has_r)
        return scanner_fail(
            s, "%s %" PRId64 " (for r = %" PRId64 ") is not in 0..%" PRId64,
            what, value, s->r, limit - 1);
    return scanner_fail(s, "%s %" PRId64 " is not in 0..%" PRId64, what, value,
                        limit - 1);
}

static int read_item(struct scanner *s, const char *what, int64_t limit,
                     struct span_list *list)
{
    int64_t first, last, by = 1;
    if (scanner_takes(s, "all")) {
        if (!s->has_p)
            return scanner_fail(
                s,
                "'all' has no value: the number of processors is unknown here");
        if (s->only_form)
            return 0;
        return check_range(s, what, limit, s->p - 1) ||
                       expression_put(s, list, 0, s->p - 1)
                   ? -1
                   : 0;
    }
    if (expression_read(s, &first))
        return -1;
    last = first;
    if (scanner_takes(s, "..") && expression_read(s, &last))
        return -1;
    if (scanner_takes(s, "by") && expression_read(s, &by))
        return -1;
    if (s->only_form)
        return 0;
    if (by < 1)
        return scanner_fail(s, "by %" PRId64 ": expected a step of 1 or more",
                            by);
    if (first > last)
        return 0;
    if (check_range(s, what, limit, first) || check_range(s, what, limit, last))
        return -1;
    if (by == 1)
        return expression_put(s, list, first, last);
    for (int64_t at = first;; at += by) {
        if (expression_put(s, list, at, at))
            return -1;
        if (by > last - at)
            return 0;
    }
}

int list_read(struct scanner *s, const char *what, int64_t limit,
              struct span_list *list)
{
    do
        if (read_item(s, what, limit, list))
            return -1;
    while (scanner_takes(s, ","));
    return 0;
}
