/* Numbers in lines that were read: fast, and safe with anything. */
#ifndef WEFT_SRC_TRACE_SCAN_H
#define WEFT_SRC_TRACE_SCAN_H

#include <stdbool.h>
#include <stdint.h>

/* The digits at *at, as many as there are; moves *at behind them. False if
 * there are none or more than 18, which is enough for any field. */
static inline bool weft_scan_digits(const char **at, uint64_t *value)
{
    const char *p = *at;
    uint64_t number = 0;
    unsigned digit;
    while ((digit = (unsigned char)*p - (unsigned)'0') < 10) {
        number = number * 10 + digit;
        p++;
    }
    bool good = p > *at && p - *at <= 18;
    *at = p;
    *value = number;
    return good;
}

/* The same with an optional sign. */
static inline bool weft_scan_number(const char **at, int64_t *value)
{
    bool negative = **at == '-';
    *at += negative;
    uint64_t number;
    bool good = weft_scan_digits(at, &number);
    *value = negative ? -(int64_t)number : (int64_t)number;
    return good;
}

static inline void weft_scan_blanks(const char **at)
{
    while (**at == ' ' || **at == '\t')
        ++*at;
}

#endif
