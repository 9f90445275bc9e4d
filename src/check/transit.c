/* Transfers under way: a pool of nodes, hashed by key into chains. A chain
 * holds the first transit of every key; further ones of the same key hang
 * behind it, so that a key sent many times costs no search. */
#include "transit.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

#define NONE WEFT_TRANSIT_NONE

/* How many of one key are looked at for one of the very interval. */
#define SEARCH_MAX 64

static bool same_key(const struct transit *a, const struct transit *b)
{
    return a->source == b->source && a->destination == b->destination &&
           a->message == b->message;
}

static uint32_t *bucket(const struct transits *transits,
                        const struct transit *key)
{
    uint64_t hash = (uint32_t)key->source;
    hash = hash << 20 ^ (uint32_t)key->destination;
    hash = (hash ^ (uint64_t)(uint32_t)key->message << 32) *
           UINT64_C(0x9E3779B97F4A7C15);
    return &transits->bucket[(size_t)(hash >> 24) & (transits->buckets - 1)];
}

/* Where the index of the first transit of a key is, or would be, written. */
static uint32_t *find(const struct transits *transits,
                      const struct transit *key)
{
    uint32_t *at = bucket(transits, key);
    while (*at != NONE && !same_key(&transits->pool[*at], key))
        at = &transits->pool[*at].chain;
    return at;
}

static int grow_buckets(struct transits *transits)
{
    if (transits->keys < transits->buckets)
        return 0;
    struct transits old = *transits;
    transits->buckets = old.buckets ? 2 * old.buckets : 64;
    transits->bucket = malloc(transits->buckets * sizeof *transits->bucket);
    if (!transits->bucket) {
        *transits = old;
        return -1;
    }
    memset(transits->bucket, 0xff,
           transits->buckets * sizeof *transits->bucket);
    for (size_t i = 0; i < old.buckets; i++)
        for (uint32_t at = old.bucket[i], next; at != NONE; at = next) {
            struct transit *transit = &transits->pool[at];
            next = transit->chain;
            uint32_t *head = bucket(transits, transit);
            transit->chain = *head;
            *head = at;
        }
    free(old.bucket);
    return 0;
}

static uint32_t allocate(struct transits *transits)
{
    if (!transits->capacity)
        transits->unused = NONE;
    uint32_t index = transits->unused;
    if (index != NONE) {
        transits->unused = transits->pool[index].chain;
        return index;
    }
    if (transits->used >= NONE - 1) {
        errno = ENOMEM;
        return NONE;
    }
    if (array_grow(&transits->pool, &transits->capacity, transits->used + 1,
                   sizeof *transits->pool))
        return NONE;
    return (uint32_t)transits->used++;
}

static void list_append(struct transits *transits, struct transit_list *list,
                        uint32_t index)
{
    struct transit *transit = &transits->pool[index];
    transit->older = list->newest;
    transit->newer = NONE;
    if (list->newest == NONE)
        list->oldest = index;
    else
        transits->pool[list->newest].newer = index;
    list->newest = index;
}

static void list_remove(struct transits *transits, struct transit_list *list,
                        const struct transit *transit)
{
    if (transit->older == NONE)
        list->oldest = transit->newer;
    else
        transits->pool[transit->older].newer = transit->newer;
    if (transit->newer == NONE)
        list->newest = transit->older;
    else
        transits->pool[transit->newer].older = transit->older;
}

int transit_put(struct transits *transits, struct transit_list *list,
                const struct transit *transit)
{
    if (grow_buckets(transits))
        return -1;
    uint32_t index = allocate(transits);
    if (index == NONE)
        return -1;
    struct transit *put = &transits->pool[index];
    *put = *transit;
    put->chain = put->same = NONE;
    put->last = index;
    uint32_t *first = find(transits, transit);
    if (*first == NONE) {
        *first = index;
        transits->keys++;
    } else {
        struct transit *head = &transits->pool[*first];
        transits->pool[head->last].same = index;
        head->last = index;
    }
    if (list)
        list_append(transits, list, index);
    transits->count++;
    return 0;
}

/* Of the transits of one key the one to take, or NONE. *before is the one
 * before it, or NONE. */
static uint32_t choose(const struct transits *transits, uint32_t first,
                       const struct transit *wanted, enum take take,
                       uint32_t *before)
{
    *before = NONE;
    if (take == TAKE_OLDEST)
        return first;
    uint32_t at = first;
    for (int i = 0; at != NONE && i < SEARCH_MAX; i++) {
        const struct transit *transit = &transits->pool[at];
        if (transit->start == wanted->start && transit->end == wanted->end)
            return at;
        *before = at;
        at = transit->same;
    }
    return NONE;
}

static void unlink_first(struct transits *transits, uint32_t *first)
{
    const struct transit *gone = &transits->pool[*first];
    if (gone->same == NONE) {
        *first = gone->chain;
        transits->keys--;
        return;
    }
    struct transit *next = &transits->pool[gone->same];
    next->chain = gone->chain;
    next->last = gone->last;
    *first = gone->same;
}

static void unlink_later(struct transits *transits, uint32_t first,
                         uint32_t before, uint32_t index)
{
    transits->pool[before].same = transits->pool[index].same;
    if (transits->pool[first].last == index)
        transits->pool[first].last = before;
}

int transit_take(struct transits *transits, struct transit_list *list,
                 const struct transit *wanted, enum take take,
                 struct transit *found)
{
    if (!transits->count)
        return -1;
    uint32_t *first = find(transits, wanted);
    if (*first == NONE)
        return -1;
    uint32_t before;
    uint32_t index = choose(transits, *first, wanted, take, &before);
    if (index == NONE)
        return -1;
    if (before == NONE)
        unlink_first(transits, first);
    else
        unlink_later(transits, *first, before, index);
    *found = transits->pool[index];
    if (list)
        list_remove(transits, list, found);
    transits->pool[index].chain = transits->unused;
    transits->unused = index;
    transits->count--;
    return 0;
}

void transits_finish(struct transits *transits)
{
    free(transits->pool);
    free(transits->bucket);
    *transits = (struct transits){0};
}
