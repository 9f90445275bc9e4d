/* Messages under way, by source and destination: a hash table of queues.
 *
 * Each bucket is a list in the order of the sends, so that the first entry of
 * a pair is its oldest message. A taken entry goes to a free list. */
#include "flight.h"

#include "base/base.h"

#include <errno.h>
#include <stdlib.h>

/* A pair's messages come in order, so that the first is nearly always the
 * right one. A trace that breaks the order is searched this far. */
#define SEARCH_MAX 64

static size_t bucket_of(const struct flights *flights, int32_t source,
                        int32_t destination)
{
    uint64_t key = (uint64_t)(uint32_t)source << 32 | (uint32_t)destination;
    return (key * 0x9E3779B97F4A7C15u >> 32) & (flights->buckets - 1);
}

static void append(struct flights *flights, uint32_t name)
{
    struct flight *entry = &flights->flight[name - 1];
    size_t bucket = bucket_of(flights, entry->source, entry->destination);
    uint32_t *ends = &flights->list[2 * bucket];
    entry->next = 0;
    if (ends[0])
        flights->flight[ends[1] - 1].next = name;
    else
        ends[0] = name;
    ends[1] = name;
}

/* Twice the buckets. Each old list is moved from its front to its end, so
 * that the messages of a pair stay in order. */
static int rehash(struct flights *flights)
{
    size_t buckets = flights->buckets ? 2 * flights->buckets : 64;
    uint32_t *list = calloc(2 * buckets, sizeof *list);
    if (!list)
        return -1;
    uint32_t *old = flights->list;
    size_t old_buckets = flights->buckets;
    flights->list = list;
    flights->buckets = buckets;
    for (size_t i = 0; i < old_buckets; i++) {
        uint32_t name = old[2 * i];
        while (name) {
            uint32_t next = flights->flight[name - 1].next;
            append(flights, name);
            name = next;
        }
    }
    free(old);
    return 0;
}

int flights_add(struct flights *flights, const struct flight *flight)
{
    if (flights->count >= flights->buckets && rehash(flights))
        return -1;
    uint32_t name = flights->free;
    if (name) {
        flights->free = flights->flight[name - 1].next;
    } else {
        if (flights->used >= UINT32_MAX - 1) {
            errno = ENOMEM;
            return -1;
        }
        if (array_grow(&flights->flight, &flights->capacity, flights->used + 1,
                       sizeof *flights->flight))
            return -1;
        name = (uint32_t)++flights->used;
    }
    flights->flight[name - 1] = *flight;
    append(flights, name);
    flights->count++;
    return 0;
}

/* Unlink what follows `before` (0: the first of the list). */
static void unlink_after(struct flights *flights, uint32_t *ends,
                         uint32_t before)
{
    struct flight *all = flights->flight;
    uint32_t *link = before ? &all[before - 1].next : &ends[0];
    uint32_t name = *link;
    *link = all[name - 1].next;
    if (ends[1] == name)
        ends[1] = before;
    all[name - 1].next = flights->free;
    flights->free = name;
    flights->count--;
}

bool flights_take(struct flights *flights, int32_t source, int32_t destination,
                  int32_t message, struct flight *taken)
{
    if (!flights->count)
        return false;
    const struct flight *all = flights->flight;
    size_t bucket = bucket_of(flights, source, destination);
    uint32_t *ends = &flights->list[2 * bucket];
    uint32_t before = 0, best = 0, before_best = 0;
    int seen = 0;
    for (uint32_t name = ends[0]; name && seen < SEARCH_MAX;
         before = name, name = all[name - 1].next) {
        const struct flight *entry = &all[name - 1];
        if (entry->source != source || entry->destination != destination)
            continue;
        bool same = entry->message == message;
        if (same || !seen++) {
            best = name;
            before_best = before;
        }
        if (same)
            break;
    }
    if (!best)
        return false;
    *taken = all[best - 1];
    unlink_after(flights, ends, before_best);
    return true;
}

bool flights_any(struct flights *flights, struct flight *any)
{
    for (; flights->count; flights->walked++) {
        uint32_t *ends = &flights->list[2 * flights->walked];
        if (!ends[0])
            continue;
        *any = flights->flight[ends[0] - 1];
        unlink_after(flights, ends, 0);
        return true;
    }
    return false;
}

void flights_finish(struct flights *flights)
{
    free(flights->flight);
    free(flights->list);
    *flights = (struct flights){0};
}
