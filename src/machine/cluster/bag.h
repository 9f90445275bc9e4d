/* Bytes for another process, one thing after the other, each in as many words
 * of 8 bytes as it needs; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_CLUSTER_BAG_H
#define WEFT_SRC_MACHINE_CLUSTER_BAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/cluster.h>

struct bag {
    char *data;
    size_t bytes, room;
    bool full; /* there was no memory */
};

/* Room for so many bytes more; what fills up the last word is 0. NULL: no
 * memory. */
void *bag_room(struct bag *bag, size_t bytes);
void bag_put(struct bag *bag, const void *data, size_t bytes);
void bag_number(struct bag *bag, uint64_t number);
/* A number of bytes, and they. */
void bag_block(struct bag *bag, const void *data, size_t bytes);
/* Text, or NULL. */
void bag_text(struct bag *bag, const char *text);
void bag_finish(struct bag *bag);

/* What has come is taken in the same order. NULL or 0: there is not as much.
 * What is taken stays valid as long as the parcel. */
const void *bag_take(struct weft_parcel *from, size_t bytes);
uint64_t bag_take_number(struct weft_parcel *from);
const void *bag_take_block(struct weft_parcel *from, size_t *bytes);
const char *bag_take_text(struct weft_parcel *from);

#endif
