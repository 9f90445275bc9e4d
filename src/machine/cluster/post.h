/* What processes send to one another, and what has come; private to
 * src/machine. Main thread, and the resolver while the main thread waits for
 * it. */
#ifndef WEFT_SRC_MACHINE_CLUSTER_POST_H
#define WEFT_SRC_MACHINE_CLUSTER_POST_H

#include "bag.h"
#include <stdbool.h>
#include <weft/cluster.h>
#include <weft/error.h>

/* What has come of one process and was not yet looked at, oldest first. */
struct inbox {
    struct kept_parcel *first, *last;
    struct kept_parcel *kept; /* taken, but still read */
};

struct kept_parcel {
    struct kept_parcel *next;
    struct weft_parcel parcel;
};

struct post {
    struct weft_transport *transport; /* NULL: alone */
    struct inbox *box;                /* [size] */
};

/* 0, or -1 with err: no memory. */
int post_open(struct post *post, struct weft_transport *transport,
              struct weft_error *err);
/* The boxes; the transport is closed by itself. */
void post_finish(struct post *post);

/* What is in the bag, which is empty then. 0, or -1 with err. */
int post_send(struct post *post, int to, struct bag *bag,
              struct weft_error *err);
/* All that has come, into the boxes; if there is nothing, wait some
 * milliseconds. 1: something has, 0: nothing, -1 with err: process *gone
 * is gone, or, if that is -1, something else went wrong. */
int post_fetch(struct post *post, bool wait, int *gone, struct weft_error *err);
/* The oldest; NULL: none. */
const struct weft_parcel *post_first(const struct post *post, int from);
/* The oldest was looked at. */
void post_drop(struct post *post, int from);
/* Take the oldest, which there must be: valid until the next one is kept. */
struct weft_parcel post_keep(struct post *post, int from);

#endif
