/* Stores which processors hold which messages. A set of holders is freed when
 * it contains all processors, so memory depends on the number of messages that
 * are still spreading. */
#include "holding.h"

#include <stdlib.h>

#include "base/base.h"
#include "check.h"

struct held *holding_find(struct weft_check *check, int32_t number)
{
    struct holdings *all = &check->holdings;
    if (!all->count)
        return NULL;
    if (all->message[all->latest].number == number)
        return &all->message[all->latest];
    const struct held_place *place = held_table_find(&all->table, number);
    if (!place)
        return NULL;
    all->latest = place->index - 1;
    return &all->message[all->latest];
}

/* Limit on the number of different blocks that are tracked, at about 140 bytes
 * each, with an allowance per message and per range of blocks. */
#define HOLDING_HELD_MAX ((uint64_t)1 << AT_ONCE(18, 8))
#define HELD_A_MESSAGE 4

static bool may_hold(struct weft_check *check)
{
    uint64_t most = HOLDING_HELD_MAX + check->listed +
                    check->result.messages * HELD_A_MESSAGE;
    return !check_too_much(check, check->holdings.count >= most);
}

struct held *holding_get(struct weft_check *check, int32_t number)
{
    struct held *held = holding_find(check, number);
    if (held || !may_hold(check))
        return held;
    struct holdings *all = &check->holdings;
    if (array_grow(&all->message, &all->capacity, all->count + 1,
                   sizeof *all->message))
        return NULL;
    struct held_place *place = held_table_get(&all->table, number);
    if (!place)
        return NULL;
    held = &all->message[all->count];
    *held = (struct held){.number = number, .source = -1, .claimant = -1};
    all->latest = all->count++;
    place->index = (uint32_t)all->count;
    return held;
}

/* ---- messages that are still arriving --------------------------------- */

static uint64_t coming_key(size_t index, int rank)
{
    return (uint64_t)index << 24 ^ (uint64_t)rank;
}

static bool holding_under_way(const struct weft_check *check,
                              const struct held *held, int rank, uint64_t time)
{
    const struct port *port = check->ports[rank];
    if (!port)
        return false;
    size_t index = (size_t)(held - check->holdings.message);
    if (port->arrival.end > time && port->arrival.index == index)
        return true;
    return port->arriving > time &&
           reservation_find(&check->holdings.coming, coming_key(index, rank),
                            time);
}

/* Record that a message arrives at a processor at time `end`. The latest
 * arrival is stored in the port; the table is used only if several messages are
 * arriving at once. */
static int holding_arrives(struct weft_check *check, size_t index, int rank,
                           uint64_t end)
{
    struct port *port = port_get(check, rank);
    if (!port)
        return -1;
    struct arrival last = port->arrival;
    port->arrival = (struct arrival){index, end};
    if (last.end <= check->now)
        return 0;
    if (port->arriving < last.end)
        port->arriving = last.end;
    struct reservation *coming = reservation_get(
        &check->holdings.coming, coming_key(last.index, rank), check->now);
    if (!coming)
        return -1;
    coming->end = last.end;
    return 0;
}

/* Record a second reception of a message; the earlier end counts. */
static void arrives_again(struct weft_check *check, size_t index, int rank,
                          uint64_t end)
{
    struct port *port = check->ports[rank];
    if (!port)
        return;
    if (port->arrival.index == index) {
        if (port->arrival.end > end)
            port->arrival.end = end;
        return;
    }
    struct reservation *coming =
        port->arriving > check->now
            ? reservation_find(&check->holdings.coming, coming_key(index, rank),
                               check->now)
            : NULL;
    if (coming && coming->end > end)
        coming->end = end ? end : 1; /* an entry with end 0 would be a free
                                        slot */
}

bool holding_given(const struct weft_check *check, const struct held *held,
                   int rank)
{
    return held->holders == check->size || rank_set_has(&held->has, rank);
}

bool holding_has(const struct weft_check *check, const struct held *held,
                 int rank, uint64_t time)
{
    return holding_given(check, held, rank) &&
           !holding_under_way(check, held, rank, time);
}

int holding_give(struct weft_check *check, struct held *held, int rank,
                 uint64_t from)
{
    size_t index = (size_t)(held - check->holdings.message);
    if (holding_given(check, held, rank)) {
        arrives_again(check, index, rank, from);
        return 0;
    }
    if (rank_set_add(&held->has, check->processors, rank))
        return -1;
    if (++held->holders == check->size)
        rank_set_clear(&held->has);
    return from <= check->now ? 0 : holding_arrives(check, index, rank, from);
}

int holding_lacks(const struct weft_check *check, const struct held *held)
{
    if (held->holders == check->size)
        return -1;
    return rank_set_lacks(&held->has, check->size);
}

void holdings_finish(struct holdings *holdings)
{
    for (size_t i = 0; i < holdings->count; i++)
        rank_set_clear(&holdings->message[i].has);
    free(holdings->message);
    held_table_finish(&holdings->table);
    reservations_finish(&holdings->coming);
    *holdings = (struct holdings){0};
}
