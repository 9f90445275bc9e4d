/* Which processors hold which messages: for each message that does not have all
 * processors as holders, the set of its holders. */
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
    int32_t source; /* processor at which the message starts; -1: unknown */
    /* processor that stored the message before its first send; -1: none */
    int32_t claimant;
    bool control; /* whether this is a control message, which is not tracked */
    bool started; /* whether the message has been sent */
    /* Without a problem (causality.c): receiver and time of the first send. */
    bool returned;    /* whether the message's source received the message
                         later */
    int32_t begun_to; /* receiver of the first send */
    uint64_t begun;   /* time of the first send */
    /* number of other processors that sent it at time `begun` without holding
     * it */
    int rivals;
    /* number of `rivals` that received the message later */
    int rivals_refuted;
    int holders;
    /* holders of the message; emptied once all processors hold it */
    struct rank_set has;
};

/* Hash entry: 1 + index of a message; 0: a free slot. */
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
    struct held *message; /* [count] messages in order of first appearance */
    size_t count, capacity;
    struct held_table table; /* maps message numbers to indices */
    size_t latest;           /* index of the last message looked up */
    struct reservations
        coming; /* receptions in progress, except the latest one of each port */
};

/* Return the message with this number, or NULL if it has not occurred. Valid
 * until the next holding_get(). */
struct held *holding_find(struct weft_check *check, int32_t number);
/* Return the message with this number, added if it is new. NULL: out of memory,
 * or check->too_much. */
struct held *holding_get(struct weft_check *check, int32_t number);
/* Return whether a processor holds the complete message at this time. */
bool holding_has(const struct weft_check *check, const struct held *held,
                 int rank, uint64_t time);
/* Return whether a processor holds the message or is receiving it now. */
bool holding_given(const struct weft_check *check, const struct held *held,
                   int rank);
/* Record that a processor holds the message from this time on, unless an
 * earlier time is recorded. Return 0, or -1 if out of memory. */
int holding_give(struct weft_check *check, struct held *held, int rank,
                 uint64_t from);
/* Return the lowest processor that never got the message, or -1. */
int holding_lacks(const struct weft_check *check, const struct held *held);
void holdings_finish(struct holdings *holdings);

#endif
