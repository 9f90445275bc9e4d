/* Several processes of a test, joined by a transport over sockets: what an MPI
 * does, without one, and under every sanitizer. */
#ifndef WEFT_TESTS_PROCESSES_H
#define WEFT_TESTS_PROCESSES_H

/* Fork so many in all, and join them. From now on all do the same; those that
 * are not process 0 print nothing. Under an MPI's starter: those that it
 * started. */
void processes_join(int count);
/* Parcels that have come from process 0, less those sent to it; of the forked
 * processes. */
int processes_owed(void);
/* Leave. In process 0 returns the status, 1 if another process ended badly; the
 * others end. */
int processes_leave(int status);

#endif
