/* Functions that a copy of a program calls instead of the C library; private to
 * src/mpi and to program/, which is linked into each copy. */
#ifndef WEFT_SRC_MPI_PROCESS_H
#define WEFT_SRC_MPI_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(default)

/* End the calling rank. */
_Noreturn void weft_mpi_exit(int status, const void *caller);
/* Return whether the calling thread runs a rank. False while the program is
 * being loaded (initialisers of static objects) and in additional threads. */
bool weft_mpi_runs(void);
/* Return the virtual time in nanoseconds since the start of the run. May be
 * called, like weft_mpi_sleep(), only if weft_mpi_runs(). */
uint64_t weft_mpi_now(void);
/* Let virtual time pass. */
void weft_mpi_sleep(uint64_t nanoseconds);
/* Fill in bytes that are random, but the same in each run. */
void weft_mpi_entropy(void *buffer, size_t bytes);
/* End the rank because the program calls a function that weft does not support
 * ("fork"). */
_Noreturn void weft_mpi_refuse(const char *what, const void *caller);

/* Number that identifies programs of weft and their entry point. Increase it if
 * the meaning of anything here or in <mpi.h> changes: programs linked for
 * another interface are rejected. */
#define WEFT_MPI_INTERFACE 2
struct weft_mpi_program {
    uint64_t interface;
    int (*main)(int argc, char **argv, char **environment);
};

/* Callback for the loads and stores of an instrumented copy
 * (program/hooks.c). */
enum {
    WEFT_MPI_READS,
    WEFT_MPI_WRITES,
    WEFT_MPI_FREES,
    WEFT_MPI_ATOMIC = 16 /* or this: an atomic operation, or a fence */
};
struct weft_mpi_hook {
    /* `writes`: of the constants above */
    void (*touch)(void *arg, const void *at, size_t bytes, int writes,
                  const void *caller); /* NULL: no callback */
    void *arg;
};

#pragma GCC visibility pop
#endif
