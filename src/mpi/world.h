/* One run of an MPI program: all ranks; private to src/mpi. */
#ifndef WEFT_SRC_MPI_WORLD_H
#define WEFT_SRC_MPI_WORLD_H

#include "mpi/rank.h"
#include <stdio.h>
#include <weft/mpi/run.h>

struct choosing;
struct program_copies;
struct claims;
struct envelope_pool;

struct group;

struct world {
    const struct weft_mpi *settings;
    struct weft_mpi_outcome *outcome;
    struct rank **rank; /* [size] */
    int size;
    struct group *everybody; /* the group of MPI_COMM_WORLD, of all ranks */
    size_t eager;            /* longest message that is sent without asking */
    struct claims *claims;   /* collective calls under way, by communicator */
    const struct program_copies *copies;
    int sent;          /* messages so far: their numbers in the trace */
    uint64_t happened; /* counts locks that are let go and atomic operations:
                          what a message may tell of */
    uint64_t poll;     /* what a question in vain costs at first, time units */
    bool aborted;      /* by MPI_Abort: no rank begins any more */
    struct rank *closing; /* whose copy is being unloaded; NULL: none */
    /* Choices where several messages suit a receive from any (choice.c). */
    struct report *report; /* findings so far */
    struct choosing *choices;
    struct envelope_pool *envelopes;
};

/* The world of the run that goes on; NULL: none. One at a time. */
extern struct world *world_now;

#endif
