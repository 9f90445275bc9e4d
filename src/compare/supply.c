/* Thread-safe queue of waiting and completed trials. */
#include "supply.h"

#include <stdlib.h>

int supply_open(struct supply *supply, size_t room)
{
    *supply = (struct supply){.room = room};
    pthread_mutex_init(&supply->lock, NULL);
    pthread_cond_init(&supply->change, NULL);
    supply->waiting = calloc(room, sizeof *supply->waiting);
    supply->made = calloc(room, sizeof *supply->made);
    return supply->waiting && supply->made ? 0 : -1;
}

void supply_finish(struct supply *supply)
{
    free(supply->waiting);
    free(supply->made);
    pthread_cond_destroy(&supply->change);
    pthread_mutex_destroy(&supply->lock);
}

void supply_put(struct supply *supply, size_t trial)
{
    pthread_mutex_lock(&supply->lock);
    supply->waiting[(supply->first + supply->count++) % supply->room] = trial;
    pthread_cond_signal(&supply->change);
    pthread_mutex_unlock(&supply->lock);
}

void supply_close(struct supply *supply, bool drop)
{
    pthread_mutex_lock(&supply->lock);
    supply->closed = true;
    if (drop)
        supply->count = 0;
    pthread_cond_broadcast(&supply->change);
    pthread_mutex_unlock(&supply->lock);
}

bool supply_take(struct supply *supply, bool wait, size_t *trial)
{
    pthread_mutex_lock(&supply->lock);
    while (wait && !supply->count && !supply->closed)
        pthread_cond_wait(&supply->change, &supply->lock);
    bool found = supply->count > 0;
    if (found) {
        *trial = supply->waiting[supply->first];
        supply->first = (supply->first + 1) % supply->room;
        supply->count--;
    }
    pthread_mutex_unlock(&supply->lock);
    return found;
}

void supply_made(struct supply *supply, size_t trial)
{
    pthread_mutex_lock(&supply->lock);
    supply->made[supply->mades++] = trial;
    pthread_mutex_unlock(&supply->lock);
}

size_t supply_waits(struct supply *supply)
{
    pthread_mutex_lock(&supply->lock);
    size_t count = supply->count;
    pthread_mutex_unlock(&supply->lock);
    return count;
}

size_t supply_mades(struct supply *supply)
{
    pthread_mutex_lock(&supply->lock);
    size_t count = supply->mades;
    pthread_mutex_unlock(&supply->lock);
    return count;
}
