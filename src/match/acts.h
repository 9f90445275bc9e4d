/* Deliver the actions of each processor in order of their start.
 *
 * Events arrive in order of their start, but the time at which a message was
 * received may become known only later: a receive event may state that the
 * processor took a message long after its arrival. The actions of a processor
 * are therefore delivered up to the start of the oldest message still on its
 * way to it; later actions are buffered. */
#ifndef WEFT_SRC_MATCH_ACTS_H
#define WEFT_SRC_MATCH_ACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "match.h"

enum use_kind {
    USE_SEND,
    USE_RECEIVE,
    USE_COMPUTE,
    USE_SLEEP,
    USE_KINDS,
    USE_WAIT = USE_KINDS, /* a wait begins: delivered in order, uses no port */
};

/* One action of a processor in [start, end). */
struct port_use {
    uint64_t start, end;
    /* peer and message are -1 for computing and sleeping */
    int32_t peer, message;
    uint32_t items; /* number of the text that describes a send, as in its
                       event */
    enum use_kind kind : 8;
    bool delayed : 1;       /* whether a reception begins after its send */
    bool not_neighbour : 1; /* whether a send goes to a processor that is not a
                               neighbour */
};

#define HEAP_NAME use_heap
#define HEAP_ITEM struct port_use
/* clang-format off */
#define HEAP_BEFORE(a, b)                                                      \
    ((a)->start != (b)->start ? (a)->start < (b)->start                        \
                              : (a)->kind == USE_WAIT && (b)->kind != USE_WAIT)
/* clang-format on */
#include "base/heap.h"

struct acts {
    const struct match *match;
    int processors;
    struct use_heap **waiting; /* [processors] buffered actions; NULL until
                                  there are any */
    /* Called for each action in order. Returns 0, or -1 to stop. */
    int (*tell)(void *arg, int rank, const struct port_use *use);
    void *arg;
};

/* Initialise; the caller then sets tell and arg. Return 0, or -1 if out of
 * memory; call acts_finish() in both cases. */
int acts_init(struct acts *acts, const struct match *match);
/* Add an action: deliver it now, or buffer it until its turn. Return 0, or -1
 * if out of memory or if `tell` failed; the same holds for the functions
 * below. */
int acts_add(struct acts *acts, int rank, const struct port_use *use);
/* Deliver the actions that are final now that a message to `rank` has been
 * matched. */
int acts_advance(struct acts *acts, int rank);
/* Deliver all buffered actions of `rank`: no more messages will arrive. */
int acts_flush(struct acts *acts, int rank);
void acts_finish(struct acts *acts);

#endif
