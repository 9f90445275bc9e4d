/* When nobody can go on; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_SCHEDULE_RESOLVE_H
#define WEFT_SRC_MACHINE_SCHEDULE_RESOLVE_H

struct run;

/* Find out what happens next, and let it happen: some processors are ready
 * afterwards, or run->stop or run->over is set. Under run->lock, every worker
 * idle. */
void resolve(struct run *run);

#endif
