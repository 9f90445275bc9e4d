/* A binary heap of packets. */
#include "queue.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"

static void swap(struct weft_packet *a, struct weft_packet *b)
{
    struct weft_packet kept = *a;
    *a = *b;
    *b = kept;
}

int weft_queue_push(struct weft_queue *queue, uint64_t key, int id,
                    const void *data, size_t bytes)
{
    if (weft_grow(&queue->packet, &queue->capacity, queue->count + 1,
                  sizeof *queue->packet))
        return -1;
    struct weft_packet packet = {key, id, bytes, malloc(bytes + 1)};
    if (!packet.data)
        return -1;
    if (bytes)
        memcpy(packet.data, data, bytes);
    size_t at = queue->count++;
    struct weft_packet *heap = queue->packet;
    heap[at] = packet;
    while (at && heap[at].key < heap[(at - 1) / 2].key) {
        swap(&heap[at], &heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    return 0;
}

/* The place of the least of heap[at] and its two children. */
static size_t least(const struct weft_queue *queue, size_t at)
{
    size_t best = at;
    for (size_t child = 2 * at + 1; child <= 2 * at + 2; child++)
        if (child < queue->count &&
            queue->packet[child].key < queue->packet[best].key)
            best = child;
    return best;
}

bool weft_queue_pop(struct weft_queue *queue, struct weft_packet *packet)
{
    if (!queue->count)
        return false;
    *packet = queue->packet[0];
    queue->packet[0] = queue->packet[--queue->count];
    size_t at = 0, next;
    while ((next = least(queue, at)) != at) {
        swap(&queue->packet[at], &queue->packet[next]);
        at = next;
    }
    return true;
}

void weft_queue_finish(struct weft_queue *queue)
{
    for (size_t i = 0; i < queue->count; i++)
        free(queue->packet[i].data);
    free(queue->packet);
    *queue = (struct weft_queue){0};
}
