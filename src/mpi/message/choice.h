/* Receives from any sender: which message of those that suit is taken; private
 * to src/mpi. */
#ifndef WEFT_SRC_MPI_CHOICE_H
#define WEFT_SRC_MPI_CHOICE_H

#include "mpi/message/envelope.h"

struct takeable;

struct choosing {
    int *taken, *of; /* [count] */
    size_t count, room;
    uint64_t *seen; /* [world->size] in which look a sender had its first */
    uint64_t looks;
    /* exploring.c */
    uint64_t decided; /* when the latest was made */
    struct takeable *option, *asleep;
    size_t options, option_room, sleepers;
};

/* Of the messages that wait: one of the context and tag (MPI_ANY_TAG) that is
 * the first of its sender; that which arrived first, unless the settings say
 * otherwise. NULL: there is none. */
struct envelope *choice_make(struct rank *rank, uint64_t context, int tag);
/* Of the messages from `from` on: one of the context and tag that is the first
 * of its sender? */
bool choice_is_first(const struct envelope *from,
                     const struct envelope *envelope, uint64_t context,
                     int tag);
/* Which of so many is next, as the settings say; it is kept. */
int choice_next(struct rank *rank, int of);

#endif
