/* Files (MPI_File); private to src/mpi.
 *
 * All ranks are in one process: a collective open opens one descriptor, and
 * accesses read and write it at once, in the order in which the ranks run. A
 * file is a device that serves one access after another.
 *
 * Errors call the error handler of the file, by default MPI_ERRORS_RETURN;
 * because many programs ignore the result, wrong use is also a warning.
 *
 * Threads: one rank runs at a time. */
#ifndef WEFT_SRC_MPI_FILE_MPI_FILE_H
#define WEFT_SRC_MPI_FILE_MPI_FILE_H

#include "mpi/comm.h"
#include "mpi/data/type.h"

#include <sys/types.h>

struct file_races;

/* A file of the file system that the run has opened. */
struct file_disk {
    struct file_disk *next;
    dev_t device;
    ino_t number;
    int opened;               /* number of opens that are not closed */
    uint64_t busy;            /* time at which the last access ends */
    struct file_races *races; /* NULL: accesses are not recorded */
};

/* What the ranks of one open share. Allocated by rank 0 of the communicator. */
struct file_shared {
    struct file_shared *next;
    struct file_disk *disk;
    int descriptor; /* -1: closed */
    int amode;
    bool atomic;
    MPI_Offset pointer; /* the shared file pointer, in etypes */
    uint64_t ordered;   /* number of ordered accesses in `pointer` */
    char name[];
};

/* Contiguous data of a filetype, in order. */
struct file_run {
    MPI_Offset at, bytes;
    MPI_Offset before; /* number of data bytes in earlier runs */
};

struct file_view {
    MPI_Offset disp;
    const struct type *etype, *filetype; /* hold references */
    bool portable;                       /* external32 */
    bool overlaps; /* whether the filetype contains a byte twice */
    const char *datarep;
    bool solid;           /* whether there are no gaps */
    MPI_Offset extent;    /* of the filetype */
    struct file_run *run; /* [runs], owned */
    size_t runs;
};

/* A file on one rank. */
struct file {
    MPI_File handle;
    struct comm *comm; /* the file's private communicator */
    struct file_shared *all;
    struct file_view view;
    MPI_Offset pointer; /* the individual file pointer, in etypes */
    uint64_t ordered;   /* number of ordered accesses */
    int pending;        /* number of requests that are not completed */
    /* The split collective access that has begun; `split_end` is the name of
     * the call that ends it, or NULL. */
    const char *split_end;
    const void *split_buffer;
    size_t split_bytes;
};

/* ---- files and errors ------------------------------------------------------
 */

struct file *file_of(const struct rank *rank, MPI_File handle);

#define A_FILE(variable, handle)                                               \
    struct file *variable = file_of(rank, handle);                             \
    if (!(variable))                                                           \
    return file_error(rank, NULL, MPI_ERR_FILE, "%s",                          \
                      (handle) == MPI_FILE_NULL                                \
                          ? "the file is MPI_FILE_NULL"                        \
                          : "the file is invalid or was closed")

/* Raise an error on a file (NULL: MPI_FILE_NULL) because the program uses it
 * wrongly. Returns the class. */
int file_error(struct rank *rank, struct file *file, int class,
               const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Raise an error because the system refuses a call with `number` (errno). */
int file_failed(struct rank *rank, struct file *file, int number,
                const char *name);
/* Compare a collective call with those of the other ranks. It does not wait for
 * them. */
struct agreement;
int file_meet(struct rank *rank, struct file *file,
              const struct agreement *agreement);
/* Wait for all ranks of the file, like coll_barrier(), in calls that need not
 * synchronise the ranks: it orders no accesses of theirs. */
int file_settle(struct rank *rank, struct file *file);
/* Close the descriptors that are left at the end of a run. */
void file_end(struct world *world);

/* ---- views -----------------------------------------------------------------
 */

/* Set a view, which takes references to the types. Returns NULL, or what is
 * wrong with the types. */
const char *view_set(struct rank *rank, struct file_view *view, MPI_Offset disp,
                     const struct type *etype, const struct type *filetype);
void view_free(struct rank *rank, struct file_view *view);
/* Find the data behind `skip` bytes of the view's data. Returns the number of
 * contiguous bytes there, at most `most`, and sets their offset in the file. */
MPI_Offset view_find(const struct file_view *view, MPI_Offset skip,
                     MPI_Offset most, MPI_Offset *at);
/* Return the number of etypes that begin before an offset of the file. */
MPI_Offset view_position(const struct file_view *view, MPI_Offset at);

/* ---- data races ------------------------------------------------------------
 */

struct file_piece {
    MPI_Offset low, high; /* the first byte, and past the last one */
    bool writes, atomic;
    const char *name; /* of the file */
};

/* Begin to record accesses; record that the rank synchronises its accesses
 * with the file (open, sync, close). */
void races_sync(struct rank *rank, struct file_disk *disk);
/* Record an access, and report it if accesses of other ranks to the same bytes
 * are not ordered. Returns whether it was reported. */
bool races_note(struct rank *rank, struct file_disk *disk,
                const struct file_piece *piece);

#endif
