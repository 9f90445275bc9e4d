/* Signals that end a rank, or interrupt a run; private to src/mpi. */
#ifndef WEFT_SRC_MPI_RANK_CRASH_H
#define WEFT_SRC_MPI_RANK_CRASH_H

#include <stdbool.h>

struct world;

/* Handle signals from now on, and the end of the run's time. */
void crash_open(struct world *world);
/* Install handlers that override the machine's handler of stack overflows,
 * which cannot name source lines. Called by each rank. */
void crash_arm(void);
/* Report that the program, or an MPI function that it calls (NULL: none),
 * misuses memory: "rank 1, ring.c:9: MPI_Send `what`". In a rank this ends the
 * run; elsewhere, or if the run cannot end by itself (`at_once`), it ends the
 * process. Not for signal handlers. */
_Noreturn void crash_misuse(const char *function, const char *what,
                            bool at_once);
/* End the handling. If threads of the program are left behind (`abandoned`), a
 * crash of such a thread is ignored from now on. */
void crash_close(bool abandoned);

#endif
