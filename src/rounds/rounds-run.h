/* The state of a run by rounds; private to the folder. */
#ifndef WEFT_SRC_ROUNDS_RUN_H
#define WEFT_SRC_ROUNDS_RUN_H

#include "algebra.h"
#include "machine/run.h"
#include "problem/timetable/frame.h"
#include "shelf.h"

/* A message of the current round. */
struct parcel {
    int to; /* -1: received */
    uint32_t first, pieces;
    uint32_t count; /* number of blocks; 0: not needed */
    uint64_t end;
};

struct round_run {
    struct run run; /* rules, costs and the stream of events */
    const struct plan *plan;
    const struct timetable *t;
    struct weft_load *load; /* [size] */
    bool combines;
    struct algebra algebra;
    struct shelf shelf; /* strips: those of register 0, then of register 1 */
    uint64_t *clock;    /* [size] */
    uint64_t *begin;    /* [rounds + 1] when each round begins */
    bool adjacent;      /* whether all processors are neighbours */
    bool records;       /* whether there is a sink */
    bool sends; /* whether sends are recorded: for the sink or for routes.c */
    /* [size] the round in which each processor acts next, if records */
    int *next;

    /* the current round */
    int round;
    struct meeting meeting;
    struct cargo cargo;
    struct parcel *parcel; /* [parcels] in order of their senders */
    size_t parcels, parcel_room;
    size_t *sent; /* [size + 1] the first parcel of each processor */
    int *source;  /* [sources] senders, in order of the receivers */
    size_t sources, source_room;
    size_t *awaited; /* [size + 1] index of each receiver's first sender in
                        source[] */
    struct value_ranges pieces;
    struct item_list items;
    size_t cost_bytes; /* length of a message, and its time to a neighbour */
    uint64_t cost;

    bool again; /* whether fibers must run the plan */
    uint64_t makespan, messages, received, bytes, longest;
};

/* round-messages.c: all messages of r->round. Return 0, or -1: out of memory,
 * or with r->again. */
int round_messages(struct round_run *r);
/* Return the number of the first message of a processor that carries the same
 * values as this one. */
size_t round_first_alike(const struct round_run *r, int rank, size_t parcel);
/* Find the partners of a processor in a round, in r->meeting. Return whether
 * there are any. */
bool round_meets(struct round_run *r, int round, int rank);

/* round-events.c. Each function returns 0, or -1 if out of memory. */
/* Record what a processor does after a round until it acts again, or its end,
 * and set r->next. */
int round_idle(struct round_run *r, int rank, int after);
int round_sent(struct round_run *r, int rank, const struct parcel *parcel);
int round_received(struct round_run *r, int rank, int from,
                   const struct parcel *parcel);

#endif
