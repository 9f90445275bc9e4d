/* Several processes of a test, connected by a transport over sockets: the role
 * of MPI, without an MPI library, and usable with every sanitizer. */
#ifndef WEFT_TESTS_PROCESSES_H
#define WEFT_TESTS_PROCESSES_H

/* Fork until there are `count` processes, and connect them. All of them then
 * run the same code; only process 0 prints. Under mpirun, use the processes
 * that it started instead. */
void processes_join(int count);
/* Return the number of messages received from process 0, less those sent to it;
 * for forked processes. */
int processes_owed(void);
/* Leave. Return the status in process 0, or 1 if another process failed; the
 * other processes exit. */
int processes_leave(int status);

#endif
