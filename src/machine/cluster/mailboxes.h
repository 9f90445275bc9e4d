/* Send packets to other processes and queue received ones; private to
 * src/machine. Used by the main thread, and by the resolver while the main
 * thread waits for it. */
#ifndef WEFT_SRC_MACHINE_CLUSTER_MAILBOXES_H
#define WEFT_SRC_MACHINE_CLUSTER_MAILBOXES_H

#include "packet.h"
#include <stdbool.h>
#include <weft/error.h>
#include <weft/unstable/cluster.h>

/* Unread packets of one process, oldest first. */
struct inbox {
    struct kept_packet *first, *last;
    /* removed from the queue, but its data is still in use */
    struct kept_packet *kept;
};

struct kept_packet {
    struct kept_packet *next;
    struct weft_packet packet;
};

struct mailboxes {
    /* connection to other processes; NULL: there are none */
    struct weft_transport *transport;
    struct inbox *box; /* [size] queues of received packets */
};

/* Create the queues. Return 0, or -1 with err if out of memory. */
int mailboxes_open(struct mailboxes *mailboxes,
                   struct weft_transport *transport, struct weft_error *err);
/* Free the queues, but do not close the transport. */
void mailboxes_finish(struct mailboxes *mailboxes);

/* Send the contents of a packet, which becomes empty. Return 0, or -1 with err.
 */
int mailboxes_send(struct mailboxes *mailboxes, int to,
                   struct packet_builder *packet, struct weft_error *err);
/* Receive all packets that have arrived; if there are none, wait for a few
 * milliseconds. Return 1 if any arrived, 0 if none, -1 with err: process *gone
 * is gone, or another error occurred if it is -1. */
int mailboxes_fetch(struct mailboxes *mailboxes, bool wait, int *gone,
                    struct weft_error *err);
/* Return the oldest packet from process `from`, or NULL. */
const struct weft_packet *mailboxes_first(const struct mailboxes *mailboxes,
                                          int from);
/* Remove the oldest packet from process `from`. */
void mailboxes_drop(struct mailboxes *mailboxes, int from);
/* Remove and return the oldest packet, which must exist; its data stays valid
 * until the next call. */
struct weft_packet mailboxes_keep(struct mailboxes *mailboxes, int from);

#endif
