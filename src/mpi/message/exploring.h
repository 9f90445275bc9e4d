/* Exploration of all outcomes of receives from any source; private to src/mpi.
 *
 * With `explore`, such a receive (or probe) stays open and reserves the
 * messages that match it, until nothing can happen without a decision. Then one
 * message of any rank is given to an open receive, and the run continues. For
 * every order in which messages may arrive, some run makes the same choices:
 * the first message that an open receive takes in that order is among the
 * available ones.
 *
 * Choices of two ranks are independent. An option that an earlier run tried at
 * the same point therefore sleeps until its rank has taken another message
 * (sleep sets: P. Godefroid, 1996). A run in which all options sleep is
 * redundant.
 *
 * Unusual orders. A program may also depend on which completed request
 * MPI_Waitany returns, on whether a test or a probe sees a message at once, and
 * on which rank gets a lock first. There are too many such orders for all of
 * them: in each run at most one call deviates from its usual order, among the
 * first few calls at each place in the program. */
#ifndef WEFT_SRC_MPI_MESSAGE_EXPLORING_H
#define WEFT_SRC_MPI_MESSAGE_EXPLORING_H

#include "mpi/message/choice.h"
#include "mpi/message/request.h"

/* Return whether the receive stays open until a decision. */
bool exploring_open(const struct rank *rank, const struct request *request);
/* Return whether the message is reserved for an open receive of the rank. */
bool exploring_kept(const struct rank *rank, const struct envelope *envelope);
/* Return whether the rank has open receives. */
bool exploring_any(const struct rank *rank);

/* Wait until a message arrives or an open receive of the calling rank takes
 * one. Returns false if nothing more can happen unless this rank acts. */
bool exploring_wait(struct rank *rank);
/* Return a message for a probe from any source, or NULL if nothing more can
 * happen unless this rank acts. */
struct envelope *exploring_probe(struct rank *rank, uint64_t context, int tag);

/* Return whether the current call may deviate from its usual order. If so, it
 * may choose among `of` orders; exploring_vary() returns 0 for the usual one.
 */
bool exploring_varies(struct rank *rank);
int exploring_vary(struct rank *rank, int of);
/* Wait until all messages have arrived that can arrive unless this rank acts or
 * an open receive takes one. */
void exploring_settle(struct rank *rank);

/* Apply the decision of another rank, whose message has arrived. */
void exploring_reported(struct rank *rank);
/* Match an open receive with the chosen message, and messages that are no
 * longer reserved with receives posted later (matching.c). */
void matching_take(struct rank *rank, struct request *request,
                   struct envelope *envelope);

/* Free everything except the recorded choices. */
void exploring_finish(struct choosing *choices);

#endif
