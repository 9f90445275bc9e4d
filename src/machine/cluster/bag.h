/* Builder and reader of parcels for other processes: a sequence of values, each
 * padded to words of 8 bytes; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_CLUSTER_BAG_H
#define WEFT_SRC_MACHINE_CLUSTER_BAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/cluster.h>

struct bag {
    char *data;
    size_t bytes, room;
    bool full; /* whether an allocation has failed */
};

/* Append space for `bytes` bytes; padding in the last word is 0. NULL: out of
 * memory. */
void *bag_room(struct bag *bag, size_t bytes);
void bag_put(struct bag *bag, const void *data, size_t bytes);
void bag_number(struct bag *bag, uint64_t number);
/* Append a number of bytes and the bytes. */
void bag_block(struct bag *bag, const void *data, size_t bytes);
/* Append a text, or NULL. */
void bag_text(struct bag *bag, const char *text);
void bag_finish(struct bag *bag);

/* Read values from a parcel in the order in which they were written. NULL or 0
 * if not enough data is left. The data stays valid as long as the parcel. */
const void *bag_take(struct weft_parcel *from, size_t bytes);
uint64_t bag_take_number(struct weft_parcel *from);
const void *bag_take_block(struct weft_parcel *from, size_t *bytes);
const char *bag_take_text(struct weft_parcel *from);

#endif
