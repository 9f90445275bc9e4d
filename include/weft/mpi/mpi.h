/**
 * The mpi.h of weft: MPI 4.0 for C and C++, for programs that run on the
 * emulated machine. The values of constants are specific to weft; a call of a
 * function that is declared but not implemented is reported with its name.
 *
 * Threads: one thread of a rank calls MPI (MPI_THREAD_FUNNELED).
 */
#ifndef WEFT_MPI_H
#define WEFT_MPI_H

#define WEFT_MPI_VERSION 1 /**< identifies this file as the mpi.h of weft */
#define MPI_VERSION 4
#define MPI_SUBVERSION 0

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default) /* exported by weft to the program */

#include "mpi-types.h"

#include "mpi-constants.h"

#include "mpi-functions.h"

#include "mpi-profiling.h"

#pragma GCC visibility pop
#if defined(__cplusplus)
}
#endif

#endif
