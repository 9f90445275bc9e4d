/* Arcs that several routes share, with the channels that use them; rule 7 needs
 * these lists in every step. */
#ifndef WEFT_SRC_OPTIMUM_PASSING_H
#define WEFT_SRC_OPTIMUM_PASSING_H

#include "optimum/instance.h"

/* An arc that may have to carry more messages in a step than it has lanes, or
 * one message to several receivers. */
struct crowded {
    int first, last; /* range passing.channel[first .. last) */
    int lanes;
};

struct passing {
    struct crowded *arc;
    size_t arcs, room;
    int *channel; /* sorted within an arc, so that the channels of one processor
                     are adjacent */
};

/* Returns 0, or -1 if memory is short. Call finish in both cases. Takes time
 * linear in the arcs of the network and of all routes. */
int passing_init(struct passing *passing, const struct instance *q);
void passing_finish(struct passing *passing);

/* Return the processor that sends over a channel in the original direction. */
static inline int passing_sender(const struct instance *q, int channel)
{
    return q->reversed ? q->channel[channel].to : q->channel[channel].from;
}

#endif
