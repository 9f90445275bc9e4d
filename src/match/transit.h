/* Transfers of which one end has been seen. They are found by source,
 * destination and message number, in the order in which they were added. */
#ifndef WEFT_SRC_MATCH_TRANSIT_H
#define WEFT_SRC_MATCH_TRANSIT_H

#include <stddef.h>
#include <stdint.h>

#include "base/base.h"
#include "base/mix.h"

#define WEFT_TRANSIT_NONE UINT32_MAX

struct transit {
    uint64_t start, end; /* interval of the send or receive event */
    /* for a receive event: time at which the receiver was ready */
    uint64_t since;
    int32_t source, destination, message;
    uint32_t items, bytes; /* contents of a send, as in its event */
    uint32_t tag;          /* number that the caller may store here */
    uint32_t same;         /* next transit of the same key, or next free node */
    /* neighbours in the transit_list of its destination */
    uint32_t older, newer;
};

/* Return the transit of a send or receive event. */
static inline struct transit transit_of(const struct weft_event *event)
{
    bool send = event->kind == WEFT_SEND;
    return (struct transit){.start = event->start,
                            .end = event->start + event->duration,
                            .since = event->since,
                            .source = send ? event->rank : event->peer,
                            .destination = send ? event->peer : event->rank,
                            .message = event->message,
                            .items = send ? event->items : 0,
                            .bytes = send ? event->bytes : 0};
}

/* The transits of one key: source, destination and message. */
struct transit_queue {
    struct pair key;
    uint32_t first, last; /* oldest and newest; first = WEFT_TRANSIT_NONE: free
                             slot */
};

#define HASH_NAME transit_table
#define HASH_ENTRY struct transit_queue
#define HASH_KEY struct pair
#define HASH_MEMBER key
#define HASH_OF(key) mix_pair(key)
#define HASH_SAME(a, b) pair_same(a, b)
#define HASH_FREE(e) ((e)->first == WEFT_TRANSIT_NONE)
/* clang-format off */
#define HASH_UNUSED {.first = WEFT_TRANSIT_NONE}
/* clang-format on */
#include "base/hash.h"

/* The transits to one processor, in the order in which they were added. */
struct transit_list {
    uint32_t oldest, newest;
};

struct transits {
    /* [capacity] transits; free ones are linked by `same` */
    struct transit *pool;
    size_t capacity, used;
    uint32_t unused; /* index of the first free transit below `used` */
    struct transit_table table;
    size_t count;
};

/* Append a transit to the queue of its key and to the list of its destination
 * (NULL: to no list). Set its indices. Return 0, or -1 if out of memory. */
int transit_put(struct transits *transits, struct transit_list *list,
                const struct transit *transit);
/* Choice among several transits of one key: the oldest, or the first with
 * exactly the same interval among the oldest few. */
enum take { TAKE_OLDEST, TAKE_EXACT };

/* Remove a transit with the wanted key, and copy it to *found. Return 0, or -1
 * if there is none. */
int transit_take(struct transits *transits, struct transit_list *list,
                 const struct transit *wanted, enum take take,
                 struct transit *found);
void transits_finish(struct transits *transits);

#endif
