/* Radix sort, least digit first: one pass for each digit of 11 bits in which
 * the keys differ at all. */
#include "keys.h"

#include "../base/base.h"

#include <stdlib.h>
#include <string.h>

#define BITS 11
#define DIGITS (1u << BITS)

int weft_keys_reserve(struct weft_keys *keys, size_t count)
{
    if (count <= keys->capacity)
        return 0;
    size_t capacity = keys->capacity;
    if (weft_grow(&keys->key, &capacity, count, sizeof *keys->key))
        return -1;
    struct weft_key *scratch =
        realloc(keys->scratch, capacity * sizeof *scratch);
    if (!scratch)
        return -1;
    keys->scratch = scratch;
    keys->capacity = capacity;
    return 0;
}

void weft_keys_finish(struct weft_keys *keys)
{
    free(keys->key);
    free(keys->scratch);
    *keys = (struct weft_keys){0};
}

static uint64_t word(const struct weft_key *key, int minor)
{
    return minor ? key->minor : key->major;
}

/* Sort by one digit, into the scratch, which then changes places. */
static void pass(struct weft_keys *keys, size_t count, int minor, int shift)
{
    uint32_t place[DIGITS] = {0};
    const struct weft_key *from = keys->key;
    struct weft_key *to = keys->scratch;
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

static int before(const struct weft_key *a, const struct weft_key *b)
{
    return a->major != b->major ? a->major < b->major : a->minor < b->minor;
}

/* For few keys, or keys in order. */
static int sort_simply(struct weft_key *key, size_t count, size_t patience)
{
    for (size_t i = 1; i < count; i++) {
        if (!before(&key[i], &key[i - 1]))
            continue;
        if (patience-- == 0)
            return 0;
        struct weft_key moved = key[i];
        size_t j = i;
        for (; j && before(&moved, &key[j - 1]); j--)
            key[j] = key[j - 1];
        key[j] = moved;
    }
    return 1;
}

void weft_keys_sort(struct weft_keys *keys, size_t count)
{
    if (sort_simply(keys->key, count, count < 64 ? count : 0))
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
