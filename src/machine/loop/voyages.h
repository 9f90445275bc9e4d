/* Transfers and computations in progress in a run whose messages share links;
 * private to the folder.
 *
 * A voyage is one request, a transfer or a computation, until it is over; a
 * transfer has a copy for each receiver. The messages of a pair reach the
 * receiver in the order in which they were sent: a copy that arrives before an
 * earlier one waits for it. Voyages and copies are identified by their index in
 * a pool plus 1; 0: none. */
#ifndef WEFT_SRC_MACHINE_LOOP_VOYAGES_H
#define WEFT_SRC_MACHINE_LOOP_VOYAGES_H

#include "machine/message.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct link;

/* Who waits for the end of a voyage: the call that requested it, the end of the
 * step, or nobody. */
enum voyage_kind { VOYAGE_AWAITED, VOYAGE_POSTED, VOYAGE_LOOSE, VOYAGE_KINDS };

struct loop_voyage {
    uint64_t asked, start;
    int rank;               /* processor that sends or computes */
    uint32_t items;         /* contents, for its events (weft_event_items()) */
    uint32_t first;         /* first copy; 0: none */
    uint32_t left;          /* number of copies that have not arrived */
    uint32_t before, after; /* neighbours in the list of voyages in progress */
    enum voyage_kind kind;
};

struct copy {
    struct message message; /* its end is 0 until it has arrived */
    int to;
    uint32_t voyage;
    uint32_t sibling; /* the next copy of the voyage */
    uint32_t behind;  /* the next copy of the pair */
    uint32_t last;    /* last copy of the pair, if this is the first one */
    bool there;       /* it has arrived, but earlier ones have not */
    bool same;        /* whether the voyage has an earlier copy */
};

struct voyages {
    struct loop_voyage *voyage; /* [voyage_count] unused ones form a list */
    size_t voyage_count, voyage_room;
    struct copy *copy; /* [copy_count] unused ones form a list */
    size_t copy_count, copy_room;
    uint32_t unused_voyage, unused_copy;
    /* voyages in progress that were requested first and last */
    uint32_t oldest, newest;
};

static inline struct loop_voyage *voyage_at(const struct voyages *all,
                                            uint32_t v)
{
    return &all->voyage[v - 1];
}
static inline struct copy *copy_at(const struct voyages *all, uint32_t c)
{
    return &all->copy[c - 1];
}

/* Add a voyage, as the newest one. Return its number; 0: out of memory. */
uint32_t voyage_add(struct voyages *all, int rank, uint64_t asked);
void voyage_remove(struct voyages *all, uint32_t voyage);

/* Add a copy of a message, as the last one of its voyage and of the pair that
 * the link belongs to; the copy takes over the reference to the payload. Return
 * 0, or -1: out of memory. */
int copy_add(struct voyages *all, uint32_t voyage, int to, struct link *link,
             const struct message *message);
/* Return the copy of a voyage that is under way over this link; there is
 * exactly one. */
uint32_t copy_find(const struct voyages *all, uint32_t voyage,
                   const struct link *link);
/* Return whether the last copy of the pair belongs to this voyage and has not
 * arrived. */
bool copy_is_of(const struct voyages *all, const struct link *link,
                uint32_t voyage);
/* Remove the first copy of the pair, which has been delivered. */
void copy_remove_first(struct voyages *all, struct link *link);

/* Free the pools, and the payloads of copies that have not been delivered. */
void voyages_finish(struct voyages *all);

#endif
