/* Info objects: values by key, in the order in which they were set; private to
 * src/mpi.
 *
 * Threads: an object belongs to one rank. */
#ifndef WEFT_SRC_MPI_DATA_INFO_H
#define WEFT_SRC_MPI_DATA_INFO_H

#include "mpi/rank.h"

struct info {
    int count;
    struct info_pair {
        char *key, *value;
    } * pair;
};

/* Return the object of a handle, or NULL. */
struct info *info_of(const struct rank *rank, MPI_Info handle);
/* Create an empty object. */
struct info *info_new(struct rank *rank);
/* Return a copy of an object; NULL counts as an empty one. */
struct info *info_copy(struct rank *rank, const struct info *info);
/* Free an object; NULL is allowed, and MPI_INFO_ENV stays. */
void info_destroy(struct rank *rank, struct info *info);
/* Return the index of a key, or -1. */
int info_find(const struct info *info, const char *key);
/* Set a key to a copy of `value`, whose length is not limited. */
void info_set(struct rank *rank, struct info *info, const char *key,
              const char *value);

/* For objects that keep an info (communicators): info_dup() returns a copy of
 * the info of a handle, NULL for MPI_INFO_NULL; info_handle() returns a new
 * handle of a copy, for MPI_Comm_get_info(). */
void *info_dup(struct rank *rank, MPI_Info handle);
MPI_Info info_handle(struct rank *rank, const void *info);

#endif
