/* How many transfers are under way: one line at each time one begins or ends.
 */
#ifndef WEFT_SRC_TRACE_UNDERWAY_H
#define WEFT_SRC_TRACE_UNDERWAY_H

#include "agenda.h"

#include <stdbool.h>

/* Zeroed but for `row` and `arg`. */
struct underway {
    void (*row)(void *arg, uint64_t time, uint64_t active);
    void *arg;
    struct agenda ends; /* number: how many end then */
    uint64_t now, active;
    uint64_t end, ending; /* added last, not yet on the agenda */
    bool changed;         /* at `now` */
};

/* All before @p time is known: rows are written. 0, or -1: no memory. */
int underway_advance(struct underway *links, uint64_t time);
/* A transfer begins now and lasts (more than 0). */
int underway_add(struct underway *links, uint64_t duration);
/* The rest of the rows. */
int underway_end(struct underway *links);
void underway_finish(struct underway *links);

#endif
