/* An arc carries one message at a time, in the order in which they were sent:
 * each has to wait for the last one before it on each of its arcs. */
#include "replay.h"

#include <stdlib.h>

int replay_fifo(struct weft_replay *replay)
{
    double *free_at = calloc(replay->arcs + 1, sizeof *free_at);
    if (!free_at)
        return -1;
    for (size_t i = 0; i < replay->shipments; i++) {
        const struct shipment *s = &replay->shipment[i];
        double begin = (double)s->start;
        for (size_t k = s->arc; k < s->arc + s->arcs; k++)
            if (free_at[replay->way[k]] > begin)
                begin = free_at[replay->way[k]];
        for (size_t k = s->arc; k < s->arc + s->arcs; k++)
            free_at[replay->way[k]] = begin + s->work;
        replay_arrive(replay, s, 0, s->work, begin, 1);
    }
    free(free_at);
    return 0;
}
