/* Queues for resources. Without them, all n waiting operations would retry
 * whenever a resource became free: n * n retries. */
#include "turn-taking.h"

#include "base/base.h"

#include <stdlib.h>

static struct pair turn_taking_key_of(int rank, enum resource resource,
                                      uint64_t number)
{
    return (struct pair){(uint64_t)(uint32_t)rank << 2 | resource, number};
}

/* Return the number of a resource, added on demand, or 0 if out of memory. */
static uint32_t turns_resource(struct turns *turns, int rank,
                               enum resource resource, uint32_t number)
{
    if (array_grow(&turns->free_at, &turns->room, turns->resources + 1,
                   sizeof *turns->free_at))
        return 0;
    struct taken *taken = taken_table_get(
        &turns->taken, turn_taking_key_of(rank, resource, number));
    if (!taken || taken->number)
        return taken ? taken->number : 0;
    turns->free_at[turns->resources++] = 0;
    taken->number = (uint32_t)turns->resources;
    return taken->number;
}

struct turn_queue *turns_queue(struct turns *turns, int rank,
                               enum resource resource,
                               const struct goal_operation *operation)
{
    struct pair key = turn_taking_key_of(
        rank, resource, (uint64_t)operation->cpu << 32 | operation->nic);
    struct turn_queue *queue = turn_queues_find(&turns->queues, key);
    if (queue)
        return queue;
    uint32_t cpu = turns_resource(turns, rank, PROCESSOR, operation->cpu);
    uint32_t nic = resource == PROCESSOR
                       ? cpu
                       : turns_resource(turns, rank, resource, operation->nic);
    queue = cpu && nic ? turn_queues_get(&turns->queues, key) : NULL;
    if (queue) {
        queue->cpu = cpu;
        queue->nic = nic;
    }
    return queue;
}

void turns_finish(struct turns *turns)
{
    for (size_t i = 0; i < turn_queues_room(&turns->queues); i++)
        turn_heap_finish(&turns->queues.place[i].waiting);
    taken_table_finish(&turns->taken);
    turn_queues_finish(&turns->queues);
    free(turns->free_at);
}
