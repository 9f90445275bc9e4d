/* A radix sort template: stable, in linear time, without allocations. Few items
 * are sorted from the least significant digit up, within the caches; many items
 * are first divided by their most significant digit. Include this header with
 *
 *     SORT_NAME          the function's name
 *     SORT_ITEM          the type of an item
 *     SORT_WORD(item)    uint64_t: the key of *item
 *
 * defined; they are undefined at the end. This defines
 *
 *     SORT_ITEM *NAME(item, other, count, bits)
 *
 * which sorts item[0 .. count), count < 2^32, by the bits `bits` of their keys;
 * the keys must be equal in all other bits. `other` is scratch memory of the
 * same size; the result is in `item` or `other`, whichever is returned. Leave
 * bits that are equal in all keys out of `bits`: they then cost nothing; a
 * digit that is equal in all keys costs half a pass. For a key of two words,
 * sort by the minor one first and then by the major one. */
#include "base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef SORT_DIGIT_MAX
/* maximum bits per digit; with more, the counters leave the cache */
#define SORT_DIGIT_MAX 10
#endif
#define SORT_FEW AT_ONCE(8192, 16) /* items */
#define SORT_FIRST 8               /* bits of the most significant digit */
#define SORT_JOIN_(a, b) a##_##b
#define SORT_JOIN(a, b) SORT_JOIN_(a, b)

/* One stable counting pass; afterwards place[d] is where the items of digit d
 * end. Return false if the digit is the same for all items and nothing
 * moved. */
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

/* Sort few items from the least significant digit up. */
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
        /* after two passes, the part is back in place */
        SORT_ITEM *home = item + begin;
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
