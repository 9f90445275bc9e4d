/* Packets that wait, least key first. */
#ifndef WEFT_SRC_PROBLEM_SHARED_QUEUE_H
#define WEFT_SRC_PROBLEM_SHARED_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct packet {
    uint64_t key; /* order in the queue; equal keys in no fixed order */
    int id;       /* message number */
    size_t bytes;
    void *data; /* [bytes], owned by whoever has the packet */
};

/* Zeroed: empty. */
struct packet_queue {
    struct packet *packet; /* a heap */
    size_t count, capacity;
};

/* Add a packet with a copy of `data`. 0, or -1 with errno ENOMEM. */
int packet_queue_push(struct packet_queue *queue, uint64_t key, int id,
                      const void *data, size_t bytes);
/* Take the packet with the least key; the caller frees its data. */
bool packet_queue_pop(struct packet_queue *queue, struct packet *packet);
void packet_queue_finish(struct packet_queue *queue);

#endif
