/* Radix sort, least digit first.
 *
 * The differences of the keys from the least ones are nearly always so small
 * that both words and the number of the key fit in one word: then that is
 * what is sorted. Else the whole keys are, one pass for each digit of 11 bits
 * in which they differ at all. */
#include "keys.h"

#include "base/base.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define BITS 11
#define DIGITS (1u << BITS)

int keys_reserve(struct keys *keys, size_t count)
{
    if (count <= keys->capacity)
        return 0;
    size_t capacity = keys->capacity;
    if (array_grow(&keys->key, &capacity, count, sizeof *keys->key))
        return -1;
    struct sort_key *scratch =
        realloc(keys->scratch, capacity * sizeof *scratch);
    if (!scratch)
        return -1;
    keys->scratch = scratch;
    keys->capacity = capacity;
    return 0;
}

void keys_finish(struct keys *keys)
{
    free(keys->key);
    free(keys->scratch);
    *keys = (struct keys){0};
}

static uint64_t word(const struct sort_key *key, int minor)
{
    return minor ? key->minor : key->major;
}

/* Sort by one digit, into the scratch, which then changes places. */
static void pass(struct keys *keys, size_t count, int minor, int shift)
{
    uint32_t place[DIGITS] = {0};
    const struct sort_key *from = keys->key;
    struct sort_key *to = keys->scratch;
    for (size_t i = 0; i < count; i++)
        place[word(&from[i], minor) >> shift & (DIGITS - 1)]++;
    uint32_t sum = 0;
    for (size_t i = 0; i < DIGITS; i++) {
        uint32_t here = place[i];
        place[i] = sum;
        sum += here;
    }
    for (size_t i = 0; i < count; i++)
        to[place[word(&from[i], minor) >> shift & (DIGITS - 1)]++] = from[i];
    keys->scratch = keys->key;
    keys->key = to;
}

static int before(const struct sort_key *a, const struct sort_key *b)
{
    return a->major != b->major ? a->major < b->major : a->minor < b->minor;
}

/* For few keys, or keys in order. */
static int sort_simply(struct sort_key *key, size_t count, size_t patience)
{
    for (size_t i = 1; i < count; i++) {
        if (!before(&key[i], &key[i - 1]))
            continue;
        if (patience-- == 0)
            return 0;
        struct sort_key moved = key[i];
        size_t j = i;
        for (; j && before(&moved, &key[j - 1]); j--)
            key[j] = key[j - 1];
        key[j] = moved;
    }
    return 1;
}

static int bits(uint64_t number)
{
    return number ? 64 - __builtin_clzll(number) : 0;
}

/* Sort words by `width` bits from `shift` on, into `to`; false: they are all
 * the same there. */
static bool pass_words(const uint64_t *from, uint64_t *to, size_t count,
                       int shift, int width)
{
    uint32_t place[DIGITS] = {0};
    uint64_t mask = ((uint64_t)1 << width) - 1;
    for (size_t i = 0; i < count; i++)
        place[from[i] >> shift & mask]++;
    if (place[from[0] >> shift & mask] == count)
        return false;
    uint32_t sum = 0;
    for (size_t i = 0; i <= mask; i++) {
        uint32_t here = place[i];
        place[i] = sum;
        sum += here;
    }
    for (size_t i = 0; i < count; i++)
        to[place[from[i] >> shift & mask]++] = from[i];
    return true;
}

/* Sort words by `width` bits from `shift` on; equal ones stay in order. There
 * is room for 2 * count of them; returns the half that they are in then. */
static uint64_t *sort_words(uint64_t *word, size_t count, int shift, int width)
{
    uint64_t *other = word + count;
    int passes = (width + BITS - 1) / BITS;
    for (int i = 0; i < passes; i++) {
        int from = width * i / passes, to = width * (i + 1) / passes;
        if (!pass_words(word, other, count, shift + from, to - from))
            continue;
        uint64_t *sorted = other;
        other = word;
        word = sorted;
    }
    return word;
}

/* false: the keys differ too much. */
static bool sort_packed(struct keys *keys, size_t count)
{
    struct sort_key *key = keys->key, low = key[0], high = key[0];
    for (size_t i = 1; i < count; i++) {
        low.major = key[i].major < low.major ? key[i].major : low.major;
        low.minor = key[i].minor < low.minor ? key[i].minor : low.minor;
        high.major = key[i].major > high.major ? key[i].major : high.major;
        high.minor = key[i].minor > high.minor ? key[i].minor : high.minor;
    }
    int number = bits(count - 1), minor = bits(high.minor - low.minor);
    int width = minor + bits(high.major - low.major);
    if (width + number >= 64)
        return false;
    /* the scratch has room for three words each */
    uint64_t *word = (uint64_t *)(void *)keys->scratch;
    for (size_t i = 0; i < count; i++)
        word[i] =
            ((key[i].major - low.major) << minor | (key[i].minor - low.minor))
                << number |
            i;
    const uint64_t *sorted = sort_words(word, count, number, width);
    for (size_t i = 0; i < count; i++)
        key[i].index = (uint32_t)(sorted[i] & (((uint64_t)1 << number) - 1));
    return true;
}

void keys_sort(struct keys *keys, size_t count)
{
    for (size_t i = 0; i < count; i++)
        keys->key[i].index = (uint32_t)i;
    if (sort_simply(keys->key, count, count < 64 ? count : 0) ||
        sort_packed(keys, count))
        return;
    uint64_t differ[2] = {0, 0};
    for (size_t i = 1; i < count; i++) {
        differ[0] |= keys->key[i].major ^ keys->key[0].major;
        differ[1] |= keys->key[i].minor ^ keys->key[0].minor;
    }
    for (int minor = 1; minor >= 0; minor--)
        while (differ[minor]) {
            int shift = __builtin_ctzll(differ[minor]);
            pass(keys, count, minor, shift);
            differ[minor] &=
                shift + BITS < 64 ? ~(uint64_t)0 << (shift + BITS) : 0;
        }
}
