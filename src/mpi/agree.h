/* Arguments on which the members of a communicator must agree in a collective
 * call that creates a communicator; private to src/mpi.
 *
 * struct agreement a = {0};
 * agree_numbers(&a, "dims", ndims, dims);
 * int error = agree_meet(rank, comm, &a);
 *
 * The members compare their arguments without messages, because one rank runs
 * at a time. If the arguments of a member differ from those of the first one,
 * the run ends with a report of both.
 *
 * Threads: an agreement belongs to one rank. */
#ifndef WEFT_SRC_MPI_AGREE_H
#define WEFT_SRC_MPI_AGREE_H

#include "mpi/comm.h"

/* Contribution of one member. */
struct agree_member {
    const int *numbers; /* [count] numbers that the member passed, borrowed */
    size_t count;
    const void *caller;
};

struct agreement {
    /* The arguments that must be equal in all members: whether there are any,
     * and their hash and text. */
    bool some;
    uint64_t hash;
    size_t used;
    char text[96];
    /* Numbers that may differ between the members: borrowed, or NULL. The last
     * member that calls agree_meet() runs check() on the numbers of all
     * members, indexed by rank in the communicator. */
    const int *numbers;
    size_t count;
    void (*check)(struct rank *rank, const struct comm *comm,
                  const struct agree_member *member);
};

/* Add an argument. agree_flags() distinguishes only zero and non-zero. */
void agree_numbers(struct agreement *agreement, const char *name, int count,
                   const int *numbers);
void agree_flags(struct agreement *agreement, const char *name, int count,
                 const int *flags);
/* Wait until all members of `comm` have called this function, and compare the
 * arguments. Collective. Returns MPI_SUCCESS or the class of an error that was
 * raised. */
int agree_meet(struct rank *rank, struct comm *comm,
               const struct agreement *agreement);

#endif
