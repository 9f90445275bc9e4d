/* An agenda: what one processor has to do, slot by slot, when the whole
 * schedule was computed in advance. */
#ifndef WEFT_SRC_SUCCESSIVE_AGENDA_H
#define WEFT_SRC_SUCCESSIVE_AGENDA_H

#include "problem/problem.h"

struct action {
    int32_t rank;    /* whose action */
    uint32_t slot;   /* 1, 2, ... */
    int32_t peer;    /* the other end */
    int32_t message; /* j of mu_j */
    int32_t forward; /* times this processor sends mu_j, in all */
    bool receives;   /* else it sends */
};

/* Do actions[0..count), with `round` time units to a slot, ordered by slot,
 * within a slot sends before receives and lower messages first; store every
 * message once it has been sent as often as it has to be. 0, or -1 as the
 * machine's calls. */
int agenda_run(struct weft_processor *self, const struct plan *plan,
               uint64_t round, const struct action *actions, size_t count);

#endif
