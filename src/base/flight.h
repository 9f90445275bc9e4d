/* Table of messages in flight, which finds the send of each receive. Readers,
 * writers and figures use it; the checker has its own implementation. */
#ifndef WEFT_SRC_BASE_FLIGHT_H
#define WEFT_SRC_BASE_FLIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct flight {
    uint64_t id;  /* the caller's identifier of the message */
    uint64_t end; /* not used by the table; data of the caller */
    int32_t source, destination, message;
    int16_t dimension;
    bool under_way; /* whether the entry is in use; internal */
    int32_t number; /* not used by the table; data of the caller */
    /* index + 1 (0: none) of the next and the previous message of the same two
     * processors, and of the next one that also has the same number */
    uint32_t next, before, same;
};

struct flight_tables;

/* Initialise with zeros. Memory grows with the number of messages in flight: 56
 * bytes for each and up to 64 for each pair of processors. */
struct flights {
    struct flight *flight; /* [used] entries, including free ones */
    size_t capacity, used;
    size_t count;  /* number of messages in flight */
    uint32_t free; /* index + 1 of the first free entry; 0: none */
    size_t walked; /* number of entries visited by flights_any() */
    struct flight_tables *tables;
};

/* Add a message. Return 0, or -1 if out of memory. */
int flights_add(struct flights *flights, const struct flight *flight);
/* Remove a message in O(1) and copy it to *taken: the oldest from source to
 * destination with that number, else the oldest from source to destination.
 * Return false if there is none. */
bool flights_take(struct flights *flights, int32_t source, int32_t destination,
                  int32_t message, struct flight *taken);
/* Like flights_take(), but only a message with that number. */
bool flights_take_same(struct flights *flights, int32_t source,
                       int32_t destination, int32_t message,
                       struct flight *taken);
/* Remove any message in flight and copy it to *any. For the end of a trace:
 * afterwards no message may be added. */
bool flights_any(struct flights *flights, struct flight *any);
void flights_finish(struct flights *flights);

#endif
