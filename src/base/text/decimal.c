/* Exact decimals. */
#include "decimal.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define DECIMAL_DIGITS_MAX 18

struct decimal decimal_shortest(double value)
{
    char text[40] = "", *at = text;
    struct decimal decimal = {0, 0};
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*e", digits - 1, value);
        if (strtod(text, NULL) == value)
            break;
    }
    for (; *at && *at != 'e'; at++)
        if (isdigit((unsigned char)*at)) {
            decimal.digits = decimal.digits * 10 + (*at - '0');
            decimal.exponent -= at != text;
        }
    decimal.exponent += *at ? atoi(at + 1) : 0;
    while (decimal.digits && decimal.digits % 10 == 0) {
        decimal.digits /= 10;
        decimal.exponent++;
    }
    return decimal;
}

int decimal_shift(wide_int *number, int exponent)
{
    for (; exponent > 0; exponent--)
        if (__builtin_mul_overflow(*number, (wide_int)10, number))
            return -1;
    return 0;
}

int decimal_reduce(wide_int num, wide_int den, int64_t *lowest_num,
                   int64_t *lowest_den)
{
    wide_int common = common_divisor(num, den);
    if (num / common > INT64_MAX || den / common > INT64_MAX)
        return -1;
    *lowest_num = (int64_t)(num / common);
    *lowest_den = (int64_t)(den / common);
    return 0;
}

/* Scan digits and, if `point`, decimals, which `*scale` counts as a power of
 * ten. Return the end, or NULL. */
static const char *decimal_scan(const char *at, bool point, wide_int *number,
                                wide_int *scale)
{
    int digits = 0;
    bool behind = false;
    *number = 0;
    for (;; at++) {
        if (isdigit((unsigned char)*at)) {
            if (++digits > DECIMAL_DIGITS_MAX)
                return NULL;
            *number = *number * 10 + (*at - '0');
            *scale *= behind ? 10 : 1;
        } else if (*at == '.' && point && !behind && digits) {
            behind = true;
        } else {
            break;
        }
    }
    return digits ? at : NULL;
}

int decimal_fraction(const char *text, int64_t *num, int64_t *den)
{
    wide_int above = 0, below = 1, scale = 1;
    text = decimal_scan(text, true, &above, &scale);
    if (text && *text == '/')
        text = decimal_scan(text + 1, false, &below, &scale);
    if (!text || *text || !above || !below)
        return -1;
    return decimal_reduce(above, below * scale, num, den);
}
