/* Radix sort, made for one kind of item: stable, in linear time, never needs
 * more memory than it is given. A few items are sorted from the least digit on,
 * in the caches; many are first divided by their greatest. Include this with
 *
 *     SORT_NAME          the function's name
 *     SORT_ITEM          the type of an item
 *     SORT_WORD(item)    uint64_t: the key of *item
 *
 * defined, which are undefined again; then there is
 *
 *     SORT_ITEM *NAME(item, other, count, bits)
 *
 * which sorts item[0 .. count), count < 2^32, by the bits `bits` of their keys,
 * in which alone keys may differ, with `other` of the same size for use
 * meanwhile; returns the one of both that the sorted are in. Bits in which no
 * keys differ cost nothing if `bits` leaves them out; a digit that turns out to
 * be the same for all costs half a pass. For a key of two words, sort by the
 * minor one first and by the major one then. */
#include "base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef SORT_DIGIT_MAX
#define SORT_DIGIT_MAX 10 /* bits; the lines of more places leave the cache */
#endif
#define SORT_FEW AT_ONCE(8192, 16) /* items */
#define SORT_FIRST 8               /* bits of the greatest digit */
#define SORT_JOIN_(a, b) a##_##b
#define SORT_JOIN(a, b) SORT_JOIN_(a, b)

/* One stable counting pass; place[d] is then where the items of digit d end.
 * False: the digit is the same for all, nothing was moved. */
static inline bool SORT_JOIN(SORT_NAME, pass_)(const SORT_ITEM *from,
                                               SORT_ITEM *to, size_t count,
                                               unsigned shift, unsigned width,
                                               uint32_t *place)
{
    const uint64_t mask = ((uint64_t)1 << width) - 1;
    memset(place, 0, sizeof *place << width);
    for (size_t i = 0; i < count; i++)
        place[SORT_WORD(&from[i]) >> shift & mask]++;
    if (place[SORT_WORD(&from[0]) >> shift & mask] == count)
        return false;
    uint32_t sum = 0;
    for (size_t i = 0; i <= mask; i++) {
        uint32_t here = place[i];
        place[i] = sum;
        sum += here;
    }
    for (size_t i = 0; i < count; i++)
        to[place[SORT_WORD(&from[i]) >> shift & mask]++] = from[i];
    return true;
}

/* A few, from the least digit on. */
static inline SORT_ITEM *SORT_JOIN(SORT_NAME, few_)(SORT_ITEM *item,
                                                    SORT_ITEM *other,
                                                    size_t count, uint64_t bits)
{
    uint32_t place[1 << SORT_DIGIT_MAX];
    while (bits && count > 1) {
        unsigned shift = (unsigned)__builtin_ctzll(bits);
        unsigned span = 64 - (unsigned)__builtin_clzll(bits) - shift;
        unsigned passes = (span + SORT_DIGIT_MAX - 1) / SORT_DIGIT_MAX;
        unsigned width = (span + passes - 1) / passes;
        if (SORT_JOIN(SORT_NAME, pass_)(item, other, count, shift, width,
                                        place)) {
            SORT_ITEM *sorted = other;
            other = item;
            item = sorted;
        }
        bits &= ~((((uint64_t)1 << width) - 1) << shift);
    }
    return item;
}

static SORT_ITEM *SORT_NAME(SORT_ITEM *item, SORT_ITEM *other, size_t count,
                            uint64_t bits)
{
    unsigned top = bits ? 64 - (unsigned)__builtin_clzll(bits) : 0;
    if (count <= SORT_FEW || top <= SORT_DIGIT_MAX)
        return SORT_JOIN(SORT_NAME, few_)(item, other, count, bits);
    uint32_t end[1 << SORT_FIRST], begin = 0;
    unsigned first = top - SORT_DIGIT_MAX;
    if (first > SORT_FIRST)
        first = SORT_FIRST;
    unsigned shift = top - first;
    bits &= ((uint64_t)1 << shift) - 1;
    if (!SORT_JOIN(SORT_NAME, pass_)(item, other, count, shift, first, end))
        return SORT_NAME(item, other, count, bits);
    for (unsigned digit = 0; digit < 1u << first; digit++) {
        size_t part = end[digit] - begin;
        SORT_ITEM *home = item + begin; /* one pass leads back there */
        SORT_ITEM *sorted = SORT_NAME(other + begin, home, part, bits);
        if (sorted != home)
            memcpy(home, sorted, part * sizeof *home);
        begin = end[digit];
    }
    return item;
}

#undef SORT_NAME
#undef SORT_ITEM
#undef SORT_WORD
#undef SORT_FEW
#undef SORT_FIRST
#undef SORT_JOIN_
#undef SORT_JOIN
