/* Functions that all datatype constructors share; private to src/mpi/data. */
#ifndef WEFT_SRC_MPI_DATA_CALLS_TYPE_MAKING_H
#define WEFT_SRC_MPI_DATA_CALLS_TYPE_MAKING_H

#include "arguments.h"

/* A type under construction, with its arguments recorded for
 * MPI_Type_get_contents(). Counts are recorded as MPI_Count in functions with
 * large counts, otherwise among the integers. */
struct type_making {
    struct rank *rank;
    struct contents contents;
};

struct type_making making_of(struct rank *rank, int combiner, bool large);
void making_counts(struct type_making *making, const MPI_Count *values,
                   int count);
void making_integers(struct type_making *making, const int *values, int count);
/* Record displacements in bytes: as counts in functions with large counts,
 * otherwise as addresses. */
void making_addresses(struct type_making *making, const MPI_Aint *values,
                      int count);
void making_type(struct type_making *making, const struct type *type);
/* Finish a type and create its handle; if `type` is NULL because it would be
 * too large, raise an error. */
int making_done(struct type_making *making, struct type *type,
                MPI_Datatype *newtype);
/* Free the recorded arguments. Returns `error`. */
int making_failed(struct type_making *making, int error);

/* Copy an array of int to MPI_Count. Returns NULL if `values` is NULL. */
MPI_Count *widened(struct rank *rank, const int *values, MPI_Count count);

#endif
