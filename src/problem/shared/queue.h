/* Queue of waiting packets, lowest key first. */
#ifndef WEFT_SRC_PROBLEM_SHARED_QUEUE_H
#define WEFT_SRC_PROBLEM_SHARED_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct packet {
    uint64_t key; /* sort key: the lowest is taken first */
    int id;       /* message number of the packet */
    size_t bytes;
    void *data; /* [bytes] data, owned by the packet's owner */
};

#define HEAP_NAME packet_queue
#define HEAP_ITEM struct packet
#define HEAP_BEFORE(a, b) ((a)->key < (b)->key)
#include "base/heap.h"

/* Add a packet with a copy of `data`. Return 0, or -1 if out of memory. */
int packet_queue_add(struct packet_queue *queue, uint64_t key, int id,
                     const void *data, size_t bytes);
/* Remove the packet with the lowest key; the caller frees its data. Return
 * false if the queue is empty. */
bool packet_queue_pop(struct packet_queue *queue, struct packet *packet);
/* Free the queue and all its packets. */
void packet_queue_drop(struct packet_queue *queue);

#endif
