/* Messages between ranks: an envelope in shared memory, whose address the
 * machine transfers; private to src/mpi. */
#ifndef WEFT_SRC_MPI_ENVELOPE_H
#define WEFT_SRC_MPI_ENVELOPE_H

#include "mpi/data/type.h"
#include "mpi/rank.h"

struct request;

enum envelope_kind {
    ENVELOPE_EAGER, /* a message with its data */
    ENVELOPE_ASK,   /* request to send, of a message without data */
    ENVELOPE_CLEAR, /* reply of the receiver: send the data */
    ENVELOPE_DATA,  /* data of a message sent after the reply */
    /* decision of another rank about the message that the receiver takes
     * (exploring.h) */
    ENVELOPE_DECIDED,
};

struct envelope {
    /* Next envelope in a queue of the receiver or in a free list. */
    struct envelope *next;
    uint64_t serial; /* serial number; 0: free */
    bool cancelled;  /* whether the sender withdrew the message */
    bool taken;      /* whether a receive or matched probe removed it from the
                        queue */
    enum envelope_kind kind;
    bool ready; /* whether it was sent by MPI_Rsend, so that a receive must have
                   been posted */
    int source; /* sender's rank in the world */
    int origin; /* sender's rank in its communicator */
    int tag;
    uint64_t context;
    uint64_t arrival;
    uint64_t sent; /* value of world->happened when the message was sent */
    size_t bytes;
    size_t held; /* bytes that the message occupies in the sender's attached
                    buffer */
    struct signature signature;
    struct request *sender, *receiver;
    const void *caller; /* address of the call that sent it */
    const char *function;
    int class;             /* log2 of the capacity of data[] */
    struct envelope *made; /* next envelope in the pool's list of all
                              envelopes */
    uint64_t *clock;       /* the sender's vector clock, or NULL; owned */
    unsigned char data[];
};

struct envelope_pool {
    uint64_t serial;
    struct envelope *free[64], *all;
};

/* Return an envelope for `bytes` bytes of data, zeroed except for data[]. Never
 * NULL. */
struct envelope *envelope_new(struct rank *rank, size_t bytes);
void envelope_free(struct rank *rank, struct envelope *envelope);
void envelope_pool_finish(struct envelope_pool *pool);

/* Return whether the message matches a receive with this context, source and
 * tag (or MPI_ANY_*). */
static inline bool envelope_suits(const struct envelope *envelope,
                                  uint64_t context, int source, int tag)
{
    return !envelope->cancelled && envelope->context == context &&
           (source == MPI_ANY_SOURCE || envelope->origin == source) &&
           (tag == MPI_ANY_TAG || envelope->tag == tag);
}

#endif
