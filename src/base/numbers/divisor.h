/* Greatest common divisors, after Euclid. */
#ifndef WEFT_SRC_BASE_NUMBERS_DIVISOR_H
#define WEFT_SRC_BASE_NUMBERS_DIVISOR_H

__extension__ typedef __int128 wide_int; /* wide enough for products */

/* Return the greatest common divisor of two numbers >= 0; of 0 and b: b. */
static inline wide_int common_divisor(wide_int a, wide_int b)
{
    while (b) {
        wide_int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

#endif
