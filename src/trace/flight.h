/* Messages under way: which send does this receive take? */
#ifndef WEFT_SRC_TRACE_FLIGHT_H
#define WEFT_SRC_TRACE_FLIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct weft_flight {
    uint64_t id;  /* what the user calls this message */
    uint64_t end; /* the user's own, as */
    int32_t source, destination, message;
    int16_t dimension;
    int32_t number; /* this */
    uint32_t next;  /* own use: index + 1 of the next of the same bucket */
};

/* Zeroed is empty. Memory grows with the messages under way at one time. */
struct weft_flights {
    struct weft_flight *flight;
    size_t capacity, used;
    size_t count;   /* under way now */
    uint32_t free;  /* index + 1 of the first free one */
    uint32_t *list; /* [2 * buckets] first and last of each bucket */
    size_t buckets; /* a power of two */
    size_t walked;  /* buckets that weft_flights_any() has emptied */
};

/* A message leaves. 0, or -1 with errno ENOMEM. */
int weft_flights_add(struct weft_flights *flights,
                     const struct weft_flight *flight);
/* A message is taken: the oldest from source to destination with that
 * number, else the oldest from source to destination. */
bool weft_flights_take(struct weft_flights *flights, int32_t source,
                       int32_t destination, int32_t message,
                       struct weft_flight *taken);
/* Any message that is under way, taken away: at the end of a trace, when no
 * more are added. */
bool weft_flights_any(struct weft_flights *flights, struct weft_flight *any);
void weft_flights_finish(struct weft_flights *flights);

#endif
