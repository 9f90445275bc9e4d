/* Packets that wait, least key first. */
#ifndef WEFT_SRC_PROBLEM_QUEUE_H
#define WEFT_SRC_PROBLEM_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct weft_packet {
    uint64_t key; /* order in the queue; equal keys in no fixed order */
    int id;       /* message number */
    size_t bytes;
    void *data; /* [bytes], owned by whoever has the packet */
};

/* Zeroed: empty. */
struct weft_queue {
    struct weft_packet *packet; /* a heap */
    size_t count, capacity;
};

/* Add a packet with a copy of `data`. 0, or -1 with errno ENOMEM. */
int weft_queue_push(struct weft_queue *queue, uint64_t key, int id,
                    const void *data, size_t bytes);
/* Take the packet with the least key; the caller frees its data. */
bool weft_queue_pop(struct weft_queue *queue, struct weft_packet *packet);
void weft_queue_finish(struct weft_queue *queue);

#endif
