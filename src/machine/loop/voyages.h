/* What is under way in a run whose messages share links; private to the folder.
 *
 * A voyage is one thing asked for, a transfer or a computation, from then until
 * it is over; a transfer has a copy for each receiver. The messages of a pair
 * reach the receiver in the order in which they were sent: a copy that arrives
 * before an earlier one waits for it. Both are known by their place in a pool,
 * counted from 1: 0 is none. */
#ifndef WEFT_SRC_MACHINE_LOOP_VOYAGES_H
#define WEFT_SRC_MACHINE_LOOP_VOYAGES_H

#include "machine/message.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct link;

/* Who waits until it is over: the call that asked for it, the end of the step,
 * or nobody. */
enum voyage_kind { VOYAGE_AWAITED, VOYAGE_POSTED, VOYAGE_LOOSE, VOYAGE_KINDS };

struct loop_voyage {
    uint64_t asked, start;
    int rank;               /* who sends or computes */
    uint32_t items;         /* of its events */
    uint32_t first;         /* copy */
    uint32_t left;          /* copies that have not arrived */
    uint32_t before, after; /* in the list of those under way */
    enum voyage_kind kind;
};

struct copy {
    struct message message; /* end 0: it has not arrived */
    int to;
    uint32_t voyage;
    uint32_t sibling; /* the next copy of the voyage */
    uint32_t behind;  /* the next copy of the pair */
    uint32_t last;    /* copy of the pair, where this is the first one */
    bool there;       /* has arrived; earlier ones have not */
    bool same;        /* as an earlier copy of the voyage */
};

struct voyages {
    struct loop_voyage *voyage; /* [voyage_count], those not in use in a list */
    size_t voyage_count, voyage_room;
    struct copy *copy; /* [copy_count], likewise */
    size_t copy_count, copy_room;
    uint32_t unused_voyage, unused_copy;
    uint32_t oldest, newest; /* of those under way, by when they were asked */
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

/* A new one, the newest under way. 0: no memory. */
uint32_t voyage_add(struct voyages *all, int rank, uint64_t asked);
void voyage_remove(struct voyages *all, uint32_t voyage);

/* A copy of the message, the last of its voyage and of its pair, whose link
 * that is; its payload is the copy's then. 0, or -1: no memory. */
int copy_add(struct voyages *all, uint32_t voyage, int to, struct link *link,
             const struct message *message);
/* Of a voyage, the copy that goes over this link, which it is the only one to
 * do. */
uint32_t copy_find(const struct voyages *all, uint32_t voyage,
                   const struct link *link);
/* Is the last copy of the pair one of this voyage, which has not ended? */
bool copy_is_of(const struct voyages *all, const struct link *link,
                uint32_t voyage);
/* The first copy of the pair is delivered: forget it. */
void copy_remove_first(struct voyages *all, struct link *link);

/* Frees the payloads of copies that are still under way, too. */
void voyages_finish(struct voyages *all);

#endif
