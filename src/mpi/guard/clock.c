/* Vector clocks. */
#include "mpi/guard/clock.h"
#include "mpi/message/envelope.h"
#include "mpi/threads/rank-threads.h"
#include "mpi/world.h"

#include <stdlib.h>
#include <string.h>

bool clock_open(struct world *world)
{
    if (world->size > CLOCKS_MOST)
        return false;
    for (int i = 0; i < world->size; i++) {
        struct rank *rank = world->rank[i];
        if (!rank->clock) {
            rank->clock =
                rank_alloc(rank, (size_t)world->size * sizeof *rank->clock);
            rank->clock[i] = 1;
        }
    }
    return true;
}

static size_t bytes_of(const struct rank *rank)
{
    return (size_t)rank->world->size * sizeof *rank->clock;
}

void clock_send(struct rank *rank, struct envelope *envelope)
{
    if (!rank->clock)
        return;
    if (!envelope->clock)
        envelope->clock = malloc(bytes_of(rank));
    if (!envelope->clock)
        rank_stop(rank, "no memory");
    memcpy(envelope->clock, rank->clock, bytes_of(rank));
    rank->syncs++;
    clock_tick(rank);
}

void clock_join(const struct rank *rank, uint64_t *to, const uint64_t *from)
{
    for (int i = 0; i < rank->world->size; i++)
        if (to[i] < from[i])
            to[i] = from[i];
}

void clock_receive(struct rank *rank, const struct envelope *envelope)
{
    if (!rank->clock || !envelope->clock)
        return;
    rank->syncs++;
    clock_join(rank, rank->clock, envelope->clock);
    if (rank->threads && rank->threads->heard < envelope->clock[rank->number])
        rank->threads->heard = envelope->clock[rank->number];
}

uint64_t *clock_copy(struct rank *rank)
{
    uint64_t *copy = rank_alloc(rank, bytes_of(rank));
    memcpy(copy, rank->clock, bytes_of(rank));
    return copy;
}

void clock_restore(struct rank *rank, uint64_t *copy)
{
    if (!copy)
        return;
    copy[rank->number] = rank->clock[rank->number];
    memcpy(rank->clock, copy, bytes_of(rank));
    rank_free(rank, copy);
}
