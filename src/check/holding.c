/* Holdings as bit sets. A set goes when it is full, so that memory follows
 * the messages that are still spreading. */
#include "holding.h"

#include <stdlib.h>

#include "base/base.h"
#include "check.h"

static size_t place(const struct holdings *all, int32_t number)
{
    size_t mask = all->places - 1;
    size_t i = (uint32_t)number * UINT32_C(0x9E3779B1) & mask;
    while (all->place[i] && all->message[all->place[i] - 1].number != number)
        i = (i + 1) & mask;
    return i;
}

static int grow_places(struct holdings *all)
{
    if (2 * (all->count + 1) <= all->places)
        return 0;
    size_t places = all->places ? 2 * all->places : 64;
    uint32_t *fresh = calloc(places, sizeof *fresh);
    if (!fresh)
        return -1;
    free(all->place);
    all->place = fresh;
    all->places = places;
    for (size_t i = 0; i < all->count; i++)
        fresh[place(all, all->message[i].number)] = (uint32_t)i + 1;
    return 0;
}

struct held *holding_find(struct weft_check *check, int32_t number)
{
    struct holdings *all = &check->holdings;
    if (!all->count)
        return NULL;
    if (all->message[all->latest].number == number)
        return &all->message[all->latest];
    uint32_t index = all->place[place(all, number)];
    if (!index)
        return NULL;
    all->latest = index - 1;
    return &all->message[all->latest];
}

struct held *holding_get(struct weft_check *check, int32_t number)
{
    struct held *held = holding_find(check, number);
    if (held)
        return held;
    struct holdings *all = &check->holdings;
    if (grow_places(all) || array_grow(&all->message, &all->capacity,
                                       all->count + 1, sizeof *all->message))
        return NULL;
    size_t i = place(all, number);
    held = &all->message[all->count];
    *held = (struct held){.number = number, .source = -1, .claimant = -1};
    all->latest = all->count++;
    all->place[i] = (uint32_t)all->count;
    return held;
}

static bool bit(const struct held *held, int rank)
{
    return held->bits && held->bits[rank / 64] >> rank % 64 & 1;
}

/* ---- messages held but not quite yet --------------------------------- */

static uint64_t coming_key(size_t index, int rank)
{
    return (uint64_t)index << 24 ^ (uint64_t)rank;
}

static bool under_way(const struct weft_check *check, const struct held *held,
                      int rank, uint64_t time)
{
    const struct port *port = &check->ports[rank];
    size_t index = (size_t)(held - check->holdings.message);
    if (port->arrival.end > time && port->arrival.index == index)
        return true;
    return port->arriving > time &&
           until_find(&check->holdings.coming, coming_key(index, rank), time);
}

/* The latest arrival is kept with the port; a table is needed only where
 * several are under way at once. */
static int arrives(struct weft_check *check, size_t index, int rank,
                   uint64_t end)
{
    struct port *port = &check->ports[rank];
    struct arrival last = port->arrival;
    port->arrival = (struct arrival){index, end};
    if (last.end <= check->now)
        return 0;
    if (port->arriving < last.end)
        port->arriving = last.end;
    struct until *coming = until_get(&check->holdings.coming,
                                     coming_key(last.index, rank), check->now);
    if (!coming)
        return -1;
    coming->end = last.end;
    return 0;
}

bool holding_has(const struct weft_check *check, const struct held *held,
                 int rank, uint64_t time)
{
    if (!bit(held, rank) && held->holders < check->size)
        return false;
    return !under_way(check, held, rank, time);
}

int holding_give(struct weft_check *check, struct held *held, int rank,
                 uint64_t from)
{
    if (held->holders == check->size || bit(held, rank))
        return 0;
    size_t words = (size_t)check->processors / 64 + 1;
    if (!held->bits && !(held->bits = calloc(words, sizeof *held->bits)))
        return -1;
    held->bits[rank / 64] |= UINT64_C(1) << rank % 64;
    if (++held->holders == check->size) {
        free(held->bits);
        held->bits = NULL;
    }
    if (from <= check->now)
        return 0;
    return arrives(check, (size_t)(held - check->holdings.message), rank, from);
}

int holding_lacks(const struct weft_check *check, const struct held *held)
{
    if (held->holders == check->size)
        return -1;
    int rank = 0;
    while (rank < check->size && bit(held, rank))
        rank++;
    return rank < check->size ? rank : -1;
}

void holdings_finish(struct holdings *holdings)
{
    for (size_t i = 0; i < holdings->count; i++)
        free(holdings->message[i].bits);
    free(holdings->message);
    free(holdings->place);
    until_finish(&holdings->coming);
    *holdings = (struct holdings){0};
}
