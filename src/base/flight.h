/* Messages under way: which send does this receive take? Readers, writers and
 * figures ask here; the checker, which judges them, has its own. */
#ifndef WEFT_SRC_BASE_FLIGHT_H
#define WEFT_SRC_BASE_FLIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct flight {
    uint64_t id;  /* what the user calls this message */
    uint64_t end; /* the user's own, as */
    int32_t source, destination, message;
    int16_t dimension;
    bool under_way; /* own use, as what follows number */
    int32_t number; /* the user's own */
    /* index + 1 of the next and the one before of the same two processors, and
     * of the next with the same message, too */
    uint32_t next, before, same;
};

struct flight_tables;

/* Zeroed is empty. Memory grows with the messages under way at one time: 56
 * bytes for each and up to 64 for each pair of processors. */
struct flights {
    struct flight *flight; /* [used] */
    size_t capacity, used;
    size_t count;  /* under way now */
    uint32_t free; /* index + 1 of the first free one */
    size_t walked; /* of the array by flights_any() */
    struct flight_tables *tables;
};

/* A message leaves. 0, or -1: no memory. */
int flights_add(struct flights *flights, const struct flight *flight);
/* A message is taken: the oldest from source to destination with that
 * number, else the oldest from source to destination. O(1). */
bool flights_take(struct flights *flights, int32_t source, int32_t destination,
                  int32_t message, struct flight *taken);
/* The same, but with that number only. */
bool flights_take_same(struct flights *flights, int32_t source,
                       int32_t destination, int32_t message,
                       struct flight *taken);
/* Any message that is under way, taken away: at the end of a trace, when no
 * more are added. */
bool flights_any(struct flights *flights, struct flight *any);
void flights_finish(struct flights *flights);

#endif
