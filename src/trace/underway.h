/* The number of transfers in flight, as rows: one at each time at which a
 * transfer begins or ends. */
#ifndef WEFT_SRC_TRACE_UNDERWAY_H
#define WEFT_SRC_TRACE_UNDERWAY_H

#include "agenda.h"

#include <stdbool.h>

/* The caller sets `row` and `arg`; all other members are zero. */
struct underway {
    void (*row)(void *arg, uint64_t time, uint64_t active);
    void *arg;
    struct agenda ends; /* times at which transfers end, with the number of
                           transfers that end then */
    uint64_t now, active;
    uint64_t end, ending; /* end of the transfers added last, and their number;
                             these are not on the agenda yet */
    bool changed;         /* whether `active` changed at `now` */
};

/* Advance to @p time, and write the rows before it. Return 0, or -1 if out of
 * memory. */
int underway_advance(struct underway *links, uint64_t time);
/* Add a transfer that begins now, with a duration above 0. */
int underway_add(struct underway *links, uint64_t duration);
/* Write the remaining rows. */
int underway_end(struct underway *links);
void underway_finish(struct underway *links);

#endif
