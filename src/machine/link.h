/* Messages in flight to one receiver, by sender; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_LINK_H
#define WEFT_SRC_MACHINE_LINK_H

#include "base/invariant.h"
#include "message.h"
#include <stdbool.h>
#include <stddef.h>
#include <weft/machine.h>

/* The queue of messages from one sender to one receiver. It fills one cache
 * line, the only one touched for most messages; a message queued behind another
 * touches one more. Guarded by the baton of the receiver's worker. */
struct link {
    alignas(64) union {
        uint64_t last_end;  /* latest end of all messages sent so far */
        uint64_t under_way; /* with shared links: first copy that has not been
                               delivered (loop/requests.h); 0: none */
    };
    /* number of the message that has the latest end */
    int32_t last_id;
    /* rank of the sender; -1: a free slot of the table */
    int32_t source;
    /* ring buffer of further messages; NULL: not needed so far */
    struct message *more;
    uint32_t head; /* index of the first message in the ring */
    /* number of messages in the ring; it has room for 1 << bits */
    uint32_t count : 27, bits : 5;
    struct message first; /* first message in the queue; end 0: none */
};

struct weft_processor;

/* Return whether a link of this receiver holds no message and no later one can
 * conflict with those that it held. */
bool link_is_dead(const struct link *link, const struct weft_processor *to);

/* Dead links are dropped before a table grows: an all-to-all uses p^2 links,
 * few of them at a time.
 *
 * A simple hash is sufficient: foreign files cannot choose which processors
 * communicate so as to cause collisions. It must be cheap, because every
 * message looks up its link. */
#define HASH_NAME link_table
#define HASH_ENTRY struct link
#define HASH_KEY int
#define HASH_MEMBER source
#define HASH_FREE(link) ((link)->source < 0)
/* clang-format off */
#define HASH_UNUSED {.source = -1}
/* clang-format on */
#define HASH_OF(source) ((uint64_t)(source)*0x9e3779b97f4a7c15u >> 32)
#define HASH_BITS 1
#define HASH_PAST const struct weft_processor *
#define HASH_EXPIRED(link, to) ((to) && link_is_dead(link, to))
#define HASH_SMALL 4
#define HASH_SPARE 4
#include "base/hash.h"

/* All links of one receiver, by source. */
struct links {
    struct link_table table; /* past: the receiver; NULL: no link is dropped */
    uint32_t waiting;        /* number of messages in all links */
    /* lower bound on the start times of the waiting messages */
    uint64_t oldest;
};

static inline struct link *link_find(const struct links *links, int source)
{
    return link_table_find(&links->table, source);
}

/* Return the link of a sender, created on demand; NULL: out of memory. */
static inline struct link *link_get(struct links *links, int source)
{
    return link_table_get(&links->table, source);
}
static inline const struct message *link_head(const struct link *link)
{
    return link && link->first.end ? &link->first : NULL;
}

/* Append a message to a link that is not empty. Return 0, or -1 if out of
 * memory. */
int link_pile(struct link *link, const struct message *message);

/* Append a message. Return 0, or -1 if out of memory. */
static inline int link_push(struct links *links, struct link *link,
                            const struct message *message)
{
    if (!links->waiting || message->start < links->oldest)
        links->oldest = message->start;
    if (!link->first.end)
        link->first = *message;
    else if (link_pile(link, message))
        return -1;
    links->waiting++;
    return 0;
}

/* Make the second message the first one. */
void link_advance(struct link *link);

/* Remove the first message. */
static inline void link_pop(struct links *links, struct link *link)
{
    INVARIANT_DEEP(link->first.end);
    links->waiting--;
    if (link->count)
        link_advance(link);
    else
        link->first.end = 0;
}

/* Return the link with the message that a processor takes next from this sender
 * or WEFT_ANY. NULL if no message ends by `deadline`. */
struct link *link_next(const struct links *links, int from, uint64_t deadline);

/* The time interval of a transfer. */
struct span {
    uint64_t start, end;
};

/* Return how many messages in the links began before `time`; fill `span` with
 * their times unless it is NULL. */
size_t link_spans(struct links *links, uint64_t time, struct span *span);

/* Return whether `a` is reported rather than `b`; if they are equal, the one
 * sent first is reported. */
static inline bool untaken_before(const struct weft_untaken *a,
                                  const struct weft_untaken *b)
{
    return a->to != b->to ? a->to < b->to : a->from < b->from;
}

/* Return the earliest start of the messages in the links that end after
 * `bound`, or `time` if none starts before it. */
uint64_t link_begun(const struct links *links, uint64_t time, uint64_t bound);

/* Return how many messages the processor with these links has not taken; *first
 * is the one to report. */
uint64_t link_untaken(const struct links *links, int rank,
                      struct weft_untaken *first);

void link_finish(struct links *links);

#endif
