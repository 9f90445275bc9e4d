/* Exact fractions. */
#include "ratio.h"

#include <math.h>
#include <stdio.h>

#include "base/numbers/divisor.h"

static wide_int ratio_halve(wide_int number, bool up)
{
    return number / 2 + (up && number % 2);
}

/* Return num / den in lowest terms, rounded if it does not fit. num >= 0. */
static struct ratio ratio_fit(wide_int num, wide_int den,
                              enum ratio_round round)
{
    wide_int common = common_divisor(num, den);
    bool up = round == RATIO_UP;
    num /= common;
    den /= common;
    while ((num > RATIO_MAX || den > RATIO_MAX) && den > 1) {
        num = ratio_halve(num, up);
        den = ratio_halve(den, !up);
    }
    if (num > RATIO_MAX)
        return up ? RATIO_INFINITE : ratio_whole(RATIO_MAX);
    common = num ? common_divisor(num, den) : den;
    return (struct ratio){(int64_t)(num / common), (int64_t)(den / common)};
}

/* Like ratio_fit() for numerators of either sign. */
static struct ratio ratio_signed(wide_int num, wide_int den,
                                 enum ratio_round round)
{
    if (num >= 0)
        return ratio_fit(num, den, round);
    struct ratio positive =
        ratio_fit(-num, den, round == RATIO_UP ? RATIO_DOWN : RATIO_UP);
    if (ratio_is_infinite(positive))
        positive = ratio_whole(RATIO_MAX);
    return (struct ratio){-positive.num, positive.den};
}

struct ratio ratio_make(int64_t num, int64_t den)
{
    return den ? ratio_fit(num, den, RATIO_DOWN) : RATIO_INFINITE;
}

struct ratio ratio_add(struct ratio a, struct ratio b, enum ratio_round round)
{
    if (ratio_is_infinite(a) || ratio_is_infinite(b))
        return RATIO_INFINITE;
    return ratio_signed((wide_int)a.num * b.den + (wide_int)b.num * a.den,
                        (wide_int)a.den * b.den, round);
}

struct ratio ratio_subtract(struct ratio a, struct ratio b,
                            enum ratio_round round)
{
    return ratio_add(a, (struct ratio){-b.num, b.den}, round);
}

struct ratio ratio_multiply(struct ratio a, struct ratio b,
                            enum ratio_round round)
{
    if (!a.num || !b.num)
        return RATIO_ZERO;
    if (ratio_is_infinite(a) || ratio_is_infinite(b))
        return RATIO_INFINITE;
    return ratio_signed((wide_int)a.num * b.num, (wide_int)a.den * b.den,
                        round);
}

struct ratio ratio_divide(struct ratio a, struct ratio b,
                          enum ratio_round round)
{
    if (ratio_is_infinite(b) || !a.num)
        return RATIO_ZERO;
    if (!b.num)
        return RATIO_INFINITE;
    return ratio_multiply(a, (struct ratio){b.den, b.num}, round);
}

int ratio_compare(struct ratio a, struct ratio b)
{
    if (ratio_is_infinite(a) || ratio_is_infinite(b))
        return ratio_is_infinite(a) - ratio_is_infinite(b);
    wide_int left = (wide_int)a.num * b.den, right = (wide_int)b.num * a.den;
    return (left > right) - (left < right);
}

int64_t ratio_floor(struct ratio a)
{
    if (a.num <= 0)
        return 0;
    return ratio_is_infinite(a) ? RATIO_MAX : a.num / a.den;
}

int64_t ratio_ceil(struct ratio a)
{
    if (a.num <= 0)
        return 0;
    return ratio_is_infinite(a) ? RATIO_MAX : (a.num - 1) / a.den + 1;
}

#define RATIO_DECIMALS 9

struct ratio ratio_of(double number, enum ratio_round round)
{
    const double most = 9007199254740992.0; /* 2^53 */
    int64_t den = 1;
    if (!(number > 0))
        return RATIO_ZERO;
    if (number >= most)
        return round == RATIO_UP ? RATIO_INFINITE : ratio_whole((int64_t)most);
    for (int digits = 0;
         digits < RATIO_DECIMALS && number * (double)den < most / 10;
         digits++, den *= 10) {
        double many = number * (double)den, whole = nearbyint(many);
        if (whole > 0 && fabs(many - whole) <= whole * 4e-16)
            break;
    }
    double many = number * (double)den, whole = nearbyint(many);
    if (whole < 1 || fabs(many - whole) > whole * 4e-16)
        whole = round == RATIO_UP ? ceil(many) : floor(many);
    return ratio_make((int64_t)whole, den);
}

void ratio_print(struct ratio a, char *text, int size)
{
    int64_t whole = ratio_floor(a);
    if (ratio_is_infinite(a)) {
        snprintf(text, (size_t)size, "inf");
        return;
    }
    int hundredths = (int)((wide_int)(a.num - whole * a.den) * 100 / a.den);
    if (!hundredths)
        snprintf(text, (size_t)size, "%lld", (long long)whole);
    else
        snprintf(text, (size_t)size, hundredths % 10 ? "%lld.%02d" : "%lld.%d",
                 (long long)whole,
                 hundredths % 10 ? hundredths : hundredths / 10);
}
