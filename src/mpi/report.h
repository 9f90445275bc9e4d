/* What is found wrong, in words; private to src/mpi. */
#ifndef WEFT_SRC_MPI_REPORT_H
#define WEFT_SRC_MPI_REPORT_H

#include "mpi/rank.h"
#include <stdarg.h>

struct world;

/* A finding of a rank, called at `where`: "rank 3, ring.c:17: text". */
void report_add(struct rank *rank, bool warning, const void *where,
                const char *format, va_list arguments)
    __attribute__((format(printf, 4, 0)));
/* All of them to the outcome. */
void report_close(struct world *world);

/* "ring.c:17", or what is known of the place. */
void report_where(const struct rank *rank, const void *address, char *text,
                  size_t size);

/* The places found so far are let go. */
void report_forget(void);

struct waiting;
/* Keep what a rank waits for, while that can be said. */
void report_waiting(struct rank *rank, const struct waiting *waiting);
/* Every rank waits: for what. */
void report_deadlock(struct world *world);

/* An MPI function is called where there is no rank (NULL), or its program has
 * ended: told at once, and the process ends. */
_Noreturn void report_die(struct rank *rank, const char *function);
/* The same of a signal that ends a rank; `context` is its handler's. */
_Noreturn void report_crash(struct rank *rank, int signal, void *context);

#endif
