/* Who waits for whom, and who goes on, when a run is stopped; private to
 * src/machine. */
#ifndef WEFT_SRC_MACHINE_SCHEDULE_DEADLOCK_H
#define WEFT_SRC_MACHINE_SCHEDULE_DEADLOCK_H

struct run;

/* Text to be freed; NULL: no memory. */
char *deadlock_report(const struct run *run);

#endif
