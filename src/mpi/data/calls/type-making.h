/* What the functions that make datatypes share; private to src/mpi/data. */
#ifndef WEFT_SRC_MPI_DATA_CALLS_TYPE_MAKING_H
#define WEFT_SRC_MPI_DATA_CALLS_TYPE_MAKING_H

#include "arguments.h"

/* A type under way: what it is made from is kept for
 * MPI_Type_get_contents(). With large counts, what is a count goes among
 * those, else among the integers. */
struct type_making {
    struct rank *rank;
    struct contents contents;
};

struct type_making making_of(struct rank *rank, int combiner, bool large);
void making_counts(struct type_making *making, const MPI_Count *values,
                   int count);
void making_integers(struct type_making *making, const int *values, int count);
/* Displacements in bytes: addresses, but with large counts those. */
void making_addresses(struct type_making *making, const MPI_Aint *values,
                      int count);
void making_type(struct type_making *making, const struct type *type);
/* The end: the type, or that it would be too large if there is none, or the
 * error that has been found. */
int making_done(struct type_making *making, struct type *type,
                MPI_Datatype *newtype);
/* The error class, after letting go. */
int making_failed(struct type_making *making, int error);

/* A copy of an array of the program's as counts; NULL stays NULL. */
MPI_Count *widened(struct rank *rank, const int *values, MPI_Count count);

#endif
