/* Schedule of a collective call on one rank: rounds of messages and local work
 * between them; private to src/mpi.
 *
 * Everything that is added before schedule_next() belongs to one round; a
 * round begins when the previous round is complete. Messages start and local
 * work runs in the order in which they were added. */
#ifndef WEFT_SRC_MPI_COLL_SCHEDULE_H
#define WEFT_SRC_MPI_COLL_SCHEDULE_H

#include "mpi/data/op.h"
#include "mpi/message/request.h"

struct coll_step;

struct coll_memory {
    char *at;
    size_t bytes;
};

struct schedule {
    struct coll_step *step; /* [count] */
    size_t count, room, at;
    int pending; /* messages of the current round that are not complete */
    int tag, lane;
    struct comm *comm;
    struct coll_memory *memory; /* [memories] buffers from schedule_room() */
    size_t memories;
    bool running;
};

/* Create an empty schedule, which the request runs and owns. */
struct schedule *schedule_new(struct rank *rank, struct request *request,
                              int tag);

/* Add a message. `peer` is a rank of the communicator; of an intercommunicator,
 * of the remote group. */
void schedule_send(struct rank *rank, struct schedule *s, const void *buffer,
                   size_t count, const struct type *type, int peer);
void schedule_receive(struct rank *rank, struct schedule *s, void *buffer,
                      size_t count, const struct type *type, int peer);
/* Add the reduction inout = in (op) inout to the schedule. */
void schedule_reduce(struct rank *rank, struct schedule *s, const struct op *op,
                     const struct type *type, MPI_Datatype handle,
                     const void *in, void *inout, size_t count);
void schedule_copy(struct rank *rank, struct schedule *s, const void *from,
                   size_t from_count, const struct type *from_type, void *to,
                   size_t to_count, const struct type *to_type);
/* Messages added after this call match only messages of the same lane. The
 * first lane is 0. */
#define SCHEDULE_PRIVATE 0x1000000
void schedule_lane(struct schedule *s, int lane);
void schedule_next(struct rank *rank, struct schedule *s);
/* Allocate a buffer for `count` elements of a type. It is freed with the
 * schedule. */
void *schedule_room(struct rank *rank, struct schedule *s,
                    const struct type *type, size_t count);

/* Start the schedule of a request. The request is complete when the schedule
 * is. */
void schedule_start(struct rank *rank, struct request *request);

#endif
