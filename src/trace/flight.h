/* Messages under way: which send does this receive take? */
#ifndef WEFT_SRC_TRACE_FLIGHT_H
#define WEFT_SRC_TRACE_FLIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct flight {
    uint64_t id;  /* what the user calls this message */
    uint64_t end; /* the user's own, as */
    int32_t source, destination, message;
    int16_t dimension;
    int32_t number; /* this */
    uint32_t next;  /* own use: index + 1 of the next of the same bucket */
};

/* Zeroed is empty. Memory grows with the messages under way at one time. */
struct flights {
    struct flight *flight;
    size_t capacity, used;
    size_t count;   /* under way now */
    uint32_t free;  /* index + 1 of the first free one */
    uint32_t *list; /* [2 * buckets] first and last of each bucket */
    size_t buckets; /* a power of two */
    size_t walked;  /* buckets that flights_any() has emptied */
};

/* A message leaves. 0, or -1 with errno ENOMEM. */
int flights_add(struct flights *flights, const struct flight *flight);
/* A message is taken: the oldest from source to destination with that
 * number, else the oldest from source to destination. */
bool flights_take(struct flights *flights, int32_t source, int32_t destination,
                  int32_t message, struct flight *taken);
/* Any message that is under way, taken away: at the end of a trace, when no
 * more are added. */
bool flights_any(struct flights *flights, struct flight *any);
void flights_finish(struct flights *flights);

#endif
