/* Transfers of which one end has been seen: matched by source, destination
 * and message number. */
#ifndef WEFT_SRC_CHECK_TRANSIT_H
#define WEFT_SRC_CHECK_TRANSIT_H

#include <stddef.h>
#include <stdint.h>

#define WEFT_TRANSIT_NONE UINT32_MAX

struct transit {
    uint64_t start, end; /* of the event that was seen */
    uint64_t since;      /* of a receive event: ready to receive */
    int32_t source, destination, message;
    uint32_t tag;          /* of the one who put it */
    uint32_t chain;        /* next key in the bucket */
    uint32_t same, last;   /* next of the same key; last of it (in the first) */
    uint32_t older, newer; /* among those with the same destination */
};

/* The transits to one processor, in the order in which they were put. */
struct transit_list {
    uint32_t oldest, newest;
};

struct transits {
    struct transit *pool; /* [capacity]; free ones are chained */
    size_t capacity, used;
    uint32_t unused;      /* first free one below `used` */
    uint32_t *bucket;     /* [buckets], a power of two */
    size_t buckets, keys; /* keys: lengths of all chains */
    size_t count;
};

/* Put a transit (its indices are set here) at the end of its key and of the
 * list of its destination (NULL: kept in no list). 0, or -1 with errno ENOMEM.
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
