/* Transfers in flight, stored in a pool of nodes. A hash table holds the first
 * and the last transit of each key; the others are linked in between, so that a
 * key with many transits needs no search. */
#include "transit.h"

#include <stdlib.h>

#include "base/base.h"

#define TRANSIT_NONE WEFT_TRANSIT_NONE

/* Maximum number of transits of a key that are compared with the wanted
 * interval. */
#define TRANSIT_SEARCH_MAX 64

static struct pair transit_key_of(const struct transit *transit)
{
    return (struct pair){(uint64_t)(uint32_t)transit->source << 32 |
                             (uint32_t)transit->destination,
                         (uint32_t)transit->message};
}

static uint32_t transit_allocate(struct transits *transits)
{
    if (!transits->capacity)
        transits->unused = TRANSIT_NONE;
    uint32_t index = transits->unused;
    if (index != TRANSIT_NONE) {
        transits->unused = transits->pool[index].same;
        return index;
    }
    if (transits->used >= TRANSIT_NONE - 1) {
        return TRANSIT_NONE;
    }
    if (array_grow(&transits->pool, &transits->capacity, transits->used + 1,
                   sizeof *transits->pool))
        return TRANSIT_NONE;
    return (uint32_t)transits->used++;
}

static void transit_release(struct transits *transits, uint32_t index)
{
    transits->pool[index].same = transits->unused;
    transits->unused = index;
}

static void list_append(struct transits *transits, struct transit_list *list,
                        uint32_t index)
{
    struct transit *transit = &transits->pool[index];
    transit->older = list->newest;
    transit->newer = TRANSIT_NONE;
    if (list->newest == TRANSIT_NONE)
        list->oldest = index;
    else
        transits->pool[list->newest].newer = index;
    list->newest = index;
}

static void list_remove(struct transits *transits, struct transit_list *list,
                        const struct transit *transit)
{
    if (transit->older == TRANSIT_NONE)
        list->oldest = transit->newer;
    else
        transits->pool[transit->older].newer = transit->newer;
    if (transit->newer == TRANSIT_NONE)
        list->newest = transit->older;
    else
        transits->pool[transit->newer].older = transit->older;
}

int transit_put(struct transits *transits, struct transit_list *list,
                const struct transit *transit)
{
    uint32_t index = transit_allocate(transits);
    if (index == TRANSIT_NONE)
        return -1;
    struct transit_queue *queue =
        transit_table_get(&transits->table, transit_key_of(transit));
    if (!queue) {
        transit_release(transits, index);
        return -1;
    }
    transits->pool[index] = *transit;
    transits->pool[index].same = TRANSIT_NONE;
    if (queue->first == TRANSIT_NONE)
        queue->first = index;
    else
        transits->pool[queue->last].same = index;
    queue->last = index;
    if (list)
        list_append(transits, list, index);
    transits->count++;
    return 0;
}

/* Return the transit of a key to take, or NONE. Set *before to the transit
 * before it, or NONE. */
static uint32_t transit_choose(const struct transits *transits, uint32_t first,
                               const struct transit *wanted, enum take take,
                               uint32_t *before)
{
    *before = TRANSIT_NONE;
    if (take == TAKE_OLDEST)
        return first;
    uint32_t at = first;
    for (int i = 0; at != TRANSIT_NONE && i < TRANSIT_SEARCH_MAX; i++) {
        const struct transit *transit = &transits->pool[at];
        if (transit->items != transits->pool[first].items)
            return TRANSIT_NONE; /* different contents: match in order */
        if (transit->start == wanted->start && transit->end == wanted->end)
            return at;
        *before = at;
        at = transit->same;
    }
    return TRANSIT_NONE;
}

/* Remove the transit after `before` from its queue, and remove the queue from
 * the table if it becomes empty. */
static void unlink_one(struct transits *transits, struct transit_queue *queue,
                       uint32_t before, uint32_t index)
{
    uint32_t next = transits->pool[index].same;
    if (before != TRANSIT_NONE)
        transits->pool[before].same = next;
    if (queue->last == index)
        queue->last = before;
    if (before == TRANSIT_NONE && next == TRANSIT_NONE)
        transit_table_remove(&transits->table, queue);
    else if (before == TRANSIT_NONE)
        queue->first = next;
}

int transit_take(struct transits *transits, struct transit_list *list,
                 const struct transit *wanted, enum take take,
                 struct transit *found)
{
    struct transit_queue *queue =
        transit_table_find(&transits->table, transit_key_of(wanted));
    if (!queue)
        return -1;
    uint32_t before;
    uint32_t index =
        transit_choose(transits, queue->first, wanted, take, &before);
    if (index == TRANSIT_NONE)
        return -1;
    unlink_one(transits, queue, before, index);
    *found = transits->pool[index];
    if (list)
        list_remove(transits, list, found);
    transit_release(transits, index);
    transits->count--;
    return 0;
}

void transits_finish(struct transits *transits)
{
    free(transits->pool);
    transit_table_finish(&transits->table);
    *transits = (struct transits){0};
}
