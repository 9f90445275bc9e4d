/* Scan numbers in lines of input: fast, and safe for any input. */
#ifndef WEFT_SRC_TRACE_SCAN_H
#define WEFT_SRC_TRACE_SCAN_H

#include <endian.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Each function scans at a position and returns the position after what it
 * found, or NULL if it found nothing or if the position is NULL. At most 18
 * digits, which is enough for any field except a time. */

static inline const char *scan_digits(const char *at, uint64_t *value)
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

/* Scan a time, which may be any number below 2^64. */
static inline const char *scan_long(const char *at, uint64_t *value)
{
    const char *end = scan_digits(at, value);
    if (end || !at || *at < '0' || *at > '9')
        return end;
    for (*value = 0; *at >= '0' && *at <= '9'; at++)
        if (__builtin_mul_overflow(*value, (uint64_t)10, value) ||
            __builtin_add_overflow(*value, (uint64_t)(*at - '0'), value))
            return NULL;
    return at;
}

/* Scan a number with an optional sign. */
static inline const char *scan_number(const char *at, int64_t *value)
{
    if (!at)
        return NULL;
    uint64_t number;
    bool negative = *at == '-';
    at = scan_digits(at + negative, &number);
    *value = (int64_t)(negative ? 0 - number : number);
    return at;
}

static inline const char *scan_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

/* Return eight characters, the first one in the lowest byte, with digits as 0
 * to 9; bytes above 9 are not digits. In lines of in_line(), the bytes after
 * the end may be read. */
static inline uint64_t scan_eight(const char *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return le64toh(word) ^ 0x3030303030303030u;
}

/* Return the number of leading digits among the characters of scan_eight(). */
static inline int scan_count(uint64_t eight)
{
    /* a carry only reaches bytes after the first non-digit */
    uint64_t none =
        (eight | (eight + 0x0606060606060606u)) & (uint64_t)0xf0f0f0f0f0f0f0f0u;
    return none ? __builtin_ctzll(none) / 8 : 8;
}

/* Return the value of the first `digits` (1 to 8) digits: combine pairs, then
 * fours, then all eight. */
static inline uint64_t scan_value(uint64_t eight, int digits)
{
    uint64_t pairs = eight << (64 - 8 * digits);
    pairs = pairs * 10 + (pairs >> 8);
    uint64_t mask = 0x000000ff000000ffu;
    return ((pairs & mask) * (100 + ((uint64_t)1000000 << 32)) +
            (pairs >> 16 & mask) * (1 + ((uint64_t)10000 << 32))) >>
           32;
}

/* Scan a number after blanks, in a line of in_line(). Most fields are one blank
 * and one digit, and nearly all others one blank and a few digits; both cases
 * are fast. */
static inline const char *scan_next(const char *at, int64_t *value)
{
    if (!at || at[0] != ' ')
        return at ? scan_number(scan_blanks(at), value) : NULL;
    if (at[1] >= '0' && at[1] <= '9' && (at[2] < '0' || at[2] > '9')) {
        *value = at[1] - '0';
        return at + 2;
    }
    bool negative = at[1] == '-';
    uint64_t eight = scan_eight(at + 1 + negative);
    int digits = scan_count(eight);
    if (digits == 0 || digits == 8)
        return scan_number(scan_blanks(at), value);
    int64_t number = (int64_t)scan_value(eight, digits);
    *value = negative ? -number : number;
    return at + 1 + negative + digits;
}

#endif
