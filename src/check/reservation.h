/* Tables of what is in use until some time: arcs that carry a message,
 * receptions under way. Expired entries are dropped, so that a table takes the
 * memory of what is in use, not of what there is. */
#ifndef WEFT_SRC_CHECK_RESERVATION_H
#define WEFT_SRC_CHECK_RESERVATION_H

#include <stddef.h>
#include <stdint.h>

#include "base/mix.h"

struct reservation {
    uint64_t key;
    uint64_t start, end; /* in use during [start, end); end 0: a free place */
    uint64_t counted;    /* slot of the last conflict counted here */
    int32_t source, destination, message;
    uint32_t items;
    uint32_t load; /* messages that began in the slot of `start` */
    int copy;      /* on arcs: of the message (route.c) */
};

#define HASH_NAME reservations
#define HASH_ENTRY struct reservation
#define HASH_KEY uint64_t
#define HASH_MEMBER key
#define HASH_FREE(e) (!(e)->end)
#define HASH_EXPIRED(e, past) ((e)->end <= (past))
#include "base/hash.h"

/* How often a message was sent to one processor, or passed an arc, at the
 * latest time. */
struct copies_sent {
    struct pair key; /* sender and receiver (arc), message and items */
    uint64_t start;
    int count; /* 0: a free place */
};

#define HASH_NAME copies
#define HASH_ENTRY struct copies_sent
#define HASH_KEY struct pair
#define HASH_MEMBER key
#define HASH_FREE(e) (!(e)->count)
#define HASH_OF(key) mix_pair(key)
#define HASH_SAME(a, b) pair_same(a, b)
#define HASH_EXPIRED(e, past) ((e)->start < (past))
#include "base/hash.h"

/* The entry of a key that is in use at `now`; NULL if there is none. */
static inline struct reservation *
reservation_find(const struct reservations *table, uint64_t key, uint64_t now)
{
    struct reservation *entry = reservations_find(table, key);
    return entry && entry->end > now ? entry : NULL;
}

/* The entry of a key, made if there is none; entries whose end is not after
 * `past` may go. Valid until the next call; a new one has end = 0, which the
 * caller sets. NULL: no memory. */
static inline struct reservation *reservation_get(struct reservations *table,
                                                  uint64_t key, uint64_t past)
{
    table->past = past;
    return reservations_get(table, key);
}

#endif
