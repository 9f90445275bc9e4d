/* Idle workers; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_SCHEDULE_IDLE_H
#define WEFT_SRC_MACHINE_SCHEDULE_IDLE_H

struct run;
struct worker;

/* Wait for messages or for processors that the resolver makes ready. May return
 * without work. */
void idle_wait(struct worker *worker);

/* Like idle_wait(), but for a process without workers, and until the run ends.
 * Runs in a separate thread, since the caller's thread passes events on. */
void idle_always(struct run *run);
/* Wait for the end of the thread of idle_always(). */
void idle_join(struct run *run);

/* Notify the workers to which messages were sent. */
void idle_kick(struct worker *worker);

/* Handle a worker that could not be started: its processors become DONE, and it
 * stays idle. */
void idle_without(struct worker *worker);

#endif
