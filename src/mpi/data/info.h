/* Info objects: texts by keys, in the order in which they were set; private to
 * src/mpi.
 *
 * Threads: each belongs to one rank. */
#ifndef WEFT_SRC_MPI_DATA_INFO_H
#define WEFT_SRC_MPI_DATA_INFO_H

#include "mpi/rank.h"

struct info {
    int count;
    struct info_pair {
        char *key, *value;
    } * pair;
};

/* The object of a handle; NULL: it is none. */
struct info *info_of(const struct rank *rank, MPI_Info handle);
/* An empty one, and a copy of one (NULL: of an empty one). */
struct info *info_new(struct rank *rank);
struct info *info_copy(struct rank *rank, const struct info *info);
void info_destroy(struct rank *rank, struct info *info);
/* The place of a key; -1: it is not there. */
int info_find(const struct info *info, const char *key);
/* `value` may be longer than `length`. */
void info_set(struct rank *rank, struct info *info, const char *key,
              const char *value);

/* For what keeps one (a communicator): a copy of a handle's, NULL of
 * MPI_INFO_NULL; and a new handle of a copy, for MPI_Comm_get_info(). */
void *info_dup(struct rank *rank, MPI_Info handle);
MPI_Info info_handle(struct rank *rank, const void *info);

#endif
