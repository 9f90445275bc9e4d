/* Messages in flight: one queue per pair of processors, oldest first.
 *
 * The messages of a pair usually arrive in order, so the right message is
 * nearly always at or near the head of its queue. Once a search has passed WALK
 * messages, a second table is built, with queues by pair and message number; so
 * each receive costs O(1), whatever the trace contains. */
#include "flight.h"

#include "base.h"
#include "mix.h"

#include <stdlib.h>

#define WALK 16

/* Entries are stored as index + 1, 0 for none. Empty queues are removed, so the
 * tables stay as small as the number of messages in flight. */
struct pair_queue {
    uint64_t key;
    uint32_t first, last;
};

#define HASH_NAME pair_queues
#define HASH_ENTRY struct pair_queue
#define HASH_KEY uint64_t
#define HASH_MEMBER key
#define HASH_FREE(e) ((e)->first == 0)
#include "hash.h"

struct message_queue {
    struct pair key;
    uint32_t first, last;
};

#define HASH_NAME message_queues
#define HASH_ENTRY struct message_queue
#define HASH_KEY struct pair
#define HASH_MEMBER key
#define HASH_OF(key) mix_pair(key)
#define HASH_SAME(a, b) pair_same(a, b)
#define HASH_FREE(e) ((e)->first == 0)
#include "hash.h"

struct flight_tables {
    struct pair_queues pairs;
    struct message_queues messages;
    /* `messages` is in use and contains all messages in flight */
    bool by_message;
};

static uint64_t flight_pair_of(int32_t source, int32_t destination)
{
    return (uint64_t)(uint32_t)source << 32 | (uint32_t)destination;
}

static struct pair flight_key_of(const struct flight *flight)
{
    return (struct pair){flight_pair_of(flight->source, flight->destination),
                         (uint32_t)flight->message};
}

static struct flight *flight_at(struct flights *flights, uint32_t name)
{
    return &flights->flight[name - 1];
}

/* Append a message to the queue of its pair and number. */
static int append_message(struct flights *flights, uint32_t name)
{
    struct flight *flight = flight_at(flights, name);
    struct message_queue *queue =
        message_queues_get(&flights->tables->messages, flight_key_of(flight));
    if (!queue)
        return -1;
    flight->same = 0;
    if (queue->first)
        flight_at(flights, queue->last)->same = name;
    else
        queue->first = name;
    queue->last = name;
    return 0;
}

static int flight_append(struct flights *flights, uint32_t name)
{
    struct flight *flight = flight_at(flights, name);
    struct pair_queue *queue =
        pair_queues_get(&flights->tables->pairs,
                        flight_pair_of(flight->source, flight->destination));
    if (!queue)
        return -1;
    flight->next = 0;
    flight->before = queue->first ? queue->last : 0;
    if (queue->first)
        flight_at(flights, queue->last)->next = name;
    else
        queue->first = name;
    queue->last = name;
    return 0;
}

/* Build the second table, each queue from the oldest message on. */
static int index_messages(struct flights *flights)
{
    struct flight_tables *tables = flights->tables;
    for (size_t i = pair_queues_room(&tables->pairs); i-- > 0;)
        for (uint32_t name = tables->pairs.place[i].first; name;
             name = flight_at(flights, name)->next)
            if (append_message(flights, name)) {
                message_queues_finish(&tables->messages);
                return -1;
            }
    tables->by_message = true;
    return 0;
}

/* Return a free entry, not yet linked, or 0 if out of memory. */
static uint32_t make_entry(struct flights *flights)
{
    uint32_t name = flights->free;
    if (name) {
        flights->free = flight_at(flights, name)->next;
        return name;
    }
    if (flights->used >= UINT32_MAX - 1)
        return 0;
    if (array_grow(&flights->flight, &flights->capacity, flights->used + 1,
                   sizeof *flights->flight))
        return 0;
    return (uint32_t)++flights->used;
}

static void drop_entry(struct flights *flights, uint32_t name)
{
    struct flight *flight = flight_at(flights, name);
    flight->under_way = false;
    flight->next = flights->free;
    flights->free = name;
}

/* Remove a message from the queue of its pair. */
static void unlink_from_pair(struct flights *flights, struct pair_queue *queue,
                             uint32_t name)
{
    const struct flight *flight = flight_at(flights, name);
    if (flight->before)
        flight_at(flights, flight->before)->next = flight->next;
    else
        queue->first = flight->next;
    if (flight->next)
        flight_at(flights, flight->next)->before = flight->before;
    else
        queue->last = flight->before;
    if (!queue->first)
        pair_queues_remove(&flights->tables->pairs, queue);
}

/* Remove a message from the queue of its number; it is always the head. */
static void unlink_from_message(struct flights *flights, uint32_t name)
{
    struct flight_tables *tables = flights->tables;
    if (!tables->by_message)
        return;
    struct message_queue *queue = message_queues_find(
        &tables->messages, flight_key_of(flight_at(flights, name)));
    queue->first = flight_at(flights, name)->same;
    if (!queue->first)
        message_queues_remove(&tables->messages, queue);
}

int flights_add(struct flights *flights, const struct flight *flight)
{
    if (!flights->tables)
        flights->tables = calloc(1, sizeof *flights->tables);
    uint32_t name = flights->tables ? make_entry(flights) : 0;
    if (!name)
        return -1;
    *flight_at(flights, name) = *flight;
    flight_at(flights, name)->under_way = true;
    if (flight_append(flights, name)) {
        drop_entry(flights, name);
        return -1;
    }
    if (flights->tables->by_message && append_message(flights, name)) {
        /* the first table suffices, though it is slower */
        message_queues_finish(&flights->tables->messages);
        flights->tables->by_message = false;
    }
    flights->count++;
    return 0;
}

/* Return the oldest message of the queue with that number, or 0. */
static uint32_t flight_find(struct flights *flights,
                            const struct pair_queue *queue, int32_t message)
{
    struct flight_tables *tables = flights->tables;
    uint32_t name = queue->first;
    for (int i = 0; name && flight_at(flights, name)->message != message;
         name = flight_at(flights, name)->next)
        if (++i == WALK && (tables->by_message || !index_messages(flights))) {
            const struct message_queue *found = message_queues_find(
                &tables->messages,
                (struct pair){queue->key, (uint32_t)message});
            return found ? found->first : 0;
        }
    return name;
}

static bool flight_take(struct flights *flights, int32_t source,
                        int32_t destination, int32_t message, bool same,
                        struct flight *taken)
{
    if (!flights->count)
        return false;
    struct pair_queue *queue = pair_queues_find(
        &flights->tables->pairs, flight_pair_of(source, destination));
    if (!queue || !queue->first)
        return false;
    uint32_t name = flight_find(flights, queue, message);
    if (!name && !same)
        name = queue->first;
    if (!name)
        return false;
    *taken = *flight_at(flights, name);
    unlink_from_message(flights, name);
    unlink_from_pair(flights, queue, name);
    drop_entry(flights, name);
    flights->count--;
    return true;
}

bool flights_take(struct flights *flights, int32_t source, int32_t destination,
                  int32_t message, struct flight *taken)
{
    return flight_take(flights, source, destination, message, false, taken);
}

bool flights_take_same(struct flights *flights, int32_t source,
                       int32_t destination, int32_t message,
                       struct flight *taken)
{
    return flight_take(flights, source, destination, message, true, taken);
}

bool flights_any(struct flights *flights, struct flight *any)
{
    for (; flights->count && flights->walked < flights->used;
         flights->walked++) {
        struct flight *flight = &flights->flight[flights->walked];
        if (!flight->under_way)
            continue;
        *any = *flight;
        flight->under_way = false;
        flights->count--;
        return true;
    }
    return false;
}

void flights_finish(struct flights *flights)
{
    if (flights->tables) {
        pair_queues_finish(&flights->tables->pairs);
        message_queues_finish(&flights->tables->messages);
    }
    free(flights->tables);
    free(flights->flight);
    *flights = (struct flights){0};
}
