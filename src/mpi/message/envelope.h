/* What travels from rank to rank: an envelope, in memory that all share, of
 * which the machine carries the address; private to src/mpi. */
#ifndef WEFT_SRC_MPI_ENVELOPE_H
#define WEFT_SRC_MPI_ENVELOPE_H

#include "mpi/data/type.h"
#include "mpi/rank.h"

struct request;

enum envelope_kind {
    ENVELOPE_EAGER,   /* a message with its data */
    ENVELOPE_ASK,     /* a message whose data waits for its receiver */
    ENVELOPE_CLEAR,   /* the receiver is there: send them */
    ENVELOPE_DATA,    /* the data asked for */
    ENVELOPE_DECIDED, /* what the receiver is to take (exploring.h) */
};

struct envelope {
    struct envelope *next; /* in a queue of its receiver, or free */
    uint64_t serial;       /* its number, 0: free */
    bool cancelled;        /* withdrawn by its sender */
    bool taken;            /* from the queue: by a receive, or a probe for it */
    enum envelope_kind kind;
    bool ready; /* of MPI_Rsend: its receive must have been posted */
    int source; /* in the world */
    int origin; /* rank of the sender in its communicator */
    int tag;
    uint64_t context;
    uint64_t arrival;
    uint64_t sent; /* world->happened then */
    size_t bytes;
    size_t held; /* of its sender's attached buffer */
    struct signature signature;
    struct request *sender, *receiver;
    const void *caller; /* where it was sent, and by which function */
    const char *function;
    int class;             /* log2 of the room for data */
    struct envelope *made; /* the pool's list of all */
    uint64_t *clock;       /* what its sender knew, or NULL; owned */
    unsigned char data[];
};

struct envelope_pool {
    uint64_t serial;
    struct envelope *free[64], *all;
};

/* One with room for so many bytes, zeroed but for them. Never NULL. */
struct envelope *envelope_new(struct rank *rank, size_t bytes);
void envelope_free(struct rank *rank, struct envelope *envelope);
void envelope_pool_finish(struct envelope_pool *pool);

/* Is it for a receive of that context, source and tag (or any)? */
static inline bool envelope_suits(const struct envelope *envelope,
                                  uint64_t context, int source, int tag)
{
    return !envelope->cancelled && envelope->context == context &&
           (source == MPI_ANY_SOURCE || envelope->origin == source) &&
           (tag == MPI_ANY_TAG || envelope->tag == tag);
}

#endif
