/* A binary heap of packets. */
#include "queue.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"

static void swap(struct packet *a, struct packet *b)
{
    struct packet kept = *a;
    *a = *b;
    *b = kept;
}

int packet_queue_push(struct packet_queue *queue, uint64_t key, int id,
                      const void *data, size_t bytes)
{
    if (array_grow(&queue->packet, &queue->capacity, queue->count + 1,
                   sizeof *queue->packet))
        return -1;
    struct packet packet = {key, id, bytes, malloc(bytes + 1)};
    if (!packet.data)
        return -1;
    if (bytes)
        memcpy(packet.data, data, bytes);
    size_t at = queue->count++;
    struct packet *heap = queue->packet;
    heap[at] = packet;
    while (at && heap[at].key < heap[(at - 1) / 2].key) {
        swap(&heap[at], &heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    return 0;
}

/* The place of the least of heap[at] and its two children. */
static size_t least(const struct packet_queue *queue, size_t at)
{
    size_t best = at;
    for (size_t child = 2 * at + 1; child <= 2 * at + 2; child++)
        if (child < queue->count &&
            queue->packet[child].key < queue->packet[best].key)
            best = child;
    return best;
}

bool packet_queue_pop(struct packet_queue *queue, struct packet *packet)
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

void packet_queue_finish(struct packet_queue *queue)
{
    for (size_t i = 0; i < queue->count; i++)
        free(queue->packet[i].data);
    free(queue->packet);
    *queue = (struct packet_queue){0};
}
