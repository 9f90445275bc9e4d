/* Sorting by keys of two words: fast for the keys of traces, most of whose
 * bits are equal. */
#ifndef WEFT_SRC_TRACE_KEYS_H
#define WEFT_SRC_TRACE_KEYS_H

#include <stddef.h>
#include <stdint.h>

struct weft_key {
    uint64_t major, minor;
    uint32_t index; /* after sorting: which key comes here */
};

/* Room for keys, growing. Zeroed is empty. */
struct weft_keys {
    struct weft_key *key; /* [count], to be filled */
    struct weft_key *scratch;
    size_t count, capacity;
};

/* Room for count keys. 0, or -1 with errno ENOMEM. */
int weft_keys_reserve(struct weft_keys *keys, size_t count);
/* Sort keys->key[0 .. count); equal ones stay in order. Only the index of each
 * key is of use then. */
void weft_keys_sort(struct weft_keys *keys, size_t count);
void weft_keys_finish(struct weft_keys *keys);

#endif
