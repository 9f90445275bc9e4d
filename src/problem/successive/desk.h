/* A desk: where one processor does what it has to do, slot by slot, when the
 * whole schedule was computed in advance. */
#ifndef WEFT_SRC_PROBLEM_SUCCESSIVE_DESK_H
#define WEFT_SRC_PROBLEM_SUCCESSIVE_DESK_H

#include "problem/problem.h"

struct desk;

struct action {
    int32_t rank;    /* whose action */
    uint32_t slot;   /* 1, 2, ... */
    int32_t peer;    /* the other end */
    int32_t message; /* j of mu_j */
    int32_t forward; /* times this processor sends mu_j, in all */
    uint16_t turn;   /* among the transfers of mu_j */
    bool receives;   /* else it sends */
};

/* Where one processor does its actions, slot by slot, with `round` time units
 * to a slot. Every message is stored, in turn, once it has been sent as often
 * as it has to be. NULL: the run has been told to fail. */
struct desk *desk_open(struct weft_processor *self, const struct plan *plan,
                       uint64_t round);
/* Everything of one slot: actions[0..sends) are sends, actions[sends..count)
 * receives, lower messages first. 0, or -1 as the machine's calls. */
int desk_slot(struct desk *desk, const struct action *actions, size_t sends,
              size_t count);
/* NULL is fine. */
void desk_close(struct desk *desk);

/* Do actions[0..count), ordered by slot, within a slot sends before receives.
 * 0, or -1 as the machine's calls. */
int desk_run(struct weft_processor *self, const struct plan *plan,
             uint64_t round, const struct action *actions, size_t count);

#endif
