/* Sorting by keys of two words: fast for the keys of traces, most of whose
 * bits are equal. */
#ifndef WEFT_SRC_BASE_KEYS_H
#define WEFT_SRC_BASE_KEYS_H

#include <stddef.h>
#include <stdint.h>

struct sort_key {
    uint64_t major, minor;
    uint32_t index; /* after sorting: which key comes here */
};

/* Room for keys, growing. Zeroed is empty. */
struct keys {
    struct sort_key *key; /* [count], to be filled */
    struct sort_key *scratch;
    size_t count, capacity;
};

/* Room for count keys, 2^32 - 1 at most. 0, or -1: no memory. */
int keys_reserve(struct keys *keys, size_t count);
/* Sort keys->key[0 .. count); equal ones stay in order. Only the index of each
 * key is of use then. */
void keys_sort(struct keys *keys, size_t count);
/* Nothing is sorted any more: only the keys stay. */
void keys_settle(struct keys *keys);
void keys_finish(struct keys *keys);

#endif
