/* Transfers of which one end has been seen: found by source, destination and
 * message number, in the order in which they were put. */
#ifndef WEFT_SRC_MATCH_TRANSIT_H
#define WEFT_SRC_MATCH_TRANSIT_H

#include <stddef.h>
#include <stdint.h>

#include "base/base.h"
#include "base/mix.h"

#define WEFT_TRANSIT_NONE UINT32_MAX

struct transit {
    uint64_t start, end; /* of the event that was seen */
    uint64_t since;      /* of a receive event: ready to receive */
    int32_t source, destination, message;
    uint32_t items, bytes; /* of a send, as in its event */
    uint32_t tag;          /* of the one who put it */
    uint32_t same;         /* next of the same key; of a free one: next free */
    uint32_t older, newer; /* among those with the same destination */
};

/* The end of a transfer that a send or receive event is. */
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
    uint32_t first, last; /* first = WEFT_TRANSIT_NONE: a free place */
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

/* The transits to one processor, in the order in which they were put. */
struct transit_list {
    uint32_t oldest, newest;
};

struct transits {
    struct transit *pool; /* [capacity]; free ones are chained */
    size_t capacity, used;
    uint32_t unused; /* first free one below `used` */
    struct transit_table table;
    size_t count;
};

/* Put a transit (its indices are set here) at the end of its key and of the
 * list of its destination (NULL: kept in no list). 0, or -1: no memory.
 */
int transit_put(struct transits *transits, struct transit_list *list,
                const struct transit *transit);
/* Which of several of one key to take: the first, or the first of the very
 * interval, if it is one of the first few. */
enum take { TAKE_OLDEST, TAKE_EXACT };

/* Take one of the wanted key out; *found is filled. 0 if there was one, -1 if
 * not. */
int transit_take(struct transits *transits, struct transit_list *list,
                 const struct transit *wanted, enum take take,
                 struct transit *found);
void transits_finish(struct transits *transits);

#endif
