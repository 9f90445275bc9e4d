/* Workers that have nothing to do; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_SCHEDULE_IDLE_H
#define WEFT_SRC_MACHINE_SCHEDULE_IDLE_H

struct run;
struct worker;

/* Wait for work: a message, or what the resolver finds. Returns too often
 * rather than too late. */
void idle_wait(struct worker *worker);

/* The same for a process that has no workers, until the run ends: by a thread
 * of its own, as the caller's gives events away. */
void idle_always(struct run *run);
/* Wait for its end. */
void idle_join(struct run *run);

/* Tell the workers that were sent something. */
void idle_kick(struct worker *worker);

/* This worker could not be started: its processors are DONE, and it is idle
 * for ever. */
void idle_without(struct worker *worker);

#endif
