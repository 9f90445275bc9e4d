/* Describe the waiting processors when a run is stopped; private to
 * src/machine. */
#ifndef WEFT_SRC_MACHINE_SCHEDULE_DEADLOCK_H
#define WEFT_SRC_MACHINE_SCHEDULE_DEADLOCK_H

struct run;

/* Return the text, which the caller frees; NULL: out of memory. */
char *deadlock_report(const struct run *run);

#endif
