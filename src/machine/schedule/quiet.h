/* When nobody can go on; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_SCHEDULE_QUIET_H
#define WEFT_SRC_MACHINE_SCHEDULE_QUIET_H

struct run;
struct weft_processor;
struct worker;

/* Wait for work. */
void quiet_wait(struct worker *worker);

/* Tell the workers that were sent something. */
void quiet_kick(struct worker *worker);

/* This worker could not be started. */
void quiet_without(struct worker *worker);

/* The machine itself failed (no memory, no threads): stop soon. */
void quiet_fail(struct run *run, int code, const char *text);

/* A processor failed: stop everybody at its clock. */
void quiet_failed(struct weft_processor *self);

#endif
