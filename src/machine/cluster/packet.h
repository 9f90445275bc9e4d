/* Builder and reader of packets for other processes: a sequence of values, each
 * padded to words of 8 bytes; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_CLUSTER_PACKET_H
#define WEFT_SRC_MACHINE_CLUSTER_PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/unstable/cluster.h>

struct packet_builder {
    char *data;
    size_t bytes, room;
    bool full; /* whether an allocation has failed */
};

/* Append space for `bytes` bytes; padding in the last word is 0. NULL: out of
 * memory. */
void *packet_room(struct packet_builder *packet, size_t bytes);
void packet_put(struct packet_builder *packet, const void *data, size_t bytes);
void packet_number(struct packet_builder *packet, uint64_t number);
/* Append a number of bytes and the bytes. */
void packet_block(struct packet_builder *packet, const void *data,
                  size_t bytes);
/* Append a text, or NULL. */
void packet_text(struct packet_builder *packet, const char *text);
void packet_finish(struct packet_builder *packet);

/* Read values from a packet in the order in which they were written. NULL or 0
 * if not enough data is left. The data stays valid as long as the packet. */
const void *packet_take(struct weft_packet *from, size_t bytes);
uint64_t packet_take_number(struct weft_packet *from);
const void *packet_take_block(struct weft_packet *from, size_t *bytes);
const char *packet_take_text(struct weft_packet *from);

#endif
