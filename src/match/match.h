/* For those who must know both ends of a transfer: the checker, the statistics.
 *
 * Which send does a receive event belong to? By source, destination and
 * message number; of several the one of the very interval, else the oldest.
 * Where they carry different things it is always the oldest.
 *
 * Of events with one start, those of lower processors come first: a receive
 * event may come before its send. It is put off until that start is over. */
#ifndef WEFT_SRC_MATCH_MATCH_H
#define WEFT_SRC_MATCH_MATCH_H

#include "transit.h"

struct match {
    struct transits sent;        /* not yet received */
    struct transits fresh;       /* received now, put off */
    struct transits early;       /* received and not sent by then */
    struct transit_list *coming; /* [processors] of sent, by destination */
    struct transit_list
        *early_by_destination; /* [processors] of early, by destination */
    struct transit *deferred;  /* [count] copies of those in fresh, ... */
    size_t count, capacity;
    size_t open; /* ... of which so many are still there */
    int processors;
    uint64_t now; /* start of the event before */
    /* Told each pair: a receive event with duration 0 says that the message
     * was turned to at that time, and arrived with its send. 0 or -1. */
    int (*arrive)(void *arg, const struct transit *send,
                  const struct transit *receive);
    /* Told each receive event before its send. 0 or -1. */
    int (*early_receive)(void *arg, const struct transit *send,
                         const struct transit *receive);
    void *arg;
};

/* The functions and arg are the caller's to set. 0, or -1: no memory. */
int match_init(struct match *match, int processors);
/* 0, or -1: no memory, or one of the functions has failed. */
int match_send(struct match *match, const struct transit *send);
int match_receive(struct match *match, const struct transit *receive);
/* The next event starts at `now`. 0, or -1 as above. */
int match_advance(struct match *match, uint64_t now);
/* No more events of the start so far will come. */
int match_settle(struct match *match);
/* When the oldest message on its way to a processor left; UINT64_MAX: none. */
uint64_t match_oldest(const struct match *match, int rank);
void match_finish(struct match *match);

#endif
