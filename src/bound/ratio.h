/* Exact fractions for times and amounts of data.
 *
 * Numbers are not negative but in differences. Where a result does not fit, it
 * is rounded: `down` for what a bound is made of, `up` for what a network can
 * carry. So rounding lowers a bound and never raises it. */
#ifndef WEFT_SRC_BOUND_RATIO_H
#define WEFT_SRC_BOUND_RATIO_H

#include <stdbool.h>
#include <stdint.h>

#define RATIO_MAX ((int64_t)1 << 62)

struct ratio {
    int64_t num, den; /* den > 0, in lowest terms; 1 / 0: without limit */
};

enum ratio_round { RATIO_DOWN, RATIO_UP };

#define RATIO_ZERO ((struct ratio){0, 1})
#define RATIO_INFINITE ((struct ratio){1, 0})

static inline bool ratio_is_infinite(struct ratio a)
{
    return !a.den;
}

/* num / den; both >= 0, den 0 only with num > 0. */
struct ratio ratio_make(int64_t num, int64_t den);
static inline struct ratio ratio_whole(int64_t number)
{
    return (struct ratio){number < RATIO_MAX ? number : RATIO_MAX, 1};
}

/* Infinite if one is. */
struct ratio ratio_add(struct ratio a, struct ratio b, enum ratio_round round);
/* b must be finite, the result may be negative. */
struct ratio ratio_subtract(struct ratio a, struct ratio b,
                            enum ratio_round round);
/* 0 if one is 0, infinite or not. */
struct ratio ratio_multiply(struct ratio a, struct ratio b,
                            enum ratio_round round);
/* By what is not 0, or infinite if b is 0 and a is not; 0 by an infinite b. */
struct ratio ratio_divide(struct ratio a, struct ratio b,
                          enum ratio_round round);
/* a times a whole number. */
static inline struct ratio ratio_times(struct ratio a, int64_t number,
                                       enum ratio_round round)
{
    return ratio_multiply(a, ratio_whole(number), round);
}

/* < 0, 0, > 0; exact. */
int ratio_compare(struct ratio a, struct ratio b);
static inline struct ratio ratio_least(struct ratio a, struct ratio b)
{
    return ratio_compare(a, b) <= 0 ? a : b;
}
static inline struct ratio ratio_most(struct ratio a, struct ratio b)
{
    return ratio_compare(a, b) >= 0 ? a : b;
}

/* Whole numbers beside it; RATIO_MAX if it is infinite, 0 if it is negative. */
int64_t ratio_floor(struct ratio a);
int64_t ratio_ceil(struct ratio a);

/* A decimal fraction near a number >= 0: exact if it has at most 9 digits after
 * the point and is below 2^53, else not above (down), not below (up). */
struct ratio ratio_of(double number, enum ratio_round round);

/* "138.46", "12", "inf": at most two digits after the point, for people. */
void ratio_print(struct ratio a, char *text, int size);

#endif
