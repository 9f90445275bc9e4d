/* Transfers under way: a pool of nodes, hashed by key into chains. A chain
 * holds the first flight of every key; further ones of the same key hang
 * behind it, so that a key sent many times costs no search. */
#include "flight.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

#define NONE WEFT_FLIGHT_NONE

static bool same_key(const struct flight *a, const struct flight *b)
{
    return a->source == b->source && a->destination == b->destination &&
           a->message == b->message;
}

static uint32_t *bucket(const struct flights *flights, const struct flight *key)
{
    uint64_t hash = (uint32_t)key->source;
    hash = hash << 20 ^ (uint32_t)key->destination;
    hash = (hash ^ (uint64_t)(uint32_t)key->message << 32) *
           UINT64_C(0x9E3779B97F4A7C15);
    return &flights->bucket[(size_t)(hash >> 24) & (flights->buckets - 1)];
}

/* Where the index of the first flight of a key is, or would be, written. */
static uint32_t *find(const struct flights *flights, const struct flight *key)
{
    uint32_t *at = bucket(flights, key);
    while (*at != NONE && !same_key(&flights->pool[*at], key))
        at = &flights->pool[*at].chain;
    return at;
}

static int grow_buckets(struct flights *flights)
{
    if (flights->keys < flights->buckets)
        return 0;
    struct flights old = *flights;
    flights->buckets = old.buckets ? 2 * old.buckets : 64;
    flights->bucket = malloc(flights->buckets * sizeof *flights->bucket);
    if (!flights->bucket) {
        *flights = old;
        return -1;
    }
    memset(flights->bucket, 0xff, flights->buckets * sizeof *flights->bucket);
    for (size_t i = 0; i < old.buckets; i++)
        for (uint32_t at = old.bucket[i], next; at != NONE; at = next) {
            struct flight *flight = &flights->pool[at];
            next = flight->chain;
            uint32_t *head = bucket(flights, flight);
            flight->chain = *head;
            *head = at;
        }
    free(old.bucket);
    return 0;
}

static uint32_t allocate(struct flights *flights)
{
    if (!flights->capacity)
        flights->unused = NONE;
    uint32_t index = flights->unused;
    if (index != NONE) {
        flights->unused = flights->pool[index].chain;
        return index;
    }
    if (flights->used >= NONE - 1) {
        errno = ENOMEM;
        return NONE;
    }
    if (weft_grow(&flights->pool, &flights->capacity, flights->used + 1,
                  sizeof *flights->pool))
        return NONE;
    return (uint32_t)flights->used++;
}

static void list_append(struct flights *flights, struct flight_list *list,
                        uint32_t index)
{
    struct flight *flight = &flights->pool[index];
    flight->older = list->newest;
    flight->newer = NONE;
    if (list->newest == NONE)
        list->oldest = index;
    else
        flights->pool[list->newest].newer = index;
    list->newest = index;
}

static void list_remove(struct flights *flights, struct flight_list *list,
                        const struct flight *flight)
{
    if (flight->older == NONE)
        list->oldest = flight->newer;
    else
        flights->pool[flight->older].newer = flight->newer;
    if (flight->newer == NONE)
        list->newest = flight->older;
    else
        flights->pool[flight->newer].older = flight->older;
}

int weft_flight_put(struct flights *flights, struct flight_list *list,
                    const struct flight *flight)
{
    if (grow_buckets(flights))
        return -1;
    uint32_t index = allocate(flights);
    if (index == NONE)
        return -1;
    struct flight *put = &flights->pool[index];
    *put = *flight;
    put->chain = put->same = NONE;
    put->last = index;
    uint32_t *first = find(flights, flight);
    if (*first == NONE) {
        *first = index;
        flights->keys++;
    } else {
        struct flight *head = &flights->pool[*first];
        flights->pool[head->last].same = index;
        head->last = index;
    }
    list_append(flights, list, index);
    flights->count++;
    return 0;
}

int weft_flight_take(struct flights *flights, struct flight_list *list,
                     const struct flight *wanted, struct flight *found)
{
    if (!flights->count)
        return -1;
    uint32_t *first = find(flights, wanted);
    uint32_t index = *first;
    if (index == NONE)
        return -1;
    struct flight *taken = &flights->pool[index];
    *found = *taken;
    if (taken->same == NONE) {
        *first = taken->chain;
        flights->keys--;
    } else {
        struct flight *next = &flights->pool[taken->same];
        next->chain = taken->chain;
        next->last = taken->last;
        *first = taken->same;
    }
    list_remove(flights, list, found);
    taken->chain = flights->unused;
    flights->unused = index;
    flights->count--;
    return 0;
}

void weft_flights_finish(struct flights *flights)
{
    free(flights->pool);
    free(flights->bucket);
    *flights = (struct flights){0};
}
