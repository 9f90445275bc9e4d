/* Collective algorithms as timetables: round by round whom a processor meets,
 * and which blocks a message carries. A strategy is one such description;
 * from it follow the program that moves real bytes (follow.c), its time
 * reversal, its part in a longer one, and its form for any number of processors
 * (compose.c).
 *
 * Rounds count from 1. Round t is slot t: who has nothing to do in a round
 * waits for its end. With costs a round lasts as long as its longest message.
 *
 * Read-only once made; any thread may ask. */
#ifndef WEFT_SRC_PROBLEM_TIMETABLE_TIMETABLE_H
#define WEFT_SRC_PROBLEM_TIMETABLE_TIMETABLE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/collective.h>
#include <weft/model.h>

#define AXES_MAX WEFT_NETWORK_AXES_MAX

/* What a strategy is asked for; 0: the default. */
struct terms {
    int p;
    int packets; /* blocks of a stream; of each processor */
    int root;
    int radix;
    int group;
    int axes, extent[AXES_MAX]; /* 0: those that it finds itself */
    bool wide;
};

/* The blocks of one message, ascending. */
struct cargo {
    int *block; /* [count] */
    size_t count, capacity;
    int reg;     /* of which running value of the sender's */
    bool failed; /* no memory */
};

/* Whom a processor sends to, and receives from, in one round. */
struct meeting {
    int *to, *from; /* [ports] */
    int sends, receives;
};

struct timetable {
    int p, blocks, rounds;
    int places; /* blocks that a processor has room for */
    int ports;  /* most messages of a processor in a round */
    bool even;  /* all send as many blocks in a round as processor 0 */
    int second; /* the last round before the second of two parts, which are the
                   tasks 1 and 2 in traces; 0: it is in one part */
    bool left;  /* what comes is always combined on the left */
    /* Running values of a processor: 1, or 2. Those of `filled` (a bit set)
     * begin as its own contribution, the others empty. */
    int registers, filled;
    int result;  /* the register in which the result is; */
    bool joined; /* it is register 0 combined with register 1 */

    void (*meet)(const struct timetable *t, int round, int rank,
                 struct meeting *m);
    /* Nothing, if a message is not needed after all. */
    void (*carry)(const struct timetable *t, int round, int from, int to,
                  struct cargo *c);
    /* To which registers (a bit set) what comes is added; 0: it replaces what
     * is in register 0. NULL: 0. */
    int (*adds)(const struct timetable *t, int round, int from, int to);
    /* Where a processor keeps a block. NULL: at the place of its number. */
    int (*place)(const struct timetable *t, int rank, int block);

    /* Before which rounds register 1 becomes a copy of register 0. NULL: never.
     */
    bool (*copies)(const struct timetable *t, int round);

    /* For the functions above. */
    struct terms terms;
    int log;                    /* ceil(log2 p) */
    int low, rest;              /* p = 2^low + rest */
    int *table;                 /* owned */
    uint64_t *length;           /* [rounds] owned; NULL: not found out */
    struct timetable *inner[2]; /* owned, what it is made of */
    char wrong[200];            /* why it cannot be made */
    bool no_memory;             /* that is why */
    uint64_t most, volume;      /* blocks of the longest message, and summed
                                   over the rounds (frame.c) */
};

/* How a timetable is made: fills in *t, which is zeroed but for terms, p and
 * what follows from it. 0, or -1 after timetable_refuse(). */
typedef int timetable_maker(struct timetable *t);

/* Prepare *t and call the maker. 0, or -1 with t->wrong. In either case to be
 * given to timetable_finish(). */
int timetable_make(struct timetable *t, timetable_maker *maker,
                   const struct terms *terms);
void timetable_finish(struct timetable *t);
int timetable_refuse(struct timetable *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int timetable_no_memory(struct timetable *t);

/* What transfers cost. */
struct timing {
    const struct weft_network *network;
    const struct weft_cost *cost;
    size_t bytes;     /* of a block */
    bool plain;       /* whatever the links cost */
    uint64_t *budget; /* what may still be looked at: processors count 1, their
                         messages more; 0: nothing. NULL: all */
};
/* How long a round lasts: as long as its longest transfer. 0: no memory. */
uint64_t timetable_length(const struct timetable *t, int round,
                          const struct timing *timing);
/* Find out all of them, once for all processors. 0, or -1 without memory. */
int timetable_time(struct timetable *t, const struct timing *timing);

/* ---- for makers ---------------------------------------------------------- */

/* (rank + by) mod p; by may be negative, above -p. */
static inline int ring_add(const struct timetable *t, int rank, int64_t by)
{
    int64_t sum = (rank + by) % t->p;
    return (int)(sum < 0 ? sum + t->p : sum);
}

void meet_send(struct meeting *m, int to);
void meet_receive(struct meeting *m, int from);
/* r sends r + by and receives from r - by. */
void meet_shift(const struct timetable *t, int rank, int64_t by,
                struct meeting *m);
/* Both ways with the same one. */
void meet_exchange(struct meeting *m, int with);

void cargo_put(struct cargo *c, int block);
/* first, first + 1, .., last */
void cargo_run(struct cargo *c, int first, int last);
/* `count` blocks from `first` on, mod p. */
void cargo_ring(const struct timetable *t, struct cargo *c, int first,
                int count);
void cargo_sort(struct cargo *c);

/* Always register 0. */
int adds_first(const struct timetable *t, int round, int from, int to);
int adds_both(const struct timetable *t, int round, int from, int to);
/* Everything. */
void carry_all(const struct timetable *t, int round, int from, int to,
               struct cargo *c);

/* One block that is combined (`blocks` of them): registers and places. */
void timetable_combines(struct timetable *t, int blocks);

/* Is p a power of two? 0, or -1 after timetable_refuse(). */
int timetable_need_power(struct timetable *t);
int timetable_need_even(struct timetable *t);
/* Do the extents multiply to p? Where none are given they are a grid as square
 * as can be. */
int timetable_need_extents(struct timetable *t);

/* The binomial tree over 0..p-1: in round i = 1..log, s = 2^(log-i), v reaches
 * v + s. Who sends to whom in round i; backwards: in round log+1-i. */
void meet_tree(int p, int log, int i, int v, bool backwards, struct meeting *m);
/* The last one of the subtree that hangs below its own edge of round i. */
static inline int tree_last(int p, int log, int i, int v)
{
    int64_t last = (int64_t)v + (1 << (log - i)) - 1;
    return last < p ? (int)last : p - 1;
}

/* ---- made of others (compose.c) -------------------------------------------
 */

/* The i-th inner one; NULL with t->wrong. */
struct timetable *timetable_inner(struct timetable *t, int i,
                                  timetable_maker *maker,
                                  const struct terms *terms);
/* Time and arcs reversed: what was passed on is now combined. */
int timetable_reverse(struct timetable *t, timetable_maker *forward);
/* Time and arcs reversed, and what is sent replaces what is there. */
int timetable_backwards(struct timetable *t, timetable_maker *forward);
/* Seen from the root, which is processor 0 of the inner one. With `blocks`
 * blocks have the numbers of processors, and move with them. */
int timetable_rooted(struct timetable *t, timetable_maker *maker, bool blocks);
/* One after the other. */
int timetable_then(struct timetable *t, timetable_maker *first,
                   timetable_maker *second);
/* On 2^low virtual processors: pairs (2v, 2v + 1), v < rest, are folded before
 * and unfolded after. The inner one works on 2^low processors. */
int timetable_fold(struct timetable *t, timetable_maker *maker);
int fold_rank(const struct timetable *t, int virtual_rank);
int fold_virtual(const struct timetable *t, int rank); /* -1: folded */

/* ---- at work (follow.c) -----------------------------------------------------
 */

/* Follow the timetable from now on. data: [places][bytes] the processor's
 * blocks, read and written; op: combines, NULL where nothing is combined.
 * 0 or -1. */
int timetable_follow(struct weft_processor *self, const struct timetable *t,
                     const struct weft_operator *op, void *data, size_t bytes);

/* The public form: make it, follow it. */
int timetable_call(struct weft_processor *self, timetable_maker *maker,
                   const struct terms *terms, const struct weft_operator *op,
                   void *data, size_t bytes);

#endif
