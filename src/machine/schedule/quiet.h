/* When nobody can go on; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_SCHEDULE_QUIET_H
#define WEFT_SRC_MACHINE_SCHEDULE_QUIET_H

struct run;
struct worker;

/* Wait for work. */
void quiet_wait(struct worker *worker);

/* Tell the workers that were sent something. */
void quiet_kick(struct worker *worker);

/* This worker could not be started. */
void quiet_without(struct worker *worker);

#endif
