/* Sorting by keys of two words.
 *
 * The offsets of the keys from the minimum are nearly always so small that both
 * offsets and the key's index fit in one word: then these words are sorted.
 * Otherwise the whole keys are sorted. */
#include "keys.h"

#include "base/base.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define SORT_NAME sort_words
#define SORT_ITEM uint64_t
#define SORT_WORD(item) (*(item))
#include "sort.h"

#define SORT_NAME sort_by_minor
#define SORT_ITEM struct sort_key
#define SORT_WORD(item) ((item)->minor)
#include "sort.h"

#define SORT_NAME sort_by_major
#define SORT_ITEM struct sort_key
#define SORT_WORD(item) ((item)->major)
#include "sort.h"

int keys_reserve(struct keys *keys, size_t count)
{
    if (count <= keys->capacity)
        return 0;
    if (count > UINT32_MAX) {
        return -1;
    }
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

void keys_settle(struct keys *keys)
{
    free(keys->scratch);
    keys->scratch = NULL;
    /* makes keys_reserve() allocate both arrays again before another sort */
    keys->capacity = 0;
}

void keys_finish(struct keys *keys)
{
    free(keys->key);
    free(keys->scratch);
    *keys = (struct keys){0};
}

static int keys_before(const struct sort_key *a, const struct sort_key *b)
{
    return a->major != b->major ? a->major < b->major : a->minor < b->minor;
}

/* Insertion sort, for few keys or keys that are nearly in order. */
static int sort_simply(struct sort_key *key, size_t count, size_t patience)
{
    for (size_t i = 1; i < count; i++) {
        if (!keys_before(&key[i], &key[i - 1]))
            continue;
        if (patience-- == 0)
            return 0;
        struct sort_key moved = key[i];
        size_t j = i;
        for (; j && keys_before(&moved, &key[j - 1]); j--)
            key[j] = key[j - 1];
        key[j] = moved;
    }
    return 1;
}

static int keys_bits(uint64_t number)
{
    return number ? 64 - __builtin_clzll(number) : 0;
}

/* Sort by packed words. Return false if the keys differ too much. */
static bool sort_packed(struct keys *keys, size_t count)
{
    struct sort_key *key = keys->key, low = key[0], high = key[0];
    for (size_t i = 1; i < count; i++) {
        low.major = key[i].major < low.major ? key[i].major : low.major;
        low.minor = key[i].minor < low.minor ? key[i].minor : low.minor;
        high.major = key[i].major > high.major ? key[i].major : high.major;
        high.minor = key[i].minor > high.minor ? key[i].minor : high.minor;
    }
    int number = keys_bits(count - 1),
        minor = keys_bits(high.minor - low.minor);
    int width = minor + keys_bits(high.major - low.major);
    if (width + number >= 64)
        return false;
    /* the scratch has room for three words per key */
    uint64_t *word = (uint64_t *)(void *)keys->scratch;
    for (size_t i = 0; i < count; i++)
        word[i] =
            ((key[i].major - low.major) << minor | (key[i].minor - low.minor))
                << number |
            i;
    uint64_t all = (((uint64_t)1 << width) - 1) << number;
    const uint64_t *sorted = sort_words(word, word + count, count, all);
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
    struct sort_key *sorted =
        sort_by_minor(keys->key, keys->scratch, count, differ[1]);
    struct sort_key *other = sorted == keys->key ? keys->scratch : keys->key;
    keys->key = sort_by_major(sorted, other, count, differ[0]);
    keys->scratch = keys->key == sorted ? other : sorted;
}
