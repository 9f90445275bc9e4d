/* Send parcels to other processes and queue received ones; private to
 * src/machine. Used by the main thread, and by the resolver while the main
 * thread waits for it. */
#ifndef WEFT_SRC_MACHINE_CLUSTER_POST_H
#define WEFT_SRC_MACHINE_CLUSTER_POST_H

#include "bag.h"
#include <stdbool.h>
#include <weft/cluster.h>
#include <weft/error.h>

/* Unread parcels of one process, oldest first. */
struct inbox {
    struct kept_parcel *first, *last;
    /* removed from the queue, but its data is still in use */
    struct kept_parcel *kept;
};

struct kept_parcel {
    struct kept_parcel *next;
    struct weft_parcel parcel;
};

struct post {
    /* connection to other processes; NULL: there are none */
    struct weft_transport *transport;
    struct inbox *box; /* [size] queues of received parcels */
};

/* Create the queues. Return 0, or -1 with err if out of memory. */
int post_open(struct post *post, struct weft_transport *transport,
              struct weft_error *err);
/* Free the queues, but do not close the transport. */
void post_finish(struct post *post);

/* Send the contents of a bag, which becomes empty. Return 0, or -1 with err. */
int post_send(struct post *post, int to, struct bag *bag,
              struct weft_error *err);
/* Receive all parcels that have arrived; if there are none, wait for some
 * milliseconds. Return 1 if any arrived, 0 if none, -1 with err: process *gone
 * is gone, or another error occurred if it is -1. */
int post_fetch(struct post *post, bool wait, int *gone, struct weft_error *err);
/* Return the oldest parcel from process `from`, or NULL. */
const struct weft_parcel *post_first(const struct post *post, int from);
/* Remove the oldest parcel from process `from`. */
void post_drop(struct post *post, int from);
/* Remove and return the oldest parcel, which must exist; its data stays valid
 * until the next call. */
struct weft_parcel post_keep(struct post *post, int from);

#endif
