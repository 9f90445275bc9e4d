/* Groups of processes; private to src/mpi.
 *
 * Threads: a group belongs to one rank. */
#ifndef WEFT_SRC_MPI_DATA_GROUP_H
#define WEFT_SRC_MPI_DATA_GROUP_H

#include "mpi/rank.h"

struct group {
    int references;
    int size;
    int world[]; /* [size] ranks in MPI_COMM_WORLD */
};

/* Return the group of a handle, or NULL. */
struct group *group_of(const struct rank *rank, MPI_Group handle);
/* Allocate a group with one reference. The caller fills world[]. */
struct group *group_new(struct rank *rank, int size);
void group_hold(struct group *group);
void group_drop(struct rank *rank, struct group *group);

/* Return the rank of a process in the group, or -1. Takes O(1) if group and
 * world ranks are equal, else O(size). */
int group_rank_of(const struct group *group, int world_rank);
/* Return MPI_IDENT, MPI_SIMILAR or MPI_UNEQUAL. */
int group_compare(struct rank *rank, const struct group *one,
                  const struct group *other);

/* Return an array that maps world ranks to ranks of the group, or -1. It has at
 * least *length elements; the caller frees it with rank_free(). */
int *group_places(struct rank *rank, const struct group *group, int *length);

/* Create a group, ordered as the standard defines: group_chosen() selects the
 * members of `group` that are (or are not) in `by`, group_union() the members
 * of both groups, and the other two the members at some ranks of a group, or
 * all others. The ranks must be valid and distinct. */
struct group *group_chosen(struct rank *rank, const struct group *group,
                           const struct group *by, bool in);
struct group *group_union(struct rank *rank, const struct group *one,
                          const struct group *other);
struct group *group_of_places(struct rank *rank, const struct group *group,
                              const int *places, int count);
struct group *group_without(struct rank *rank, const struct group *group,
                            const int *places, int count);

#endif
