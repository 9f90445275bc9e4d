/* What came out of a run; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_VERDICT_H
#define WEFT_SRC_MACHINE_VERDICT_H

#include <stdint.h>
#include <weft/error.h>
#include <weft/machine.h>

struct run;

/* When all workers have ended: fill the outcome, tell the sink the end. 0, or
 * -1 with err. */
int verdict(struct run *run, struct weft_outcome *outcome,
            struct weft_error *err);

/* ---- its parts, for runs that several processes share ---- */

/* What the processors of this process did. */
void outcome_count(const struct run *run, struct weft_outcome *outcome);
void outcome_untaken(struct weft_outcome *outcome, uint64_t count,
                     const struct weft_untaken *first);
/* The machine itself failed (run->hard). -1. */
int outcome_refused(const struct run *run, struct weft_error *err);
/* Everything is counted, and the sink has all events. */
int outcome_judge(struct run *run, struct weft_outcome *outcome,
                  struct weft_error *err);

#endif
