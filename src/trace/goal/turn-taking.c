/* Turns. Were all that wait to ask again whenever something becomes free, n of
 * them would ask n * n times. */
#include "turn-taking.h"

#include <stdlib.h>

static struct pair key_of(int rank, enum resource resource, uint64_t number)
{
    return (struct pair){(uint64_t)(uint32_t)rank << 2 | resource, number};
}

struct taken *turns_resource(struct turns *turns, int rank,
                             enum resource resource, uint32_t number)
{
    struct taken *taken =
        taken_table_get(&turns->taken, key_of(rank, resource, number));
    if (taken && !taken->free_at)
        taken->free_at = 1;
    return taken;
}

/* Making the second may move the first, so that one is asked for again. */
bool turns_both(struct turns *turns, int rank, enum resource interface,
                const struct goal_operation *operation, struct taken **cpu,
                struct taken **nic)
{
    if (!turns_resource(turns, rank, interface, operation->nic))
        return false;
    *cpu = turns_resource(turns, rank, PROCESSOR, operation->cpu);
    *nic = turns_resource(turns, rank, interface, operation->nic);
    return *cpu && *nic;
}

struct turn_queue *turns_queue(struct turns *turns, int rank,
                               enum resource resource,
                               const struct goal_operation *operation)
{
    uint64_t needs = (uint64_t)operation->cpu << 32 | operation->nic;
    struct turn_queue *queue =
        turn_queues_get(&turns->queues, key_of(rank, resource, needs));
    if (queue)
        queue->used = true;
    return queue;
}

bool turns_first(struct turns *turns, struct turn_queue *queue,
                 size_t operation)
{
    size_t self = operation + 1;
    if (queue->first == self)
        return true;
    turns->next[operation] = 0;
    if (queue->first)
        turns->next[queue->last - 1] = self;
    else
        queue->first = self;
    queue->last = self;
    return queue->first == self;
}

void turns_pass(const struct turns *turns, struct turn_queue *queue)
{
    queue->first = turns->next[queue->first - 1];
}

void turns_finish(struct turns *turns)
{
    taken_table_finish(&turns->taken);
    turn_queues_finish(&turns->queues);
    free(turns->next);
}
