/* Tables of resources that are in use until some time: arcs with a message on
 * them, receptions in progress. Expired entries are dropped, so the size of a
 * table depends on the number of resources in use at once. */
#ifndef WEFT_SRC_CHECK_RESERVATION_H
#define WEFT_SRC_CHECK_RESERVATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mix.h"

struct reservation {
    uint64_t key;
    /* the resource is in use during [start, end); end 0: free slot */
    uint64_t start, end;
    uint64_t counted; /* slot of the last conflict counted for this entry */
    int32_t source, destination, message;
    uint32_t items;
    uint32_t load; /* number of messages that began in the slot of `start` */
    int copy;      /* copy number of the message on an arc (route.c) */
    /* whether the message on an arc goes to several receivers, or combines
     * several */
    bool copied, merged;
};

#define HASH_NAME reservations
#define HASH_ENTRY struct reservation
#define HASH_KEY uint64_t
#define HASH_MEMBER key
#define HASH_FREE(e) (!(e)->end)
#define HASH_EXPIRED(e, past) ((e)->end <= (past))
#include "base/hash.h"

/* Number of copies of a message that were sent to one processor, or over one
 * arc, at the same time. In check->leaving and check->arriving,
 * `count` is the peer plus 1, or INT_MAX for several peers. */
struct copies_sent {
    struct pair key; /* sender and receiver or arc; message and items */
    uint64_t start;
    int count; /* number of copies; 0: a free slot */
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

/* Return the entry of a key if it is in use at `now`, else NULL. */
static inline struct reservation *
reservation_find(const struct reservations *table, uint64_t key, uint64_t now)
{
    struct reservation *entry = reservations_find(table, key);
    return entry && entry->end > now ? entry : NULL;
}

/* Return the entry of a key, created on demand. Entries that end at or before
 * `past` may be dropped. The pointer is valid until the next call; the caller
 * must set `end` of a new entry, which is 0. NULL: out of memory. */
static inline struct reservation *reservation_get(struct reservations *table,
                                                  uint64_t key, uint64_t past)
{
    table->past = past;
    return reservations_get(table, key);
}

#endif
