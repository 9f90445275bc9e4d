/* Collective algorithms as timetables: for each round the partners of each
 * processor, and the blocks in each message. A strategy is one such
 * description; from it follow.c derives the program that moves data, and
 * compose.c its time reversal, compositions, and variants for any number of
 * processors.
 *
 * Rounds are numbered from 1. Round t is slot t: a processor without transfers
 * in a round waits for its end. With costs, a round lasts as long as its
 * longest message.
 *
 * A timetable is read-only once created, and all threads may use it. */
#ifndef WEFT_SRC_PROBLEM_TIMETABLE_TIMETABLE_H
#define WEFT_SRC_PROBLEM_TIMETABLE_TIMETABLE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/model.h>
#include <weft/unstable/collective.h>

#include "base/items/items.h"

#define AXES_MAX WEFT_NETWORK_AXES_MAX

/* The parameters of a strategy; 0: default. */
struct terms {
    int p;
    int packets; /* number of blocks of a stream, or of each processor */
    int root;
    int radix;
    int group;
    int aggregate; /* most blocks in a message */
    /* sizes of the blocks of the strategy, in blocks of the timetable; NULL: 1
     */
    const char *counts;
    /* extents of the axes; 0 axes: the strategy determines them */
    int axes, extent[AXES_MAX];
    bool wide;
    /* the network and costs of the run, and whether its links are shared; the
     * network is NULL if they do not matter */
    const struct weft_network *network;
    const struct weft_cost *cost;
    bool shared;
    size_t bytes; /* size of a block in bytes */
};

struct tree_rounds;

/* The blocks of one message, in ascending order. */
struct cargo {
    struct interval *run; /* [runs] ranges of blocks, joined */
    size_t runs, capacity;
    size_t count; /* number of blocks in all ranges */
    int reg;      /* index of the sender's register that is sent */
    /* set by the caller: the number of the message, from 0, among those of the
     * round from one processor to another */
    int number;
    bool failed; /* whether an allocation has failed */
};

/* The partners of a processor in one round, once for each message; several
 * messages of the same partner follow each other. */
struct meeting {
    int *to, *from; /* [ports] receivers, and [ports] senders */
    int sends, receives;
};

struct timetable {
    int p, blocks, rounds;
    int places; /* number of blocks that a processor can store */
    int ports;  /* maximum number of messages of a processor in a round */
    /* in each round all processors send as many blocks as processor 0 */
    bool even;
    /* if there are two parts (tasks 1 and 2 in traces): the last round of the
     * first; else 0 */
    int second;
    /* whether received values are always combined as left operands */
    bool left;
    /* Number of registers (running values) per processor, 1 or 2. Those in the
     * bit set `filled` start with its own contribution, the others empty. */
    int registers, filled;
    int result;  /* index of the register that contains the result */
    bool joined; /* whether the result is register 0 combined with register 1 */

    void (*meet)(const struct timetable *t, int round, int rank,
                 struct meeting *m);
    /* List the blocks of a message; none if the message is not needed. */
    void (*carry)(const struct timetable *t, int round, int from, int to,
                  struct cargo *c);
    /* Return the bit set of registers to which a received value is added; 0: it
     * replaces register 0. NULL: 0. */
    int (*adds)(const struct timetable *t, int round, int from, int to);
    /* Return the place of a block in a processor's memory. NULL: its number. */
    int (*place)(const struct timetable *t, int rank, int block);

    /* Return the switches that a message passes, as in weft_event_way(); NULL:
     * it takes the route of the network. NULL: all do. */
    const char *(*way)(const struct timetable *t, int round, int from, int to,
                       int number);

    /* Return whether register 1 becomes a copy of register 0 before the round.
     * NULL: never. */
    bool (*copies)(const struct timetable *t, int round);

    /* Data for the functions above. */
    struct terms terms;
    int log;       /* ceil(log2 p), the height of a binomial tree */
    int low, rest; /* p = 2^low + rest, with rest < 2^low */
    int *table;    /* array whose meaning depends on the algorithm, owned */
    struct tree_rounds *trees; /* messages of tree-rounds.c, owned */
    /* [p] the way of the message that each processor sends next, written by
     * that processor; owned; NULL: all take the routes of the network */
    const char **next_way;
    /* [rounds] duration of each round, owned; NULL: not computed */
    uint64_t *length;
    /* timetables that this one is composed of; owned */
    struct timetable *inner[2];
    char wrong[200]; /* error text, if the timetable cannot be created */
    /* whether the timetable cannot be created for lack of memory */
    bool no_memory;
    /* blocks in the longest message, and their sum over all rounds (frame.c) */
    uint64_t most, volume;
};

/* Creates a timetable: sets the members of *t, which is zero except for
 * `terms`, p and members derived from p. Returns 0, or -1 after
 * timetable_refuse(). */
typedef int timetable_maker(struct timetable *t);

/* Initialise *t and call the maker. Return 0, or -1 with t->wrong. Call
 * timetable_finish() in either case. */
int timetable_make(struct timetable *t, timetable_maker *maker,
                   const struct terms *terms);
void timetable_finish(struct timetable *t);
int timetable_refuse(struct timetable *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int timetable_no_memory(struct timetable *t);

/* The costs of transfers. */
struct timing {
    const struct weft_network *network;
    const struct weft_cost *cost;
    size_t bytes; /* size of a block in bytes */
    bool plain;   /* ignore the costs of individual links */
    /* remaining effort: processors count 1, their messages more; at 0 the
     * search ends. NULL: unlimited */
    uint64_t *budget;
};
/* Return the duration of a round, that of its longest transfer. 0: out of
 * memory. */
uint64_t timetable_length(const struct timetable *t, int round,
                          const struct timing *timing);
/* Compute all durations, once for all processors. Return 0, or -1 if out of
 * memory. */
int timetable_time(struct timetable *t, const struct timing *timing);

/* ---- for makers ---------------------------------------------------------- */

/* Return (rank + by) mod p; by may be negative, but must exceed -p. */
static inline int ring_add(const struct timetable *t, int rank, int64_t by)
{
    int64_t sum = (rank + by) % t->p;
    return (int)(sum < 0 ? sum + t->p : sum);
}

/* Return the number of the i-th message in a list of partners among those of
 * the same partner, given that of the message before. */
static inline int meet_number(const int *partner, int i, int before)
{
    return i && partner[i] == partner[i - 1] ? before + 1 : 0;
}

void meet_send(struct meeting *m, int to);
void meet_receive(struct meeting *m, int from);
/* Let a processor send to rank + by and receive from rank - by, modulo p. */
void meet_shift(const struct timetable *t, int rank, int64_t by,
                struct meeting *m);
/* Send to and receive from the same partner. */
void meet_exchange(struct meeting *m, int with);

/* Start an empty message. */
static inline void cargo_clear(struct cargo *c)
{
    c->runs = c->count = 0;
    c->reg = 0;
}

void cargo_put(struct cargo *c, int block);
/* Add the blocks first, first + 1, .., last. */
void cargo_run(struct cargo *c, int first, int last);
/* Add `count` blocks from `first` on, mod p. */
void cargo_ring(const struct timetable *t, struct cargo *c, int first,
                int count);
void cargo_sort(struct cargo *c);

/* Return register 0 always; adds_both(): both registers. */
int adds_first(const struct timetable *t, int round, int from, int to);
int adds_both(const struct timetable *t, int round, int from, int to);
/* Add all blocks to the message. */
void carry_all(const struct timetable *t, int round, int from, int to,
               struct cargo *c);

/* Set registers and places for combined values, with `blocks` blocks. */
void timetable_combines(struct timetable *t, int blocks);

/* Check that p is a power of two. Return 0, or -1 after timetable_refuse(). */
int timetable_need_power(struct timetable *t);
int timetable_need_even(struct timetable *t);
/* Check that the product of the extents is p. If none are given, choose a grid
 * as square as possible. */
int timetable_need_extents(struct timetable *t);

/* The binomial tree over 0..p-1: in round i = 1..log, v sends to v + s, with s
 * = 2^(log-i). Get the partners in round i; backwards: in round log+1-i. */
void meet_tree(int p, int log, int i, int v, bool backwards, struct meeting *m);
/* Return the last node of the subtree that v's edge of round i leads to. */
static inline int tree_last(int p, int log, int i, int v)
{
    int64_t last = (int64_t)v + (1 << (log - i)) - 1;
    return last < p ? (int)last : p - 1;
}

/* ---- made of others (compose.c) -------------------------------------------
 */

/* Replace each block by as many as t->terms.counts says; t->table contains the
 * first one of each, and their number (counts.c). */
int timetable_counts(struct timetable *t, timetable_maker *maker);
/* Create the i-th inner timetable; NULL with t->wrong. */
struct timetable *timetable_inner(struct timetable *t, int i,
                                  timetable_maker *maker,
                                  const struct terms *terms);
/* Reverse time and arcs: blocks that were forwarded are now combined. */
int timetable_reverse(struct timetable *t, timetable_maker *forward);
/* Reverse time and arcs; received values replace stored ones. */
int timetable_backwards(struct timetable *t, timetable_maker *forward);
/* Renumber processors so that the root is processor 0 of the inner timetable.
 * With `blocks`, blocks are numbered like processors and are renumbered with
 * them. */
int timetable_rooted(struct timetable *t, timetable_maker *maker, bool blocks);
/* Run one timetable after the other. */
int timetable_then(struct timetable *t, timetable_maker *first,
                   timetable_maker *second);
/* Use 2^low virtual processors: pairs (2v, 2v + 1), v < rest, are merged before
 * and separated after the inner timetable, which has 2^low processors. */
int timetable_fold(struct timetable *t, timetable_maker *maker);
int fold_rank(const struct timetable *t, int virtual_rank);
/* Return the virtual number of a rank; -1: it is merged into another. */
int fold_virtual(const struct timetable *t, int rank);

/* ---- execution (follow.c)
 * --------------------------------------------------- */

/* Execute the timetable, beginning now. data: [places][bytes], the processor's
 * blocks, read and written; op: NULL if nothing is combined. Return 0 or -1. */
int timetable_follow(struct weft_processor *self, const struct timetable *t,
                     const struct weft_operator *op, void *data, size_t bytes);

/* Implement a public function: create the timetable and execute it. */
int timetable_call(struct weft_processor *self, timetable_maker *maker,
                   const struct terms *terms, const struct weft_operator *op,
                   void *data, size_t bytes);

#endif
