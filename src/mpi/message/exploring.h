/* Every outcome of receives from any sender; private to src/mpi.
 *
 * With `explore`, such a receive (or probe) stays open, and keeps the messages
 * that suit it from receives posted later, until nothing can happen any more
 * that does not depend on an open one. Then one of the messages that suit, of
 * all ranks, is taken, and the run goes on. So whatever order messages come in,
 * some run takes the same ones: the first that an open receive takes in that
 * order is among those that are there now.
 *
 * What two ranks take is the same in either order. So what was tried before at
 * the same place is not tried again before its rank has taken something else
 * (sleep sets: P. Godefroid, 1996); a run of which nothing else is left is
 * redundant. */
#ifndef WEFT_SRC_MPI_MESSAGE_EXPLORING_H
#define WEFT_SRC_MPI_MESSAGE_EXPLORING_H

#include "mpi/message/choice.h"
#include "mpi/message/request.h"

/* Is it a receive that stays open? */
bool exploring_open(const struct rank *rank, const struct request *request);
/* Does an open receive of the rank keep this message? */
bool exploring_kept(const struct rank *rank, const struct envelope *envelope);
/* Has the rank any open receives? */
bool exploring_any(const struct rank *rank);

/* Wait until a message comes, or one is taken by the calling rank's open
 * receives. False: nothing more happens unless this rank does something. */
bool exploring_wait(struct rank *rank);
/* A message for a probe from any sender; NULL: as above. */
struct envelope *exploring_probe(struct rank *rank, uint64_t context, int tag);

/* Another rank has found what this one takes (a message has come that says so).
 */
void exploring_told(struct rank *rank);
/* What was chosen and is taken; the rest that no open receive keeps goes where
 * it belongs (matching.c). */
void matching_take(struct rank *rank, struct request *request,
                   struct envelope *envelope);

/* What is kept but the choices taken is freed. */
void exploring_finish(struct choosing *choices);

#endif
