/* Sorting by keys of two words, optimised for the keys of traces, in which most
 * bits are equal. */
#ifndef WEFT_SRC_BASE_KEYS_H
#define WEFT_SRC_BASE_KEYS_H

#include <stddef.h>
#include <stdint.h>

struct sort_key {
    uint64_t major, minor;
    uint32_t index; /* after sorting: the key's original index */
};

/* A growing array of keys. Initialise with zeros. */
struct keys {
    struct sort_key *key; /* [count] keys, filled by the caller */
    struct sort_key *scratch;
    size_t count, capacity;
};

/* Reserve room for `count` keys, at most 2^32 - 1. Return 0, or -1 if out of
 * memory. */
int keys_reserve(struct keys *keys, size_t count);
/* Sort keys->key[0 .. count), stable. Afterwards only the index of each key is
 * valid. */
void keys_sort(struct keys *keys, size_t count);
/* Free the scratch memory after the last sort and keep the keys. */
void keys_settle(struct keys *keys);
void keys_finish(struct keys *keys);

#endif
