/* What the members of a communicator must say alike, or to match, in a
 * collective call that makes a communicator; private to src/mpi.
 *
 *     struct agreement a = {0};
 *     agree_numbers(&a, "dims", ndims, dims);
 *     int error = agree_meet(rank, comm, &a);
 *
 * Nothing is sent for it: one rank runs at a time. A member whose arguments
 * differ from those of the first one ends the run with a report of both.
 *
 * Threads: a rank's own. */
#ifndef WEFT_SRC_MPI_AGREE_H
#define WEFT_SRC_MPI_AGREE_H

#include "mpi/comm.h"

/* What a member told. */
struct agree_member {
    const int *told; /* [count] */
    size_t count;
    const void *caller;
};

struct agreement {
    /* Arguments that all pass alike. */
    bool some;
    uint64_t hash;
    size_t used;
    char text[96];
    /* What this member tells the others: borrowed, or NULL. The last member
     * to come checks what all have told, by rank in the communicator. */
    const int *told;
    size_t count;
    void (*check)(struct rank *rank, const struct comm *comm,
                  const struct agree_member *member);
};

/* One more argument; of flags only whether each is 0 counts. */
void agree_numbers(struct agreement *agreement, const char *name, int count,
                   const int *numbers);
void agree_flags(struct agreement *agreement, const char *name, int count,
                 const int *flags);
/* Collective. @returns an error, raised */
int agree_meet(struct rank *rank, struct comm *comm,
               const struct agreement *agreement);

#endif
