/* Executes the actions of one processor slot by slot, for schedules that were
 * computed in advance. */
#ifndef WEFT_SRC_PROBLEM_SUCCESSIVE_SCHEDULE_CURSOR_H
#define WEFT_SRC_PROBLEM_SUCCESSIVE_SCHEDULE_CURSOR_H

#include "problem/problem.h"

struct schedule_cursor;

struct action {
    int32_t rank;    /* rank of the processor that acts */
    uint32_t slot;   /* number of the slot, from 1 */
    int32_t peer;    /* rank of the other processor */
    int32_t message; /* index j of the message mu_j */
    int32_t forward; /* total number of times that this processor sends mu_j */
    uint16_t turn;   /* position among the transfers of mu_j */
    bool receives;   /* whether the action is a reception; false: a send */
};

/* Begin the execution for one processor, with `round` time units per slot.
 * Every message is stored, in order, once it has been sent `forward` times.
 * NULL: failed; weft_fail() has been called. */
struct schedule_cursor *schedule_cursor_open(struct weft_processor *self,
                                             const struct plan *plan,
                                             uint64_t round);
/* Execute all actions of one slot: actions[0..sends) are sends,
 * actions[sends..count) are receives, lower messages first. Return 0, or -1
 * like the machine's functions. */
int schedule_cursor_slot(struct schedule_cursor *cursor,
                         const struct action *actions, size_t sends,
                         size_t count);
/* Free the cursor; NULL is allowed. */
void schedule_cursor_close(struct schedule_cursor *cursor);

/* Execute actions[0..count), sorted by slot, with sends before receives within
 * a slot. Return 0, or -1 like the machine's functions. */
int schedule_cursor_run(struct weft_processor *self, const struct plan *plan,
                        uint64_t round, const struct action *actions,
                        size_t count);

#endif
