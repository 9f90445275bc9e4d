/* Numbers in lines that were read: fast, and safe with anything. */
#ifndef WEFT_SRC_TRACE_SCAN_H
#define WEFT_SRC_TRACE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Each function takes the place to scan at and returns the place behind what
 * it found, or NULL; a NULL place gives NULL again. At most 18 digits, which
 * is enough for any field. */

static inline const char *weft_scan_digits(const char *at, uint64_t *value)
{
    if (!at)
        return NULL;
    const char *p = at;
    uint64_t number = 0;
    for (unsigned digit; (digit = (unsigned char)*p - (unsigned)'0') < 10; p++)
        number = number * 10 + digit;
    *value = number;
    return p > at && p - at <= 18 ? p : NULL;
}

/* The same with an optional sign. */
static inline const char *weft_scan_number(const char *at, int64_t *value)
{
    if (!at)
        return NULL;
    uint64_t number;
    bool negative = *at == '-';
    at = weft_scan_digits(at + negative, &number);
    *value = negative ? -(int64_t)number : (int64_t)number;
    return at;
}

static inline const char *weft_scan_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

/* A number after blanks. Nearly all fields of a trace are one blank and one
 * digit: those are quick. */
static inline const char *weft_scan_next(const char *at, int64_t *value)
{
    if (at && at[0] == ' ' && at[1] >= '0' && at[1] <= '9' &&
        (at[2] < '0' || at[2] > '9')) {
        *value = at[1] - '0';
        return at + 2;
    }
    return at ? weft_scan_number(weft_scan_blanks(at), value) : NULL;
}

#endif
