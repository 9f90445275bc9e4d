/* Allocation of envelopes: free ones are kept in one list per power of two. */
#include "mpi/message/envelope.h"
#include "mpi/world.h"

#include <stdlib.h>
#include <string.h>

static int class_of(size_t bytes)
{
    return bytes <= 64 ? 6 : 64 - __builtin_clzll(bytes - 1);
}

struct envelope *envelope_new(struct rank *rank, size_t bytes)
{
    struct envelope_pool *pool = rank->world->envelopes;
    int class = class_of(bytes);
    struct envelope *envelope = pool->free[class];
    struct envelope *made;
    if (envelope) {
        pool->free[class] = envelope->next;
        made = envelope->made;
    } else {
        envelope = malloc(sizeof *envelope + ((size_t)1 << class));
        if (!envelope)
            rank_stop(rank, "no memory for a message of %zu bytes", bytes);
        made = pool->all;
        pool->all = envelope;
    }
    memset(envelope, 0, sizeof *envelope);
    envelope->class = class;
    envelope->made = made;
    envelope->serial = ++pool->serial;
    envelope->source = rank->number;
    return envelope;
}

void envelope_free(struct rank *rank, struct envelope *envelope)
{
    struct envelope_pool *pool = rank->world->envelopes;
    envelope->serial = 0;
    free(envelope->clock);
    envelope->clock = NULL;
    envelope->next = pool->free[envelope->class];
    pool->free[envelope->class] = envelope;
}

void envelope_pool_finish(struct envelope_pool *pool)
{
    for (struct envelope *envelope = pool->all, *next; envelope;
         envelope = next) {
        next = envelope->made;
        free(envelope->clock);
        free(envelope);
    }
}
