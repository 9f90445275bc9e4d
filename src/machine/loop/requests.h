/* Transfers and computations in progress in a run whose messages share links;
 * private to the folder.
 *
 * A request is a transfer or a computation until it is over; a transfer has a
 * copy for each receiver. The messages of a pair reach the receiver in the
 * order in which they were sent: a copy that arrives before an earlier one
 * waits for it. Requests and copies are identified by their index in a pool
 * plus 1; 0: none. */
#ifndef WEFT_SRC_MACHINE_LOOP_REQUESTS_H
#define WEFT_SRC_MACHINE_LOOP_REQUESTS_H

#include "machine/message.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct link;

/* Who waits for the end of a request: the call that made it, the end of
 * the step, or nobody. */
enum loop_request_kind {
    REQUEST_AWAITED,
    REQUEST_POSTED,
    REQUEST_LOOSE,
    REQUEST_KINDS
};

struct loop_request {
    uint64_t asked, start;
    int rank;               /* processor that sends or computes */
    uint32_t items;         /* contents, for its events (weft_event_items()) */
    uint32_t first;         /* first copy; 0: none */
    uint32_t left;          /* number of copies that have not arrived */
    uint32_t before, after; /* neighbours in the list of requests in progress */
    enum loop_request_kind kind;
};

struct copy {
    struct message message; /* the message; its end is 0 until it has arrived */
    int to;
    uint32_t request;
    uint32_t sibling; /* the next copy of the request */
    uint32_t behind;  /* the next copy of the pair */
    uint32_t last;    /* last copy of the pair, if this is the first one */
    bool there;       /* whether it has arrived, but earlier ones have not */
    bool same;        /* whether the request has an earlier copy */
};

struct requests {
    struct loop_request *request; /* [request_count] the requests; unused ones
                                     form a list */
    size_t request_count, request_room;
    struct copy *copy; /* [copy_count] the copies; unused ones form a list */
    size_t copy_count, copy_room;
    uint32_t unused_request, unused_copy;
    /* first and last request of the list of those in progress */
    uint32_t oldest, newest;
};

static inline struct loop_request *request_at(const struct requests *all,
                                              uint32_t v)
{
    return &all->request[v - 1];
}
static inline struct copy *copy_at(const struct requests *all, uint32_t c)
{
    return &all->copy[c - 1];
}

/* Add a request, as the newest one. Return its number; 0: out of memory. */
uint32_t request_add(struct requests *all, int rank, uint64_t asked);
void request_remove(struct requests *all, uint32_t request);

/* Add a copy of a message, as the last one of its request and of the pair that
 * the link belongs to; the copy takes over the reference to the payload. Return
 * 0, or -1: out of memory. */
int copy_add(struct requests *all, uint32_t request, int to, struct link *link,
             const struct message *message);
/* Return the copy of a request that is under way over this link; there is
 * exactly one. */
uint32_t copy_find(const struct requests *all, uint32_t request,
                   const struct link *link);
/* Return whether the last copy of the pair belongs to this request and has not
 * arrived. */
bool copy_is_of(const struct requests *all, const struct link *link,
                uint32_t request);
/* Remove the first copy of the pair, which has been delivered. */
void copy_remove_first(struct requests *all, struct link *link);

/* Free the pools, and the payloads of copies that have not been delivered. */
void requests_finish(struct requests *all);

#endif
