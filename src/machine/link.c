/* Messages under way: one queue per (source, destination), made when first
 * used, so that a network costs no more than the arcs a program uses. */
#include "link.h"
#include "base/invariant.h"
#include "run.h"
#include <limits.h>
#include <stdlib.h>

static uint32_t hash(int source, unsigned bits)
{
    return (uint32_t)source * 2654435769u >> (32 - bits);
}

static struct link *probe(struct link *place, unsigned bits, int source)
{
    uint32_t mask = (1u << bits) - 1;
    uint32_t i = hash(source, bits);
    while (place[i].source >= 0 && place[i].source != source)
        i = (i + 1) & mask;
    return &place[i];
}

struct link *link_find(const struct links *links, int source)
{
    if (!links->used)
        return NULL;
    struct link *link = probe(links->place, links->bits, source);
    return link->source >= 0 ? link : NULL;
}

static int enlarge(struct links *links)
{
    unsigned bits = links->place ? links->bits + 1u : 1u;
    struct link *place =
        aligned_alloc(alignof(struct link), sizeof *place << bits);
    if (!place)
        return -1;
    for (uint32_t i = 0; i >> bits == 0; i++)
        place[i] = (struct link){.source = -1};
    for (uint32_t i = 0; links->place && i >> links->bits == 0; i++)
        if (links->place[i].source >= 0)
            *probe(place, bits, links->place[i].source) = links->place[i];
    free(links->place);
    links->place = place;
    links->bits = bits & 255;
    return 0;
}

struct link *link_get(struct links *links, int source)
{
    struct link *link = link_find(links, source);
    if (link)
        return link;
    if (!links->place || (links->used + 1u) * 2 > 1u << links->bits)
        if (enlarge(links))
            return NULL;
    link = probe(links->place, links->bits, source);
    link->source = source;
    links->used++;
    INVARIANT(links->used < 1u << links->bits);
    return link;
}

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

int link_push(struct links *links, struct link *link,
              const struct message *message)
{
    if (!links->waiting || message->start < links->oldest)
        links->oldest = message->start;
    if (!link->first.end) {
        link->first = *message;
        links->waiting++;
        return 0;
    }
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
    links->waiting++;
    return 0;
}

struct message link_pop(struct links *links, struct link *link)
{
    struct message message = link->first;
    INVARIANT_DEEP(message.end);
    link->first.end = 0;
    links->waiting--;
    if (link->piled) {
        struct queue *queue = link->more;
        INVARIANT_DEEP(queue && queue->count > 0 &&
                       queue->count <= queue->room);
        link->first = queue->message[queue->head];
        queue->head = (queue->head + 1) & (queue->room - 1);
        link->piled = --queue->count > 0;
    }
    return message;
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

struct link *link_earliest(const struct links *links)
{
    struct link *best = NULL;
    for (uint32_t i = 0; links->used && i >> links->bits == 0; i++) {
        struct link *link = &links->place[i];
        uint64_t end = link->first.end;
        if (end && (!best || end < best->first.end ||
                    (end == best->first.end && link->source < best->source)))
            best = link;
    }
    return best;
}

struct link *link_next(const struct links *links, int from, uint64_t until)
{
    struct link *link =
        from == WEFT_ANY ? link_earliest(links) : link_find(links, from);
    const struct message *head = link_head(link);
    return head && head->end <= until ? link : NULL;
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
    for (uint32_t i = 0; i >> links->bits == 0; i++) {
        const struct link *link = &links->place[i];
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
    for (uint32_t i = 0; i >> links->bits == 0; i++)
        time = begun(&links->place[i], time, bound);
    return time;
}

uint64_t link_untaken(const struct links *links, int rank,
                      struct weft_untaken *first)
{
    *first = (struct weft_untaken){INT_MAX, rank, 0};
    for (uint32_t i = 0; links->used && i >> links->bits == 0; i++) {
        const struct link *link = &links->place[i];
        if (link->first.end && link->source < first->from)
            *first = (struct weft_untaken){link->source, rank, link->first.id};
    }
    return links->waiting;
}

void link_finish(struct links *links)
{
    for (uint32_t i = 0; links->place && i >> links->bits == 0; i++) {
        struct link *link = &links->place[i];
        while (link->first.end) {
            struct message message = link_pop(links, link);
            if (message.bytes > INLINE_BYTES)
                payload_drop(message.shared);
        }
        free(link->more);
    }
    free(links->place);
}

int link_dimension(const struct run *run, int from, int to)
{
    const struct weft_network *network = run->machine->network;
    int port = weft_network_port(network, from, to);
    return port < 0 ? -1 : weft_network_dimension(network, from, port);
}
