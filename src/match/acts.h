/* What every processor does, told in the order of its starts.
 *
 * Events come in order of their start, but when a message was received may be
 * known only later: its receive event may say that the processor turned to it
 * long after it came. So what a processor does is told up to the start of the
 * oldest message still on its way to it; what it does after that waits. */
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
    USE_WAIT = USE_KINDS, /* begins to wait: told in its turn, uses no port */
};

/* One thing a processor does during [start, end). */
struct port_use {
    uint64_t start, end;
    int32_t peer, message; /* -1 for computing and sleeping */
    uint32_t items;        /* of a send: as in its event */
    enum use_kind kind : 8;
    bool delayed : 1;       /* a reception later than its send */
    bool not_neighbour : 1; /* a send to one whom the rules forbid */
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
    struct use_heap **waiting; /* [processors]; NULL: nothing ever waited */
    /* Told each thing. 0 or -1. */
    int (*tell)(void *arg, int rank, const struct port_use *use);
    void *arg;
};

/* tell and arg are the caller's to set. 0, or -1: no memory; in any case
 * acts_finish() is to be called. */
int acts_init(struct acts *acts, const struct match *match);
/* A processor does something: told now or when its turn comes. 0, or -1: no
 * memory, or `tell` has failed; the same below. */
int acts_add(struct acts *acts, int rank, const struct port_use *use);
/* A message to the processor has been matched: tell what can be told. */
int acts_advance(struct acts *acts, int rank);
/* Tell all that still waits: no more messages will come. */
int acts_flush(struct acts *acts, int rank);
void acts_finish(struct acts *acts);

#endif
