/* A collective call as each rank sees it: rounds of messages, and work between
 * them; private to src/mpi.
 *
 * What is put into a schedule up to schedule_next() begins together; the next
 * round begins when all of that is over. Messages of the round are started in
 * the order put, work is done in that order, too. */
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
    int pending; /* messages of the round under way */
    int tag, lane;
    struct comm *comm;
    struct coll_memory *memory; /* [memories] of schedule_room() */
    size_t memories;
    bool running;
};

struct schedule *schedule_new(struct rank *rank, struct comm *comm, int tag);
void schedule_destroy(struct rank *rank, struct schedule *schedule);

/* `peer`: in the communicator (of an intercommunicator: on the other side). */
void schedule_send(struct rank *rank, struct schedule *s, const void *buffer,
                   size_t count, const struct type *type, int peer);
void schedule_receive(struct rank *rank, struct schedule *s, void *buffer,
                      size_t count, const struct type *type, int peer);
/* inout = in (op) inout */
void schedule_reduce(struct rank *rank, struct schedule *s, const struct op *op,
                     const struct type *type, MPI_Datatype handle,
                     const void *in, void *inout, size_t count);
void schedule_copy(struct rank *rank, struct schedule *s, const void *from,
                   size_t from_count, const struct type *from_type, void *to,
                   size_t to_count, const struct type *to_type);
/* Messages put from now on meet those of the same lane only (0 at first). */
#define SCHEDULE_PRIVATE 0x1000000
void schedule_lane(struct schedule *s, int lane);
void schedule_next(struct rank *rank, struct schedule *s);
/* Memory for `count` elements, which lives as long as the schedule: a buffer of
 * that type. */
void *schedule_room(struct rank *rank, struct schedule *s,
                    const struct type *type, size_t count);

/* A message of it is over. */
void schedule_part_over(struct rank *rank, struct request *request);
/* Begin; complete the request when it is over. */
void schedule_start(struct rank *rank, struct request *request);

#endif
