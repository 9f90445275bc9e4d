/* Sorting keys in linear time: radix sort from the least digit on, with as
 * many digits as the batch needs. */
#include "sort.h"

#define DIGIT_MAX 10 /* bits; the lines of more places do not stay in cache */

static size_t digit(const struct key *key, unsigned shift, unsigned width)
{
    return key->order >> shift & ((1u << width) - 1);
}

/* One stable counting pass. */
static void pass(const struct key *from, struct key *to, size_t count,
                 unsigned shift, unsigned width)
{
    uint32_t place[1 << DIGIT_MAX] = {0};
    for (size_t i = 0; i < count; i++)
        place[digit(&from[i], shift, width)]++;
    uint32_t sum = 0;
    for (size_t d = 0; d >> width == 0; d++) {
        uint32_t many = place[d];
        place[d] = sum;
        sum += many;
    }
    for (size_t i = 0; i < count; i++)
        to[place[digit(&from[i], shift, width)]++] = from[i];
}

void sort_keys(struct key *keys[2], size_t count, uint64_t bits)
{
    unsigned all = bits ? 64 - (unsigned)__builtin_clzll(bits) : 0;
    unsigned passes = (all + DIGIT_MAX - 1) / DIGIT_MAX;
    for (unsigned i = 0; i < passes; i++) {
        unsigned from = all * i / passes, to = all * (i + 1) / passes;
        pass(keys[0], keys[1], count, from, to - from);
        struct key *swap = keys[0];
        keys[0] = keys[1];
        keys[1] = swap;
    }
}
