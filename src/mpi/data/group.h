/* Groups of processes; private to src/mpi.
 *
 * Threads: each belongs to one rank. */
#ifndef WEFT_SRC_MPI_DATA_GROUP_H
#define WEFT_SRC_MPI_DATA_GROUP_H

#include "mpi/rank.h"

struct group {
    int references;
    int size;
    int world[]; /* [size] their ranks in MPI_COMM_WORLD */
};

/* The group of a handle; NULL: it is none. */
struct group *group_of(const struct rank *rank, MPI_Group handle);
/* References: 1. The caller fills it. */
struct group *group_new(struct rank *rank, int size);
void group_hold(struct group *group);
void group_drop(struct rank *rank, struct group *group);

/* The place of a process; -1: it is not in the group. Cost O(1) where places
 * and ranks are the same, else O(size). */
int group_rank_of(const struct group *group, int world_rank);
/* MPI_IDENT, MPI_SIMILAR or MPI_UNEQUAL. */
int group_compare(struct rank *rank, const struct group *one,
                  const struct group *other);

/* Each place by world rank, -1 where there is none: [*length] at least, to be
 * freed with rank_free(). */
int *group_places(struct rank *rank, const struct group *group, int *length);

/* New groups, in the order of the standard: those of `group` that are, or are
 * not, in `by`; all of two groups; those at some places, and all others. The
 * places are different ones of the group. */
struct group *group_chosen(struct rank *rank, const struct group *group,
                           const struct group *by, bool in);
struct group *group_union(struct rank *rank, const struct group *one,
                          const struct group *other);
struct group *group_of_places(struct rank *rank, const struct group *group,
                              const int *places, int count);
struct group *group_without(struct rank *rank, const struct group *group,
                            const int *places, int count);

#endif
