/* Messages in flight: one queue per (source, destination), created on first
 * use, so that memory depends only on the arcs that a program uses. */
#include "link.h"
#include <limits.h>
#include <stdlib.h>

/* Return the i-th message behind the first. */
static struct message *link_behind(const struct link *link, uint32_t i)
{
    uint32_t mask = (1u << link->bits) - 1;
    return &link->more[(link->head + i) & mask];
}

/* Double the ring. Return 0, or -1 if out of memory. */
static int link_enlarge(struct link *link)
{
    unsigned bits = link->more ? link->bits + 1u : 1;
    size_t size = sizeof(struct message) << bits;
    struct message *more = bits < 27 ? malloc(size) : NULL;
    if (!more)
        return -1;
    for (uint32_t i = 0; i < link->count; i++)
        more[i] = *link_behind(link, i);
    free(link->more);
    link->more = more;
    link->head = 0;
    link->bits = bits & 31;
    return 0;
}

int link_pile(struct link *link, const struct message *message)
{
    if ((!link->more || link->count >> link->bits) && link_enlarge(link))
        return -1;
    *link_behind(link, link->count++) = *message;
    return 0;
}

void link_advance(struct link *link)
{
    INVARIANT_DEEP(link->more && link->count > 0);
    link->first = *link_behind(link, 0);
    link->head++;
    link->count--;
}

/* Return the link whose first message ended first; ties go to the lower
 * source. */
static struct link *find_earliest(const struct links *links)
{
    struct link *best = NULL;
    for (size_t i = 0; i < link_table_room(&links->table); i++) {
        struct link *link = &links->table.place[i];
        uint64_t end = link->first.end;
        if (end && (!best || end < best->first.end ||
                    (end == best->first.end && link->source < best->source)))
            best = link;
    }
    return best;
}

struct link *link_next(const struct links *links, int from, uint64_t deadline)
{
    struct link *link =
        from == WEFT_ANY ? find_earliest(links) : link_find(links, from);
    const struct message *head = link_head(link);
    return head && head->end <= deadline ? link : NULL;
}

/* Collect the spans of one link; the messages of one sender are in order of
 * their starts. */
static size_t spans_of(const struct link *link, uint64_t time,
                       struct span *span)
{
    const struct message *message = &link->first;
    size_t count = 0;
    while (message->end && message->start < time) {
        if (span)
            span[count] = (struct span){message->start, message->end};
        if (count == link->count)
            return count + 1;
        message = link_behind(link, (uint32_t)count++);
    }
    return count;
}

size_t link_spans(struct links *links, uint64_t time, struct span *span)
{
    size_t count = 0;
    uint64_t oldest = UINT64_MAX;
    if (!links->waiting || links->oldest >= time)
        return 0;
    for (size_t i = 0; i < link_table_room(&links->table); i++) {
        const struct link *link = &links->table.place[i];
        count += spans_of(link, time, span ? span + count : NULL);
        if (link->first.end && link->first.start < oldest)
            oldest = link->first.start;
    }
    links->oldest = oldest;
    return count;
}

/* Like link_begun(), but for one link. */
static uint64_t machine_link_begun(const struct link *link, uint64_t time,
                                   uint64_t bound)
{
    const struct message *message = &link->first;
    for (uint32_t i = 0; message->end && message->start < time; i++) {
        if (message->end > bound)
            return message->start;
        if (i == link->count)
            break;
        message = link_behind(link, i);
    }
    return time;
}

uint64_t link_begun(const struct links *links, uint64_t time, uint64_t bound)
{
    if (!links->waiting || links->oldest >= time)
        return time;
    for (size_t i = 0; i < link_table_room(&links->table); i++)
        time = machine_link_begun(&links->table.place[i], time, bound);
    return time;
}

uint64_t link_untaken(const struct links *links, int rank,
                      struct weft_untaken *first)
{
    *first = (struct weft_untaken){INT_MAX, rank, 0};
    for (size_t i = 0; i < link_table_room(&links->table); i++) {
        const struct link *link = &links->table.place[i];
        if (link->first.end && link->source < first->from)
            *first = (struct weft_untaken){link->source, rank, link->first.id};
    }
    return links->waiting;
}

void link_finish(struct links *links)
{
    for (size_t i = 0; i < link_table_room(&links->table); i++) {
        struct link *link = &links->table.place[i];
        for (; link->first.end; link_pop(links, link))
            message_drop(&link->first);
        free(link->more);
    }
    link_table_finish(&links->table);
}
