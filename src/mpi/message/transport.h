/* Messages between ranks: what was sent meets what is to be received; private
 * to src/mpi.
 *
 * A message is matched by context, tag and source, in the order of the
 * standard. One up to the world's eager limit travels with its data; of a
 * longer one a question travels first, and the data when the receiver has
 * answered. Nothing is looked at but inside the calls of this file: a rank
 * makes progress when it waits or asks. */
#ifndef WEFT_SRC_MPI_TRANSPORT_H
#define WEFT_SRC_MPI_TRANSPORT_H

#include "mpi/message/request.h"

struct transport {
    struct request *active; /* operations under way */
    struct request *posted, **last;
    struct envelope *unexpected;
    struct request *spare;
    uint64_t vain;  /* questions in a row that brought nothing ... */
    uint64_t pause; /* ... and what the next one costs */
    double left;    /* the processor's own time when it last left the machine */
    uint64_t given; /* bytes of MPI_Buffer_attach() ... */
    void *buffer;   /* ... and where; */
    uint64_t held;  /* of those, bytes of messages not received yet, if nothing
                       else is buffered */
    /* exploring.c: a probe from any sender that waits, and what it found */
    bool probes;
    uint64_t probe_context;
    int probe_tag;
    struct envelope *found;
    struct envelope *decided; /* what is to be taken, and by which receive; */
    struct request *decided_for; /* NULL: by the probe */
};

/* What a blocking call waits for, for the report of a deadlock. */
struct waiting {
    struct request *const *request; /* [count], NULL entries are over */
    int count;
    bool any;         /* one of them suffices */
    const char *what; /* without requests: "message from 3, tag 5" */
};

void transport_open(struct rank *rank);

/* One envelope to a rank of the world, charged as so many bytes. */
void transport_give(struct rank *rank, int to, struct envelope *envelope,
                    size_t charged);
/* An envelope has come (matching.c). */
void matching_arrive(struct rank *rank, struct envelope *envelope);
/* The data of a send that has waited for its receiver. */
void transport_send_data(struct rank *rank, struct request *request,
                         struct request *receiver);
void transport_send(struct rank *rank, struct request *request);
void transport_receive(struct rank *rank, struct request *request);
/* Receive this message, which was taken from the queue by transport_take(). */
void transport_receive_message(struct rank *rank, struct request *request,
                               struct envelope *envelope);
/* A buffered message has left the buffer of its sender. */
void transport_release(struct rank *rank, struct envelope *envelope);
/* A send whose message no receive has met, and no probe has taken, is
 * withdrawn, if that is so still. */
void transport_withdraw_send(struct rank *rank, struct request *request);
/* A receive that nothing has matched is withdrawn: true if it could be. */
bool transport_withdraw(struct rank *rank, struct request *request);

/* Wait until something has come. Leaves the rank if nothing ever will. */
void transport_wait(struct rank *rank, const struct waiting *waiting);
/* Look at all that has come by now. */
void transport_look(struct rank *rank);
/* The same after a question that had no good answer: lets time go on. */
void transport_vain(struct rank *rank);
void transport_good(struct rank *rank);

/* The first message there that suits, or NULL. */
struct envelope *transport_find(struct rank *rank, const struct comm *comm,
                                int source, int tag);
void transport_take(struct rank *rank, struct envelope *envelope);

/* A message that the machine has handed over. */
void transport_arrived(struct rank *rank, const struct weft_message *message);

/* An operation that is no message begins; transport_complete() ends it. */
void transport_begin(struct rank *rank, struct request *request);
/* With `watch`: has the buffer changed since the operation began? */
void transport_check_buffer(struct rank *rank, struct request *request);
/* The operation is over. */
void transport_complete(struct rank *rank, struct request *request);

/* Computing counts from here / up to here (--compute). */
void transport_charge(struct rank *rank);

#endif
