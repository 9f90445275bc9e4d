/* The resolver; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_SCHEDULE_RESOLVE_H
#define WEFT_SRC_MACHINE_SCHEDULE_RESOLVE_H

struct run;

/* Decide how the run continues and apply the decision: afterwards some
 * processors are ready, or run->stop or run->over is set. Call under run->lock
 * while every worker is idle. */
void resolve(struct run *run);

#endif
