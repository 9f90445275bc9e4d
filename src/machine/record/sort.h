/* Sorting events by their place in the order; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_RECORD_SORT_H
#define WEFT_SRC_MACHINE_RECORD_SORT_H

#include <stddef.h>
#include <stdint.h>

struct weft_event;

/* An event's place in the order. */
struct key {
    uint64_t order; /* its start, from some time on, and then its rank */
    const struct weft_event *event;
};

/* Sort keys[0] by their order, stable; keys[1] is as large, for use meanwhile.
 * The result is in keys[0]. No order has a bit that is not in `bits`. */
void sort_keys(struct key *keys[2], size_t count, uint64_t bits);

#endif
