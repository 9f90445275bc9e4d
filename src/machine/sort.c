/* Sorting events by (start, rank), stable, in linear time: radix sort from
 * the least digit on, with as many digits as the batch needs. */
#include <machine/run.h>

#define DIGIT 11

struct digit {
    bool of_start; /* else of rank */
    unsigned shift;
};

static size_t value(const struct key *key, struct digit digit)
{
    uint64_t number = digit.of_start ? key->start : key->rank;
    return number >> digit.shift & ((1u << DIGIT) - 1);
}

/* One stable counting pass. */
static void pass(const struct key *from, struct key *to, size_t count,
                 struct digit digit)
{
    size_t place[1 << DIGIT] = {0};
    for (size_t i = 0; i < count; i++)
        place[value(&from[i], digit)]++;
    size_t sum = 0;
    for (size_t d = 0; d >> DIGIT == 0; d++) {
        size_t many = place[d];
        place[d] = sum;
        sum += many;
    }
    for (size_t i = 0; i < count; i++)
        to[place[value(&from[i], digit)]++] = from[i];
}

static void by_number(struct key **keys, size_t count, bool of_start,
                      uint64_t highest)
{
    for (unsigned shift = 0; shift < 64 && highest >> shift; shift += DIGIT) {
        pass(keys[0], keys[1], count, (struct digit){of_start, shift});
        struct key *swap = keys[0];
        keys[0] = keys[1];
        keys[1] = swap;
    }
}

void sort_keys(struct key *keys[2], size_t count)
{
    uint64_t low = UINT64_MAX, high = 0;
    uint32_t rank = 0;
    for (size_t i = 0; i < count; i++) {
        const struct key *key = &keys[0][i];
        low = key->start < low ? key->start : low;
        high = key->start > high ? key->start : high;
        rank = key->rank > rank ? key->rank : rank;
    }
    for (size_t i = 0; i < count; i++)
        keys[0][i].start -= low;
    by_number(keys, count, false, rank);
    by_number(keys, count, true, count ? high - low : 0);
}
