/* Events are held back until it is known what follows from them: the wait
 * that a receive ends and the store of a received message are told in the
 * line of the receive, which halves the lines of a usual trace.
 *
 * Held: the events of the longest message time, and no more than HELD_MAX
 * of earlier times. What is not told by a receive gets a line of its own. */
#include "chrome.h"

#include "../base/base.h"

#include <errno.h>
#include <string.h>

#define HELD_MAX (1 << 20)
#define SEARCH_MAX 32 /* open receives looked at for one store */

static struct chrome_held *by_name(const struct chrome *chrome, uint64_t name)
{
    return name < chrome->base ? NULL : &chrome->held[name - chrome->base];
}

static bool plain(const struct weft_event *event)
{
    return !event->duration && event->dimension == -1 && !event->flags;
}

static bool same_message(const struct weft_event *a, const struct weft_event *b)
{
    return a->message == b->message && a->bytes == b->bytes;
}

/* A store folds into a receive that ends now, if among the events of this
 * processor and time only such stores came before it: then the reader can
 * tell the order. */
static enum chrome_fold fold_store(struct chrome *chrome,
                                   struct chrome_held *newest,
                                   const struct weft_event *store)
{
    struct chrome_rank *rank = &chrome->rank[store->rank];
    if (newest && newest->event.start == store->start &&
        newest->folded != CHROME_LEAD) {
        if (newest->event.kind != WEFT_RECEIVE || newest->event.duration ||
            !same_message(&newest->event, store))
            return CHROME_OWN;
        newest->stored = true;
        return CHROME_AFTER;
    }
    uint64_t name = rank->first_open;
    for (int i = 0; i < SEARCH_MAX; i++) {
        struct chrome_held *receive = by_name(chrome, name);
        if (!name || !receive)
            break;
        uint64_t end = receive->event.start + receive->event.duration;
        if (end > store->start)
            break;
        name = receive->next;
        if (end < store->start) {
            rank->first_open = name;
        } else if (same_message(&receive->event, store)) {
            rank->first_open = name;
            receive->stored = true;
            return CHROME_LEAD;
        }
    }
    return CHROME_OWN;
}

static void fold_wait(struct chrome_held *wait, struct chrome_held *receive)
{
    const struct weft_event *event = &receive->event;
    if (!wait || wait->event.kind != WEFT_WAIT || !plain(&wait->event) ||
        wait->event.message != -1 || wait->event.bytes ||
        wait->event.start != event->start || event->since != event->start ||
        !(event->flags & WEFT_EVENT_WAITED))
        return;
    wait->folded = CHROME_AFTER;
    receive->waited = true;
    receive->wait = wait->event.peer;
}

static void open_receive(struct chrome *chrome, uint64_t name,
                         struct chrome_rank *rank)
{
    struct chrome_held *last = by_name(chrome, rank->last_open);
    if (rank->first_open && last)
        last->next = name;
    if (!rank->first_open)
        rank->first_open = name;
    rank->last_open = name;
}

int weft_chrome_hold(struct chrome *chrome, const struct weft_event *event)
{
    uint64_t end, ns;
    if (event->rank < 0 || event->rank >= chrome->processors ||
        event->kind >= WEFT_EVENT_KINDS || event->since > event->start ||
        __builtin_add_overflow(event->start, event->duration, &end) ||
        __builtin_mul_overflow(end, chrome->unit_ns, &ns)) {
        errno = EINVAL;
        return -1;
    }
    if (chrome->count == chrome->capacity &&
        weft_grow(&chrome->held, &chrome->capacity, chrome->count + 1,
                  sizeof *chrome->held))
        return -1;
    struct chrome_held *held = &chrome->held[chrome->count];
    uint64_t name = chrome->base + chrome->count++;
    struct chrome_rank *rank = &chrome->rank[event->rank];
    struct chrome_held *newest = by_name(chrome, rank->newest);
    *held = (struct chrome_held){.event = *event};
    if (event->kind == WEFT_STORE && plain(event) && event->peer == -1)
        held->folded = (uint8_t)fold_store(chrome, newest, event);
    if (event->kind == WEFT_RECEIVE) {
        fold_wait(newest, held);
        if (event->duration)
            open_receive(chrome, name, rank);
    }
    rank->newest = name;
    return 0;
}

/* Find the group at `first`, and until when its receives may be stored. */
static void find_head(struct chrome *chrome)
{
    uint64_t start = chrome->held[chrome->first].event.start;
    size_t i = chrome->first;
    chrome->head_hold = start;
    for (; i < chrome->count && chrome->held[i].event.start == start; i++) {
        const struct weft_event *event = &chrome->held[i].event;
        uint64_t end = event->start + event->duration;
        if (event->kind == WEFT_RECEIVE && end > chrome->head_hold)
            chrome->head_hold = end;
    }
    chrome->head = i;
}

static int write_head(struct chrome *chrome)
{
    struct chrome_held *held = chrome->held + chrome->first;
    size_t count = chrome->head - chrome->first;
    for (size_t i = 0; i < count; i++) {
        struct chrome_rank *rank = &chrome->rank[held[i].event.rank];
        if (rank->first_open == chrome->base + chrome->first + i)
            rank->first_open = held[i].next;
    }
    chrome->first = chrome->head;
    chrome->head = 0;
    return weft_chrome_group(chrome, held, count);
}

static void compact(struct chrome *chrome)
{
    if (chrome->first < chrome->count / 2 + 1)
        return;
    chrome->count -= chrome->first;
    memmove(chrome->held, chrome->held + chrome->first,
            chrome->count * sizeof *chrome->held);
    chrome->base += chrome->first;
    chrome->first = 0;
    chrome->head = 0;
}

int weft_chrome_release(struct chrome *chrome, uint64_t now)
{
    while (chrome->first < chrome->count &&
           chrome->held[chrome->first].event.start < now) {
        if (!chrome->head)
            find_head(chrome);
        if (chrome->head_hold >= now &&
            chrome->count - chrome->first < HELD_MAX)
            break;
        if (write_head(chrome))
            return -1;
    }
    compact(chrome);
    return 0;
}

int weft_chrome_release_all(struct chrome *chrome)
{
    while (chrome->first < chrome->count) {
        find_head(chrome);
        if (write_head(chrome))
            return -1;
    }
    return 0;
}
