/* Match sends with receives, for the checker and the statistics, which need
 * both ends of a transfer.
 *
 * A receive event belongs to the send with the same source, destination and
 * message number. If there are several, it belongs to the one with exactly the
 * same interval, else to the oldest; if they carry different blocks, always to
 * the oldest.
 *
 * Events with the same start are ordered by rank, so a receive event may come
 * before its send. It is then deferred until all events with this start are
 * known. */
#ifndef WEFT_SRC_MATCH_MATCH_H
#define WEFT_SRC_MATCH_MATCH_H

#include "transit.h"

struct match {
    struct transits sent;        /* sends not yet received */
    struct transits fresh;       /* deferred receives, which start at `now` */
    struct transits early;       /* receives that began before their sends */
    struct transit_list *coming; /* [processors] sends not yet received, by
                                    destination */
    struct transit_list *early_by_destination; /* [processors] receives in
                                                  `early`, by destination */
    struct transit *deferred; /* [count] copies of deferred receives */
    size_t count, capacity;
    size_t open; /* number of deferred receives that are still in `fresh` */
    int processors;
    uint64_t now; /* start of the latest event */
    /* Called for each matched pair. A receive event with duration 0 means that
     * the processor took the message at that time; the message had arrived when
     * its send ended. Returns 0 or -1. */
    int (*arrive)(void *arg, const struct transit *send,
                  const struct transit *receive);
    /* Called for each receive event that precedes its send. Returns 0 or -1. */
    int (*early_receive)(void *arg, const struct transit *send,
                         const struct transit *receive);
    void *arg;
};

/* Initialise; the caller then sets the functions and arg. Return 0, or -1 if
 * out of memory. */
int match_init(struct match *match, int processors);
/* Add a send or a receive. Return 0, or -1 if out of memory or if one of the
 * functions failed. */
int match_send(struct match *match, const struct transit *send);
int match_receive(struct match *match, const struct transit *receive);
/* Set the start of the next event. Return 0, or -1 as above. */
int match_advance(struct match *match, uint64_t now);
/* Match the deferred receives, once all events with the current start are
 * known. */
int match_settle(struct match *match);
/* Return the start of the oldest message on its way to `rank`, or UINT64_MAX if
 * there is none. */
uint64_t match_oldest(const struct match *match, int rank);
void match_finish(struct match *match);

#endif
