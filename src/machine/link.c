/* Messages under way: one queue per (source, destination), made when first
 * used, so that a network costs no more than the arcs a program uses. */
#include "link.h"
#include "run.h"
#include <limits.h>
#include <stdlib.h>

/* A queue with more room, the messages in order. The old one is gone. */
static struct queue *make_queue(struct queue *old, uint32_t room)
{
    struct queue *queue = malloc(sizeof *queue + room * sizeof(struct message));
    if (!queue)
        return NULL;
    *queue = (struct queue){.room = room};
    if (old) {
        queue->conflict_slot = old->conflict_slot;
        queue->count = old->count;
    }
    for (uint32_t i = 0; i < queue->count; i++)
        queue->message[i] = old->message[(old->head + i) & (old->room - 1)];
    free(old);
    return queue;
}

int link_pile(struct link *link, const struct message *message)
{
    struct queue *queue = link->more;
    if (!queue || queue->count == queue->room) {
        queue = make_queue(queue, queue && queue->room ? 2 * queue->room : 2);
        if (!queue)
            return -1;
        link->more = queue;
    }
    uint32_t at = (queue->head + queue->count++) & (queue->room - 1);
    queue->message[at] = *message;
    link->piled = true;
    return 0;
}

void link_advance(struct link *link)
{
    struct queue *queue = link->more;
    INVARIANT_DEEP(queue && queue->count > 0 && queue->count <= queue->room);
    link->first = queue->message[queue->head];
    queue->head = (queue->head + 1) & (queue->room - 1);
    link->piled = --queue->count > 0;
}

int link_conflict(struct link *link, uint64_t slot)
{
    if (!link->more)
        link->more = make_queue(NULL, 0);
    if (!link->more)
        return -1;
    bool new = link->more->conflict_slot != slot;
    link->more->conflict_slot = slot;
    return new;
}

/* The link whose first message ended first, ties to the lower source. */
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

/* One sender's messages begin one after the other. */
static size_t spans_of(const struct link *link, uint64_t time,
                       struct span *span)
{
    const struct queue *queue = link->more;
    const struct message *message = &link->first;
    size_t count = 0;
    while (message->end && message->start < time) {
        if (span)
            span[count] = (struct span){message->start, message->end};
        if (!queue || count == queue->count)
            return count + 1;
        message = &queue->message[(queue->head + count++) & (queue->room - 1)];
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

/* The same of one link. */
static uint64_t begun(const struct link *link, uint64_t time, uint64_t bound)
{
    const struct queue *queue = link->more;
    const struct message *message = &link->first;
    for (uint32_t i = 0; message->end && message->start < time; i++) {
        if (message->end > bound)
            return message->start;
        if (!queue || i == queue->count)
            break;
        message = &queue->message[(queue->head + i) & (queue->room - 1)];
    }
    return time;
}

uint64_t link_begun(const struct links *links, uint64_t time, uint64_t bound)
{
    if (!links->waiting || links->oldest >= time)
        return time;
    for (size_t i = 0; i < link_table_room(&links->table); i++)
        time = begun(&links->table.place[i], time, bound);
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

int link_dimension(const struct run *run, int from, int to)
{
    const struct weft_network *network = run->machine->network;
    int port = weft_network_port(network, from, to);
    return port < 0 ? -1 : weft_network_dimension(network, from, port);
}
