/* Exact fractions for times and amounts of data.
 *
 * Numbers are nonnegative, except for differences. A result that does not fit
 * is rounded: down in the terms of a bound, up in the capacities of a network.
 * So rounding can lower a bound but never raise it. */
#ifndef WEFT_SRC_BOUND_RATIO_H
#define WEFT_SRC_BOUND_RATIO_H

#include <stdbool.h>
#include <stdint.h>

#define RATIO_MAX ((int64_t)1 << 62)

struct ratio {
    /* a fraction with den > 0 in lowest terms; 1 / 0 is infinite */
    int64_t num, den;
};

enum ratio_round { RATIO_DOWN, RATIO_UP };

#define RATIO_ZERO ((struct ratio){0, 1})
#define RATIO_INFINITE ((struct ratio){1, 0})

static inline bool ratio_is_infinite(struct ratio a)
{
    return !a.den;
}

/* Return num / den; both >= 0, and den may be 0 only if num > 0. */
struct ratio ratio_make(int64_t num, int64_t den);
static inline struct ratio ratio_whole(int64_t number)
{
    return (struct ratio){number < RATIO_MAX ? number : RATIO_MAX, 1};
}

/* Return a + b, infinite if one of them is. */
struct ratio ratio_add(struct ratio a, struct ratio b, enum ratio_round round);
/* Return a - b, which may be negative; b must be finite. */
struct ratio ratio_subtract(struct ratio a, struct ratio b,
                            enum ratio_round round);
/* Return a b; 0 if one of them is 0, even if the other is infinite. */
struct ratio ratio_multiply(struct ratio a, struct ratio b,
                            enum ratio_round round);
/* Return a / b: infinite if b is 0 (a must not be 0 then), 0 if b is
 * infinite. */
struct ratio ratio_divide(struct ratio a, struct ratio b,
                          enum ratio_round round);
/* Return a times a whole number. */
static inline struct ratio ratio_times(struct ratio a, int64_t number,
                                       enum ratio_round round)
{
    return ratio_multiply(a, ratio_whole(number), round);
}

/* Return < 0, 0 or > 0; exact. */
int ratio_compare(struct ratio a, struct ratio b);
static inline struct ratio ratio_least(struct ratio a, struct ratio b)
{
    return ratio_compare(a, b) <= 0 ? a : b;
}
static inline struct ratio ratio_most(struct ratio a, struct ratio b)
{
    return ratio_compare(a, b) >= 0 ? a : b;
}

/* Round to a whole number; RATIO_MAX for infinity, 0 for negative numbers. */
int64_t ratio_floor(struct ratio a);
int64_t ratio_ceil(struct ratio a);

/* Return a fraction near a number >= 0: exact if the number has at most 9
 * decimals and is below 2^53, else rounded in the given direction. */
struct ratio ratio_of(double number, enum ratio_round round);

/* Format for messages: "138.46", "12", "inf"; at most two decimals. */
void ratio_print(struct ratio a, char *text, int size);

#endif
