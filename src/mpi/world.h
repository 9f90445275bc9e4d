/* One run of an MPI program: all ranks; private to src/mpi. */
#ifndef WEFT_SRC_MPI_WORLD_H
#define WEFT_SRC_MPI_WORLD_H

#include "mpi/rank.h"
#include <stdio.h>
#include <weft/mpi/run.h>

struct choosing;
struct details;
struct program_copies;
struct claims;
struct envelope_pool;
struct file_disk;
struct file_shared;

struct group;

struct world {
    const struct weft_mpi *settings;
    struct weft_mpi_outcome *outcome;
    struct rank **rank; /* [size] */
    int size;
    struct group *everybody; /* the group of MPI_COMM_WORLD */
    size_t eager; /* maximum size of messages sent without rendezvous */
    struct claims *claims; /* current collective calls, by communicator */
    const struct program_copies *copies;
    int sent; /* number of messages so far, which numbers them in the trace */
    uint64_t happened; /* count of lock releases and atomic operations, used to
                          order accesses */
    uint64_t poll;     /* initial cost of an unsuccessful test, in time units */
    size_t stack;      /* size of the stack of each rank in bytes */
    bool parallel;     /* whether a rank was left inside a parallel region of
                          OpenMP, which never ends then */
    bool aborted;      /* whether MPI_Abort was called, so that no more ranks
                          start */
    struct rank *closing;  /* rank whose copy is being unloaded, or NULL */
    struct report *report; /* findings so far */
    /* Recorded choices of messages for receives from any source. */
    struct choosing *choices;
    struct envelope_pool *envelopes;
    struct details *details;   /* details of the events; NULL: not recorded */
    struct file_shared *files; /* list of opened files (mpi-file.h) */
    struct file_disk *disks;
};

#endif
