/* Messages under way to one receiver, by sender; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_LINK_H
#define WEFT_SRC_MACHINE_LINK_H

#include "base/invariant.h"
#include "message.h"
#include <stdbool.h>
#include <stddef.h>
#include <weft/machine.h>

/* What one sender has sent to one receiver and was not taken yet; one line of
 * the cache, which is all that most messages touch; those behind the first
 * touch one more. Guarded by the baton of the receiver's worker. */
struct link {
    alignas(64) uint64_t last_end; /* of the messages that ever came */
    int32_t last_id;               /* the message with last_end */
    int32_t source;                /* -1: free place of the table */
    struct message *more;          /* a ring; NULL: never needed */
    uint32_t head;                 /* its first message */
    uint32_t count : 27, bits : 5; /* its messages, and room for 1 << bits */
    struct message first;          /* end 0: none */
};

/* Which processors write to which is nothing that a file from elsewhere could
 * choose to be slow with, and every message asks: one multiplication mixes
 * enough. */
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
#include "base/hash.h"

/* The links of one receiver, by source. */
struct links {
    struct link_table table;
    uint32_t waiting; /* messages ... */
    uint64_t oldest;  /* ... that began at this time or later */
};

static inline struct link *link_find(const struct links *links, int source)
{
    return link_table_find(&links->table, source);
}

/* The same, made if there is none; NULL: no memory. */
static inline struct link *link_get(struct links *links, int source)
{
    return link_table_get(&links->table, source);
}
static inline const struct message *link_head(const struct link *link)
{
    return link && link->first.end ? &link->first : NULL;
}

/* A message has come behind others. 0, or -1: no memory. */
int link_pile(struct link *link, const struct message *message);

/* A message has come. 0, or -1: no memory. */
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

/* The second message is now the first. */
void link_advance(struct link *link);

/* The first message is taken. */
static inline void link_pop(struct links *links, struct link *link)
{
    INVARIANT_DEEP(link->first.end);
    links->waiting--;
    if (link->count)
        link_advance(link);
    else
        link->first.end = 0;
}

/* The link whose message a processor takes next: from this sender or WEFT_ANY.
 * NULL: none has a message that ended by `deadline`. */
struct link *link_next(const struct links *links, int from, uint64_t deadline);

/* A time during which a message travelled. */
struct span {
    uint64_t start, end;
};

/* Of the messages not taken yet, those that began before `time`. Returns how
 * many; fills `span` unless that is NULL. */
size_t link_spans(struct links *links, uint64_t time, struct span *span);

/* Which of two is the one to be told? Of equal ones, the first sent. */
static inline bool untaken_before(const struct weft_untaken *a,
                                  const struct weft_untaken *b)
{
    return a->to != b->to ? a->to < b->to : a->from < b->from;
}

/* When the first of the messages not taken yet began that end after `bound`;
 * `time` if none began before that. */
uint64_t link_begun(const struct links *links, uint64_t time, uint64_t bound);

/* What the processor with these links has not taken. Returns how many; *first
 * is then the one to be told. */
uint64_t link_untaken(const struct links *links, int rank,
                      struct weft_untaken *first);

void link_finish(struct links *links);

#endif
