/* The outcome of a run; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_VERDICT_H
#define WEFT_SRC_MACHINE_VERDICT_H

#include <stdint.h>
#include <weft/error.h>
#include <weft/machine.h>

struct run;

/* Fill in the outcome and end the sink, after all workers have ended. Return 0,
 * or -1 with err. */
int verdict(struct run *run, struct weft_outcome *outcome,
            struct weft_error *err);

/* ---- parts of verdict(), for runs that several processes share ---- */

/* Add the results of this process's processors. */
void outcome_count(const struct run *run, struct weft_outcome *outcome);
void outcome_untaken(struct weft_outcome *outcome, uint64_t count,
                     const struct weft_untaken *first);
/* Set the error of a machine that failed itself (run->hard). Return -1. */
int outcome_refused(const struct run *run, struct weft_error *err);
/* Set the verdict, once everything is counted and the sink has all events. */
int outcome_judge(struct run *run, struct weft_outcome *outcome,
                  struct weft_error *err);

#endif
