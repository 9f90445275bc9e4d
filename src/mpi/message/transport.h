/* Transport of messages between ranks; private to src/mpi.
 *
 * Messages and receives match by context, tag and source, in the order that the
 * standard defines. Messages up to the world's eager limit are sent with their
 * data; for longer ones the sender sends a request, and the data after the
 * receiver's reply. A rank makes progress only within the functions of this
 * file: when it waits or tests. */
#ifndef WEFT_SRC_MPI_TRANSPORT_H
#define WEFT_SRC_MPI_TRANSPORT_H

#include "mpi/message/request.h"

struct transport {
    struct request *active; /* list of pending operations */
    struct request *posted, **last;
    struct envelope *unexpected;
    struct request *spare;
    uint64_t vain;  /* number of consecutive unsuccessful tests */
    uint64_t pause; /* time that the next unsuccessful test costs */
    double left; /* the thread's CPU time when the rank last left the machine */
    uint64_t given; /* size of the buffer attached by MPI_Buffer_attach() */
    void *buffer;   /* address of the attached buffer */
    uint64_t held;  /* bytes of the attached buffer that messages not yet
                       received occupy, in runs without buffering */
    /* for exploring.c: whether a probe from any source waits, its context and
     * tag, and the message found */
    bool probes;
    uint64_t probe_context;
    int probe_tag;
    struct envelope *found;
    struct envelope *decided; /* message chosen for this rank, or NULL */
    /* Receive that takes `decided`; NULL: a probe takes it. */
    struct request *decided_for;
    struct calling *calling; /* [callings] places of calls that may deviate */
    int callings;
};

/* Description of what a blocking call waits for, for deadlock reports. */
struct waiting {
    struct request *const *request; /* [count] requests; NULL: complete */
    int count;
    bool any;                    /* whether one of the requests suffices */
    const struct request *probe; /* what a probe looks for, or NULL */
};

void transport_open(struct rank *rank);

/* Send an envelope of an operation (NULL: of none) to a rank of the world, at
 * the cost of `charged` bytes. */
void transport_give(struct rank *rank, const struct request *request, int to,
                    struct envelope *envelope, size_t charged);
/* Handle an envelope that has arrived (matching.c). */
void matching_arrive(struct rank *rank, struct envelope *envelope);
/* Send the data of a send after the receiver's reply. */
void transport_send_data(struct rank *rank, struct request *request,
                         struct request *receiver);
void transport_send(struct rank *rank, struct request *request);
void transport_receive(struct rank *rank, struct request *request);
/* Receive a message that transport_take() removed from the queue. */
void transport_receive_message(struct rank *rank, struct request *request,
                               struct envelope *envelope);
/* Release the space that a buffered message occupies at its sender. */
void transport_release(struct rank *rank, struct envelope *envelope);
/* Cancel a send unless a receive or matched probe has taken its message. */
void transport_withdraw_send(struct rank *rank, struct request *request);
/* Cancel a receive. Returns false if a message has matched it. */
bool transport_withdraw(struct rank *rank, struct request *request);

/* Return another thread that waits for a request, or NULL. */
const struct thread *transport_waiter(const struct rank *rank,
                                      const struct request *request);
/* Wait until a message arrives. Leaves the rank if none can arrive. */
void transport_wait(struct rank *rank, const struct waiting *waiting);
/* Handle all messages that have arrived. */
void transport_look(struct rank *rank);
/* Handle messages after an unsuccessful test, and let time pass. After a
 * successful test transport_good() resets that time. */
void transport_vain(struct rank *rank);
void transport_good(struct rank *rank);

/* Return the first queued message that matches, or NULL; remove a message from
 * the queue. */
struct envelope *transport_find(struct rank *rank, const struct comm *comm,
                                int source, int tag);
void transport_take(struct rank *rank, struct envelope *envelope);

/* Handle a message that the machine has delivered. */
void transport_arrived(struct rank *rank, const struct weft_message *message);

/* Start an operation that is not a message; transport_complete() ends it. */
void transport_begin(struct rank *rank, struct request *request);
/* Report a buffer that has changed since the operation started, in runs with
 * `watch`. */
void transport_check_buffer(struct rank *rank, struct request *request);
/* Complete an operation. */
void transport_complete(struct rank *rank, struct request *request);

/* Charge the rank for the time that it has computed (--compute). */
void transport_charge(struct rank *rank);

#endif
