/* Who holds which message: for each message that not everybody holds yet the
 * set of those who do. */
#ifndef WEFT_SRC_CHECK_HOLDING_H
#define WEFT_SRC_CHECK_HOLDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rank-set.h"
#include "reservation.h"

struct weft_check;

struct held {
    int32_t number;
    int32_t source;   /* where it begins; -1: not known yet */
    int32_t claimant; /* stored it before it was first sent; -1: nobody */
    bool control;     /* carries no message of the problem: not followed */
    bool started;     /* has been sent */
    /* without a problem (causality.c): its first send, ... */
    bool returned;      /* ... whether its source received it later */
    int32_t begun_to;   /* ... to whom it went */
    uint64_t begun;     /* ... when that was */
    int rivals;         /* others that sent it at that time, not holding it */
    int rivals_refuted; /* ... of which so many receive it */
    int holders;
    struct rank_set has; /* empty again once everybody holds it */
};

/* Where a message is: 1 + its index; 0: a free place. */
struct held_place {
    int32_t number;
    uint32_t index;
};

#define HASH_NAME held_table
#define HASH_ENTRY struct held_place
#define HASH_KEY int32_t
#define HASH_MEMBER number
#define HASH_FREE(e) (!(e)->index)
#include "base/hash.h"

struct holdings {
    struct held *message; /* [count] in order of appearance */
    size_t count, capacity;
    struct held_table table; /* of their numbers */
    size_t latest;           /* index looked up last */
    struct reservations
        coming; /* receptions under way, but for ports' latest */
};

/* A message by its number; NULL if it has not appeared. Valid until the next
 * holding_get(). */
struct held *holding_find(struct weft_check *check, int32_t number);
/* The same, made if needed; NULL: no memory, or check->too_much. */
struct held *holding_get(struct weft_check *check, int32_t number);
/* Does a processor hold all of it at this time? */
bool holding_has(const struct weft_check *check, const struct held *held,
                 int rank, uint64_t time);
/* Does it hold it, or will it once a reception that has begun is over? */
bool holding_given(const struct weft_check *check, const struct held *held,
                   int rank);
/* A processor holds it from this time on, or from an earlier one that is known
 * already. 0, or -1: no memory. */
int holding_give(struct weft_check *check, struct held *held, int rank,
                 uint64_t from);
/* The lowest processor that never got it; -1 if there is none. */
int holding_lacks(const struct weft_check *check, const struct held *held);
void holdings_finish(struct holdings *holdings);

#endif
