/* An arc carries one message at a time on each of its lanes, in the order in
 * which they were sent. On each arc of its route, a message waits for the lane
 * that is free first. */
#include "replay.h"

#include <stdlib.h>

/* Return the entry of free_at for the lane of an arc that becomes free first.
 */
static double *lane_of(const struct replay_arc *arc, double *free_at)
{
    double *first = &free_at[arc->first];
    for (int lane = 1; lane < arc->lanes; lane++)
        if (free_at[arc->first + lane] < *first)
            first = &free_at[arc->first + lane];
    return first;
}

int replay_fifo(struct weft_replay *replay)
{
    double *free_at = calloc(replay->lanes + 1, sizeof *free_at);
    if (!free_at)
        return -1;
    for (size_t i = 0; i < replay->shipments; i++) {
        const struct shipment *s = &replay->shipment[i];
        double begin = (double)s->start;
        for (size_t k = s->arc; k < s->arc + s->arcs; k++) {
            double at = *lane_of(&replay->arc[replay->way[k]], free_at);
            begin = at > begin ? at : begin;
        }
        for (size_t k = s->arc; k < s->arc + s->arcs; k++)
            *lane_of(&replay->arc[replay->way[k]], free_at) = begin + s->work;
        replay_arrive(replay, s, 0, s->work, begin, 1);
    }
    free(free_at);
    return 0;
}
