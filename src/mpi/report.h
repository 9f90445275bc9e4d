/* Findings and their texts; private to src/mpi. */
#ifndef WEFT_SRC_MPI_REPORT_H
#define WEFT_SRC_MPI_REPORT_H

#include "mpi/rank.h"
#include <stdarg.h>

struct world;

/* Add a finding of a rank at the call address `where`: "rank 3, ring.c:17:
 * text". */
void report_add(struct rank *rank, bool warning, const void *where,
                const char *format, va_list arguments)
    __attribute__((format(printf, 4, 0)));
/* Move all findings to the outcome. */
void report_close(struct world *world);

/* Write the source location of an address ("ring.c:17"), as far as known. */
void report_where(const struct rank *rank, const void *address, char *text,
                  size_t size);

/* Free the cache of source locations. */
void report_forget(void);

struct waiting;
/* Record what a rank waits for, for report_deadlock(). */
void report_waiting(struct rank *rank, const struct waiting *waiting);
/* Report a deadlock: what each rank waits for. */
void report_deadlock(struct world *world);

/* End the process because an MPI function was called in a thread that is not a
 * rank's (NULL) or after the rank's program has ended. */
_Noreturn void report_die(struct rank *rank, const char *function);
/* End the process because a signal ended a rank; `context` is the argument of
 * the signal handler. */
_Noreturn void report_crash(struct rank *rank, int signal, void *context);

#endif
