/* Choice of the message that a receive from any source takes; private to
 * src/mpi. */
#ifndef WEFT_SRC_MPI_CHOICE_H
#define WEFT_SRC_MPI_CHOICE_H

#include "mpi/message/envelope.h"

struct takeable;

struct choosing {
    /* [count] the alternative chosen at each choice, and the number of
     * alternatives */
    int *taken, *of;
    size_t count, room;
    /* [world->size] number of the latest search in which the sender was
     * found */
    uint64_t *seen;
    uint64_t looks;
    /* The following members belong to exploring.c. */
    uint64_t decided; /* time of the latest decision */
    bool varied;      /* whether a call has deviated from its usual order */
    struct takeable *option, *asleep;
    size_t options, option_room, sleepers;
};

/* Choose among the waiting messages with the context and tag (MPI_ANY_TAG
 * allowed) that are the first of their senders: the one that arrived first,
 * unless the settings select another. Returns NULL if there is none. */
struct envelope *choice_make(struct rank *rank, uint64_t context, int tag);
/* Return whether `envelope` is the first message of its sender with this
 * context and tag in the list that begins at `from`. */
bool choice_is_first(const struct envelope *from,
                     const struct envelope *envelope, uint64_t context,
                     int tag);
/* Choose one of `of` alternatives as the settings demand, and record the
 * choice. Returns its index. */
int choice_next(struct rank *rank, int of);

#endif
