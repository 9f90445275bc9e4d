/* Radix sort from the least digit on, made for one kind of item: stable, in
 * linear time, never needs more memory than it is given. Include this with
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
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef SORT_DIGIT_MAX
#define SORT_DIGIT_MAX 10 /* bits; the lines of more places leave the cache */
#endif
#define SORT_JOIN_(a, b) a##_##b
#define SORT_JOIN(a, b) SORT_JOIN_(a, b)

/* One stable counting pass; false: the digit is the same for all. */
static inline bool SORT_JOIN(SORT_NAME, pass_)(const SORT_ITEM *from,
                                               SORT_ITEM *to, size_t count,
                                               unsigned shift, unsigned width)
{
    uint32_t place[1 << SORT_DIGIT_MAX] = {0};
    const uint64_t mask = ((uint64_t)1 << width) - 1;
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

static inline SORT_ITEM *SORT_NAME(SORT_ITEM *item, SORT_ITEM *other,
                                   size_t count, uint64_t bits)
{
    while (bits && count > 1) {
        unsigned shift = (unsigned)__builtin_ctzll(bits);
        unsigned span = 64 - (unsigned)__builtin_clzll(bits) - shift;
        unsigned passes = (span + SORT_DIGIT_MAX - 1) / SORT_DIGIT_MAX;
        unsigned width = (span + passes - 1) / passes;
        if (SORT_JOIN(SORT_NAME, pass_)(item, other, count, shift, width)) {
            SORT_ITEM *sorted = other;
            other = item;
            item = sorted;
        }
        bits &= ~((((uint64_t)1 << width) - 1) << shift);
    }
    return item;
}

#undef SORT_NAME
#undef SORT_ITEM
#undef SORT_WORD
#undef SORT_JOIN_
#undef SORT_JOIN
