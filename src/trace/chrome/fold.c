/* Holds events back until it is known what follows. The wait that a receive
 * ends, and the store of a received message, are written in the line of the
 * receive, which halves the number of lines of a typical trace. Other waits and
 * stores have lines of their own. */
#include "chrome.h"

#include "base/base.h"

#include <string.h>

/* limit on the number of open receives that are searched for the receive of a
 * stored message */
#define FOLD_SEARCH_MAX 32

static bool fold_plain(const struct weft_event *event)
{
    return !event->duration && event->dimension == -1 && !event->flags;
}

static bool fold_same_details(const struct chrome *chrome,
                              const struct weft_event *a,
                              const struct weft_event *b)
{
    return !chrome->info.details || a->items == b->items;
}

static bool fold_same_message(const struct chrome *chrome,
                              const struct weft_event *a,
                              const struct weft_event *b)
{
    return a->message == b->message && a->bytes == b->bytes &&
           fold_same_details(chrome, a, b);
}

/* Fold a store into a receive that ends now. Before the store, the processor
 * may only have folded stores at this time; otherwise readers could not recover
 * the order. */
static enum chrome_fold fold_store(struct chrome *chrome,
                                   struct chrome_held *newest,
                                   const struct weft_event *store)
{
    struct chrome_rank *rank = &chrome->rank[store->rank];
    if (newest && newest->event.start == store->start &&
        newest->folded != CHROME_LEAD) {
        if (newest->event.kind != WEFT_RECEIVE || newest->event.duration ||
            !fold_same_message(chrome, &newest->event, store))
            return CHROME_OWN;
        newest->stored = true;
        return CHROME_AFTER;
    }
    uint64_t name = rank->first_open;
    for (int i = 0; i < FOLD_SEARCH_MAX; i++) {
        struct chrome_held *receive = chrome_named(chrome, name);
        if (!name || !receive)
            break;
        uint64_t end = receive->event.start + receive->event.duration;
        if (end > store->start)
            break;
        name = receive->next;
        if (end < store->start) {
            rank->first_open = name;
        } else if (fold_same_message(chrome, &receive->event, store)) {
            rank->first_open = name;
            receive->stored = true;
            return CHROME_LEAD;
        }
    }
    return CHROME_OWN;
}

/* Return whether this is the wait that a reader assumes for the receive: for
 * any processor, or in the receive's dimension. */
static bool usual_wait(const struct weft_event *wait,
                       const struct weft_event *receive)
{
    int dimension = wait->peer < 0 ? -1 : receive->dimension;
    return wait->kind == WEFT_WAIT && !wait->duration && !wait->flags &&
           wait->dimension == dimension && wait->message == -1 && !wait->bytes;
}

static void fold_wait(const struct chrome *chrome, struct chrome_held *wait,
                      struct chrome_held *receive)
{
    const struct weft_event *event = &receive->event;
    if (!wait || !usual_wait(&wait->event, event) ||
        wait->event.start != event->start || event->since != event->start ||
        !(event->flags & WEFT_EVENT_WAITED) ||
        !fold_same_details(chrome, &wait->event, event))
        return;
    wait->folded = CHROME_AFTER;
    receive->waited = true;
    receive->wait = wait->event.peer;
}

static void open_receive(struct chrome *chrome, uint64_t name,
                         struct chrome_rank *rank)
{
    struct chrome_held *last = chrome_named(chrome, rank->last_open);
    if (rank->first_open && last)
        last->next = name;
    if (!rank->first_open)
        rank->first_open = name;
    rank->last_open = name;
}

/* Return the part of an event; CHROME_FIRST if it precedes every slice of its
 * processor at this time. */
static enum chrome_part fold_part_of(const struct weft_event *event,
                                     const struct chrome_rank *rank,
                                     const struct chrome_held *newest)
{
    if (event->kind == WEFT_RECEIVE)
        return event->duration ? CHROME_LAST : CHROME_MIDDLE;
    if (event->kind == WEFT_SEND || event->kind == WEFT_COMPUTE)
        return CHROME_MIDDLE;
    bool first = !newest || newest->event.start != event->start ||
                 ((rank->newest - 1) & 3) == CHROME_FIRST;
    return first ? CHROME_FIRST : CHROME_MIDDLE;
}

static int fold_refuse(const struct chrome *chrome,
                       const struct weft_event *event)
{
    uint64_t end, ns;
    if (event->rank >= 0 && event->rank < chrome->processors &&
        event->kind < WEFT_EVENT_KINDS && event->since <= event->start &&
        !__builtin_add_overflow(event->start, event->duration, &end) &&
        !__builtin_mul_overflow(end, chrome->unit_ns, &ns))
        return 0;
    return out_fail(chrome->out, WEFT_ERROR_MISUSE,
                    "processor %d has an invalid event at time %llu",
                    event->rank, (unsigned long long)event->start);
}

int chrome_hold(struct chrome *chrome, const struct weft_event *event)
{
    if (fold_refuse(chrome, event))
        return -1;
    struct chrome_rank *rank = &chrome->rank[event->rank];
    struct chrome_held *newest = chrome_named(chrome, rank->newest);
    struct chrome_held held = {.event = *event};
    uint64_t name;
    if (event->kind == WEFT_STORE && fold_plain(event) && event->peer == -1)
        held.folded = (uint8_t)fold_store(chrome, newest, event);
    if (event->kind == WEFT_RECEIVE)
        fold_wait(chrome, newest, &held);
    if (chrome_push(chrome, fold_part_of(event, rank, newest), &held, &name))
        return -1;
    if (event->kind == WEFT_RECEIVE && event->duration)
        open_receive(chrome, name, rank);
    rank->newest = name;
    return 0;
}
