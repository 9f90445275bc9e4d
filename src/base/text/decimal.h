/* Exact decimals: the numbers of files and of the command line as integers. */
#ifndef WEFT_SRC_BASE_DECIMAL_H
#define WEFT_SRC_BASE_DECIMAL_H

#include <stdint.h>

#include "base/numbers/divisor.h"

/* digits * 10^exponent */
struct decimal {
    wide_int digits;
    int exponent;
};

/* Return the shortest decimal that reads back as a double > 0. */
struct decimal decimal_shortest(double value);

/* Multiply by 10^exponent, if that is positive. Return 0, or -1 if the product
 * does not fit. */
int decimal_shift(wide_int *number, int exponent);

/* Compute num / den, both > 0, in lowest terms. Return 0, or -1 if that does
 * not fit into 64 bits. */
int decimal_reduce(wide_int num, wide_int den, int64_t *lowest_num,
                   int64_t *lowest_den);

/* Read a number > 0, "25", "0.1" or "1/3", as a fraction in lowest terms.
 * Return 0, or -1 if the text is no such number or has more than 18 digits. */
int decimal_fraction(const char *text, int64_t *num, int64_t *den);

#endif
