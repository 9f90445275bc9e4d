/* Sorting keys in linear time: radix sort from the least digit on, with as
 * many digits as the batch needs. */
#include <machine/run.h>

#define DIGIT 11

static size_t digit(const struct key *key, unsigned shift)
{
    return key->order >> shift & ((1u << DIGIT) - 1);
}

/* One stable counting pass. */
static void pass(const struct key *from, struct key *to, size_t count,
                 unsigned shift)
{
    uint32_t place[1 << DIGIT] = {0};
    for (size_t i = 0; i < count; i++)
        place[digit(&from[i], shift)]++;
    uint32_t sum = 0;
    for (size_t d = 0; d >> DIGIT == 0; d++) {
        uint32_t many = place[d];
        place[d] = sum;
        sum += many;
    }
    for (size_t i = 0; i < count; i++)
        to[place[digit(&from[i], shift)]++] = from[i];
}

void sort_keys(struct key *keys[2], size_t count, uint64_t bits)
{
    for (unsigned shift = 0; shift < 64 && bits >> shift; shift += DIGIT) {
        pass(keys[0], keys[1], count, shift);
        struct key *swap = keys[0];
        keys[0] = keys[1];
        keys[1] = swap;
    }
}
