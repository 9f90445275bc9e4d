/* Queues for resources. Without them, all n waiting operations would retry
 * whenever a resource became free: n * n retries. */
#include "turn-taking.h"

#include <stdlib.h>

static struct pair turn_taking_key_of(int rank, enum resource resource,
                                      uint64_t number)
{
    return (struct pair){(uint64_t)(uint32_t)rank << 2 | resource, number};
}

struct taken *turns_resource(struct turns *turns, int rank,
                             enum resource resource, uint32_t number)
{
    struct taken *taken = taken_table_get(
        &turns->taken, turn_taking_key_of(rank, resource, number));
    if (taken && !taken->free_at)
        taken->free_at = 1;
    return taken;
}

bool turns_both(struct turns *turns, int rank, enum resource interface,
                const struct goal_operation *operation, struct taken **cpu,
                struct taken **nic)
{
    *nic = turns_resource(turns, rank, interface, operation->nic);
    const struct taken *before = turns->taken.place;
    *cpu = turns_resource(turns, rank, PROCESSOR, operation->cpu);
    if (turns->taken.place != before) /* the second entry has moved the first */
        *nic = turns_resource(turns, rank, interface, operation->nic);
    return *cpu && *nic;
}

struct turn_queue *turns_queue(struct turns *turns, int rank,
                               enum resource resource,
                               const struct goal_operation *operation)
{
    uint64_t needs = (uint64_t)operation->cpu << 32 | operation->nic;
    struct turn_queue *queue = turn_queues_get(
        &turns->queues, turn_taking_key_of(rank, resource, needs));
    if (queue)
        queue->used = true;
    return queue;
}

void turns_finish(struct turns *turns)
{
    for (size_t i = 0; i < turn_queues_room(&turns->queues); i++)
        turn_heap_finish(&turns->queues.place[i].waiting);
    taken_table_finish(&turns->taken);
    turn_queues_finish(&turns->queues);
}
