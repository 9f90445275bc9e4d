/* Messages between processors of different processes ("messages"); private to
 * src/machine. Called by the resolver, or by the holder of the worker's
 * baton. */
#ifndef WEFT_SRC_MACHINE_CLUSTER_PEER_MESSAGES_H
#define WEFT_SRC_MACHINE_CLUSTER_PEER_MESSAGES_H

#include <weft/unstable/cluster.h>

struct message;
struct run;
struct weft_processor;
struct worker;

/* Create the empty buffers. Return 0, or -1 if out of memory. */
int peer_messages_open(struct run *run);
/* Send a message to a processor of another process; implements `send` of struct
 * cross. */
void peer_messages_send(struct worker *worker, struct weft_processor *to,
                        int source, const struct message *message);
/* Send all buffered messages. Fails the run on errors. */
void peer_messages_flush(struct run *run);
/* Process a packet of messages. Return 1 if they are delivered, 0 if another
 * packet must be processed first, -1 if the data is invalid. */
int peer_messages_take(struct run *run, int from, struct weft_packet packet);

#endif
