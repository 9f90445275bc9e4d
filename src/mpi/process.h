/* What a copy of a program calls instead of the C library; private to src/mpi
 * and to program/, which is linked into each copy. */
#ifndef WEFT_SRC_MPI_PROCESS_H
#define WEFT_SRC_MPI_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(default)

/* End this rank. */
_Noreturn void weft_mpi_exit(int status, const void *caller);
/* Is this thread a rank's? Not when the program is being loaded (the beginnings
 * of its statics), nor in threads of its own. */
bool weft_mpi_runs(void);
/* Nanoseconds since the run began. A rank's thread may ask, as it may sleep. */
uint64_t weft_mpi_now(void);
/* Let time go on. */
void weft_mpi_sleep(uint64_t nanoseconds);
/* The program wants what weft does not have ("fork"): the rank ends. */
_Noreturn void weft_mpi_refuse(const char *what, const void *caller);

/* By this weft knows a program, and where it begins. A program that was linked
 * for another interface is refused: count it up when something here or in
 * <mpi.h> changes its meaning. */
#define WEFT_MPI_INTERFACE 2
struct weft_mpi_program {
    uint64_t interface;
    int (*main)(int argc, char **argv, char **environment);
};

/* Of a copy that tells of its loads and stores (program/hooks.c): whom. */
struct weft_mpi_hook {
    void (*touch)(void *arg, const void *at, size_t bytes, int writes,
                  const void *caller); /* NULL: nobody wants to know */
    void *arg;
};

#pragma GCC visibility pop
#endif
