/* The arcs that routes share, each with the channels that pass it: rule 7 asks
 * for them in every slot. */
#ifndef WEFT_SRC_OPTIMUM_PASSING_H
#define WEFT_SRC_OPTIMUM_PASSING_H

#include "optimum/instance.h"

/* Over it may go more in a slot than it has lanes, or one message to several.
 */
struct crowded {
    int first, last; /* passing.channel[first .. last) */
    int lanes;
};

struct passing {
    struct crowded *arc;
    size_t arcs, room;
    int *channel; /* of each arc in rising order, so that those of one processor
                     stand together */
};

/* 0, or -1: no memory; finish either way. Cost: linear in the arcs of the
 * network and of all routes. */
int passing_init(struct passing *passing, const struct instance *q);
void passing_finish(struct passing *passing);

/* The processor that really sends over a channel. */
static inline int passing_sender(const struct instance *q, int channel)
{
    return q->reversed ? q->channel[channel].to : q->channel[channel].from;
}

#endif
