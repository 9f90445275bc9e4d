/* Findings and their texts; private to src/mpi. */
#ifndef WEFT_SRC_MPI_REPORT_H
#define WEFT_SRC_MPI_REPORT_H

#include "mpi/rank.h"
#include <stdarg.h>
#include <weft/mpi/run.h>

/* Add a finding of a rank at the call address `where`: "rank 3, ring.c:17:
 * text". */
void report_add(struct rank *rank, bool warning, enum mpi_rule rule,
                const void *where, const char *format, va_list arguments)
    __attribute__((format(printf, 5, 0)));
/* Add a finding that concerns all ranks, of one or more lines. */
void report_add_common(struct world *world, enum mpi_rule rule,
                       const char *text);
/* Move all findings to the outcome. */
void report_close(struct world *world);

/* Write the source location of an address ("ring.c:17"), as far as known. */
void report_where(const struct rank *rank, const void *address, char *text,
                  size_t size);
/* Write "0 to 3, 7 (5)": [count] ranks in ascending order. */
void report_ranks(const int *rank, int count, char *text, size_t size);

/* End the process because an MPI function is called in a thread that is not a
 * rank's (`world` may be NULL: no run), or after the rank's program has
 * ended. */
_Noreturn void report_stray(const struct world *world, const char *function,
                            const void *caller);
_Noreturn void report_late(struct rank *rank);
/* Write all findings so far, each followed by the beginning of the next line,
 * into the first half of `text`. Safe in signal handlers, as is report_end().
 */
void report_last(const struct world *world, char *text, size_t size);
/* End the process with this text, about a location in the program's source
 * ("ring.c:17"; empty: unknown). `world` may be NULL: no run. */
_Noreturn void report_end(const struct world *world, char *text,
                          const char *where);

#endif
