/* The fastest chains of transfers from one processor, or to it. */
#ifndef WEFT_SRC_BOUND_REACH_H
#define WEFT_SRC_BOUND_REACH_H

#include "question.h"

#define REACH_UNIT 65536
#define REACH_FAR ((uint64_t)1 << 60)

struct reach {
    struct bound_question *q;
    bool back; /* whether chains lead to the origin; false: from it */
    /* [2 vertices] time of each state in units of 1 / REACH_UNIT */
    uint64_t *time;
    int64_t *before; /* [2 vertices] previous state of the fastest chain */
    /* [arcs] cost as the first arc of a transfer, or a further one */
    uint64_t *first, *further;
};

/* Return 0, or -1 if out of memory; call reach_finish() in either case. */
int reach_init(struct reach *reach, struct bound_question *q, bool back);
void reach_finish(struct reach *reach);
/* Compute all chains from (`back`: to) the origin. Return 0, or -1 if out of
 * memory. */
int reach_from(struct reach *reach, int origin);
/* Return the time of the fastest chain between the origin and v, as a whole
 * number. */
uint64_t reach_time(const struct reach *reach, int v);
/* Return whether no chain exists. */
bool reach_is_far(const struct reach *reach, int v);
/* Set path[vertices + 1] to the vertices of that chain, from its beginning;
 * return their number. */
int reach_path(const struct reach *reach, int v, int *path);

#endif
