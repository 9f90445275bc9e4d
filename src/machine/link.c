/* Messages under way: one queue per (source, destination), made when first
 * used, so that a network costs no more than the arcs a program uses. */
#include <errno.h>
#include <machine/run.h>
#include <stdlib.h>
#include <string.h>

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
    struct link *place = calloc((size_t)1 << bits, sizeof *place);
    if (!place)
        return -1;
    for (uint32_t i = 0; i >> bits == 0; i++)
        place[i].source = -1;
    for (uint32_t i = 0; links->place && i >> links->bits == 0; i++)
        if (links->place[i].source >= 0)
            *probe(place, bits, links->place[i].source) = links->place[i];
    free(links->place);
    links->place = place;
    links->bits = (uint8_t)bits;
    return 0;
}

struct link *link_get(struct links *links, int source)
{
    struct link *link = link_find(links, source);
    if (link)
        return link;
    if (!links->place || (links->used + 1) * 4 > (3u << links->bits))
        if (enlarge(links))
            return NULL;
    link = probe(links->place, links->bits, source);
    link->source = source;
    links->used++;
    return link;
}

int link_push(struct link *link, const struct message *message)
{
    if (link->count == link->room) {
        uint32_t room = link->room ? 2 * link->room : 2;
        struct message *queue = malloc(room * sizeof *queue);
        if (!queue)
            return -1;
        for (uint32_t i = 0; i < link->count; i++)
            queue[i] = link->queue[(link->head + i) & (link->room - 1)];
        free(link->queue);
        link->queue = queue;
        link->room = room;
        link->head = 0;
    }
    link->queue[(link->head + link->count++) & (link->room - 1)] = *message;
    return 0;
}

struct message link_pop(struct link *link)
{
    struct message message = link->queue[link->head];
    link->head = (link->head + 1) & (link->room - 1);
    link->count--;
    return message;
}

struct link *link_earliest(const struct links *links)
{
    struct link *best = NULL;
    for (uint32_t i = 0; links->used && i >> links->bits == 0; i++) {
        struct link *link = &links->place[i];
        if (link->source < 0 || !link->count)
            continue;
        uint64_t end = link_head(link)->end;
        if (!best || end < link_head(best)->end ||
            (end == link_head(best)->end && link->source < best->source))
            best = link;
    }
    return best;
}

uint64_t link_count(const struct links *links)
{
    uint64_t count = 0;
    for (uint32_t i = 0; links->used && i >> links->bits == 0; i++)
        count += links->place[i].count;
    return count;
}

void link_finish(struct links *links)
{
    for (uint32_t i = 0; links->place && i >> links->bits == 0; i++) {
        struct link *link = &links->place[i];
        while (link->count) {
            struct message message = link_pop(link);
            if (message.bytes > INLINE_BYTES)
                payload_drop(message.shared);
        }
        free(link->queue);
    }
    free(links->place);
}

int message_make(struct message *message, const void *data, unsigned copies)
{
    if (message->bytes <= INLINE_BYTES) {
        if (message->bytes)
            memcpy(message->data, data, message->bytes);
        return 0;
    }
    message->shared = malloc(sizeof *message->shared + message->bytes);
    if (!message->shared)
        return -1;
    atomic_init(&message->shared->references, copies);
    memcpy(message->shared->data, data, message->bytes);
    return 0;
}

void payload_drop(struct payload *payload)
{
    if (atomic_fetch_sub_explicit(&payload->references, 1,
                                  memory_order_acq_rel) == 1)
        free(payload);
}

int link_dimension(const struct run *run, int from, int to)
{
    const struct weft_network *network = run->machine->network;
    int port = weft_network_port(network, from, to);
    return port < 0 ? -1 : weft_network_dimension(network, from, port);
}
