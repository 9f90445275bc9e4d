/* Queues of packets, with copies of their data. */
#include "queue.h"

#include <stdlib.h>
#include <string.h>

int packet_queue_add(struct packet_queue *queue, uint64_t key, int id,
                     const void *data, size_t bytes)
{
    struct packet packet = {key, id, bytes, malloc(bytes + 1)};
    if (!packet.data)
        return -1;
    if (bytes)
        memcpy(packet.data, data, bytes);
    if (packet_queue_put(queue, packet)) {
        free(packet.data);
        return -1;
    }
    return 0;
}

bool packet_queue_pop(struct packet_queue *queue, struct packet *packet)
{
    if (!queue->count)
        return false;
    *packet = packet_queue_take(queue);
    return true;
}

void packet_queue_drop(struct packet_queue *queue)
{
    for (size_t i = 0; i < queue->count; i++)
        free(queue->item[i].data);
    packet_queue_finish(queue);
}
