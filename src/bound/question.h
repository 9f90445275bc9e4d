/* A question, and the arguments that prove lower bounds on the time of every
 * run that answers it (docs/bounds.md).
 *
 * The folder: question.c builds the question from goal, network, model and
 * cost; capacity.c computes how much arcs and ports can carry by a time; need.c
 * how much must cross from one set of processors to the others; ratio.c is the
 * arithmetic. Each other file implements one argument, a row of the table in
 * bound.c.
 *
 * An argument must hold for every admissible run: for any strategy, with blocks
 * split into parts and joined in messages, with waiting, and, if `late`, with
 * receptions that begin later than their sends (--on-conflict delay). When in
 * doubt, an argument proves nothing. */
#ifndef WEFT_SRC_BOUND_QUESTION_H
#define WEFT_SRC_BOUND_QUESTION_H

#include <weft/bound.h>

#include "ratio.h"

/* The kind of goal. In the data sizes, a block is one of the goal's blocks. */
enum bound_shape {
    BOUND_GENERAL, /* a user-defined goal, to be queried */
    /* broadcast, stream: all blocks go from the root to all processors */
    BOUND_BROADCAST,
    BOUND_REDUCE,  /* all processors contribute to one value at the root */
    BOUND_SCATTER, /* a block goes from the root to each processor */
    BOUND_GATHER,  /* a block goes from each processor to the root */
    /* allgather, multinode, successive: blocks of each processor go to all */
    BOUND_ALLGATHER,
    BOUND_SOURCES, /* simultaneous: blocks of some processors go to all */
    BOUND_REDUCE_SCATTER, /* each processor wants a combined value of its own */
    BOUND_ALLREDUCE,      /* all processors want one combined value */
    BOUND_BARRIER,        /* like all-reduce, but messages may be empty */
    BOUND_SCAN,           /* processor v wants the values of 0 .. v */
    BOUND_EXSCAN,         /* processor v wants the values of 0 .. v - 1 */
    BOUND_ALLTOALL, /* one block goes from each processor to every other */
    /* gauss, matvec: problems with computation, to which no argument applies */
    BOUND_COMPUTES,
};

/* One direction of a link. */
struct bound_arc {
    int from, to; /* numbers of the vertices at both ends */
    int port;     /* port of the vertex `from` that the arc leaves */
    int lanes;
    struct ratio start; /* s_a, the start-up time of a message over the arc */
    struct ratio word;  /* r_a, the time per word; 0 in unit time */
};

struct bound_question {
    const struct weft_network *network;
    struct weft_model model;
    struct weft_cost cost; /* the cost; {1, 0, 0} in unit time */
    const struct weft_goal *goal;
    enum bound_shape shape;
    char problem[24];
    int p;      /* number of processors */
    int root;   /* rank of the root, for shapes with a root */
    bool unit;  /* unit time: every message takes 1 */
    bool loggp; /* LogGP: arcs are not shared, and links have no costs */
    /* transfers may pass through other processors; else a transfer uses one
     * link, or several joined only by switches */
    bool routed;
    /* one transfer can reach any processor: routed, complete, or joined only by
     * switches */
    bool direct;
    bool late; /* whether a reception may begin later than its send */
    /* values are combined: several processors contribute to a wanted block */
    bool combined;
    /* whether each processor wants data from every other processor */
    bool everybody;
    /* each processor wants at least one moved block from every other */
    bool moved;
    bool in_turn; /* whether the problem consists of successive broadcasts */
    enum weft_order order; /* order of successive broadcasts */
    bool any_order;        /* whether a source need not wait for its turn */
    bool in_blocks;        /* whether data is counted in blocks, not in words */
    /* messages share links while they are under way, and times need not be
     * whole: see bound_ports(), bound_lane(), bound_time() */
    bool shared;
    /* links have their own costs: transfers of the machine may be shorter by a
     * factor of 1 - 10^-12; see bound_time() */
    bool inexact;

    /* Amounts of data in words of 8 bytes; in unit time with B in blocks, in
     * blocks. */
    /* w, the size of one block of the goal; 0: messages are empty (barrier) */
    struct ratio block;
    /* the data from one processor for another, in allgather, reduce-scatter,
     * alltoall, scatter, gather and sources; else equal to `all` */
    struct ratio each;
    /* W: broadcast, stream: all packets; reduce, allreduce, scans: the vector;
     * else all blocks of the goal */
    struct ratio all;
    /* S, the maximum amount of data in one message; may be infinite */
    struct ratio most;
    /* B, the maximum number of blocks in a message; 0: unlimited */
    int64_t blocks;

    /* The costs of arcs. */
    bool alike;         /* whether all arcs have the same `start` and `word` */
    struct ratio start; /* s, the minimum start-up time of all arcs */
    struct ratio word;  /* r, the minimum time per word of all arcs */
    /* e = s + r, the minimum time of a transfer with data; s for empty
     * messages; 2 o + L in LogGP */
    struct ratio stage;

    /* Limits on simultaneous sends and receives of a processor; INT_MAX: one
     * per arc. */
    int send_ports, receive_ports;
    bool half; /* half duplex: a processor cannot send and receive at once */

    /* The table of arcs, created by bound_arcs(), or NULL: the arcs of vertex v
     * are arc[first[v] .. first[v + 1]) in the order of its ports; those that
     * lead to v are arc[into[in_first[v] .. in_first[v + 1])]. */
    struct bound_arc *arc;
    int64_t arcs;
    int64_t *first, *in_first, *into;

    enum weft_bound_cuts cuts;
    /* note for the user on parts of arguments that were left out */
    char note[160];
};

/* Input of bound_question_init(); for the terms see struct bound_question. */
struct bound_asked {
    const struct weft_network *network;
    struct weft_model model;
    struct weft_cost cost;
    const struct weft_goal *goal;
    const char *problem; /* name of the problem; NULL: only a goal is given */
    int root;
    uint64_t bytes; /* size of a block in bytes */
    /* length of the vector in bytes (all-reduce, reduce-scatter); 0: from the
     * goal */
    uint64_t vector;
    /* B, the maximum number of blocks in a message; 0: unlimited */
    int64_t blocks;
    uint64_t part; /* size in bytes of one of the B blocks */
    /* maximum size of a message in bytes, instead of B; 0: B applies */
    uint64_t message_bytes;
    bool one_link, late, any_order, shared;
    enum weft_order order;
    enum weft_bound_cuts cuts;
};

/* Return 0, or -1 with WEFT_ERROR_MEMORY; call bound_question_finish() in
 * either case. */
int bound_question_init(struct bound_question *q,
                        const struct bound_asked *asked,
                        struct weft_error *err);
void bound_question_finish(struct bound_question *q);

/* Evaluate all arguments and set answer->argument, bound, by and note. Return
 * 0, or -1 with WEFT_ERROR_MEMORY or, if a wanted block cannot be obtained,
 * WEFT_ERROR_WRONG. */
int bound_answer(struct bound_question *q, struct weft_bound_answer *answer,
                 struct weft_error *err);

/* Insert an argument, highest bound first, stable. The answer takes ownership
 * of the argument's list. */
void bound_insert(struct weft_bound_answer *answer,
                  const struct weft_bound_argument *found);

/* ---- arcs and ports (capacity.c) ---- */

/* Create the table of arcs if there is none. Return 0, or -1 if out of
 * memory. */
int bound_arcs(struct bound_question *q);
/* Compute one arc without the table. */
struct bound_arc bound_arc(const struct bound_question *q, int vertex,
                           int port);

/* Return how many words one lane of an arc can carry by a time, rounded up.
 * Start-ups do not occupy lanes of shared links. */
struct ratio bound_lane(const struct bound_question *q,
                        const struct bound_arc *arc, struct ratio time);

enum bound_way { BOUND_OUT, BOUND_IN };

/* Return how many different messages a processor can send or receive at once:
 * its ports, but at most one per lane of its arcs. With shared links and more
 * ports than lanes, PORTS_MANY: lanes then limit words, not messages. */
#define PORTS_MANY (1 << 20)
int bound_ports(const struct bound_question *q, int v, enum bound_way way);
/* Return how many processors can receive messages of v at once, in models that
 * count the receivers of a message. A message to several processors uses an arc
 * shared by their routes only once, so lanes are a limit only if every receiver
 * is at the end of its own link. With shared links, several messages to one
 * receiver are counted, too. */
int bound_receivers(const struct bound_question *q, int v);
int bound_most_receivers(const struct bound_question *q);
/* Return the maximum of bound_ports() over all processors. */
int bound_most_ports(const struct bound_question *q, enum bound_way way);
/* Return how many words a processor can send or receive by a time, rounded up.
 * Unlimited in LogGP. */
struct ratio bound_port(const struct bound_question *q, int v,
                        enum bound_way way, struct ratio time);
/* Returns how many words are carried by a time; must be nondecreasing. */
typedef struct ratio bound_carried(const void *arg, struct ratio until);
/* Return the first whole time above `above` by which `words` are carried. */
uint64_t bound_first_time(const struct bound_question *q, uint64_t above,
                          struct ratio words, bound_carried *carried,
                          const void *arg);
/* Return what a time found by bound_first_time() proves: with times that need
 * not be whole, only the whole time before it, unless the words are not carried
 * shortly before it either. */
uint64_t bound_proved(const struct bound_question *q, uint64_t time,
                      struct ratio words, bound_carried *carried,
                      const void *arg);
/* Return the least whole time T with bound_port(T) >= words; 0 for no words.
 * Rounded down if q->inexact. */
uint64_t bound_port_time(const struct bound_question *q, int v,
                         enum bound_way way, struct ratio words);

/* ---- times ---- */

/* Convert a proved fractional time to a whole time: rounded up, since all times
 * are whole, except for the amount that the machine may round down
 * (q->inexact). */
uint64_t bound_time(const struct bound_question *q, struct ratio time);
/* Return the time at which to evaluate capacities in a search over whole times:
 * T, or slightly more if q->inexact. */
struct ratio bound_until(const struct bound_question *q, uint64_t time);

/* Return a time shortly before a whole time. If times need not be whole, what
 * is not carried by then takes until the whole time or longer. */
struct ratio bound_before(const struct bound_question *q, uint64_t time);

/* Return a + b, saturating below 2^62. */
static inline uint64_t bound_sum(uint64_t a, uint64_t b)
{
    uint64_t most = (uint64_t)RATIO_MAX;
    return a < most && b < most - a ? a + b : most;
}

/* ---- what must cross (need.c) ---- */

/* Return how many words of data that only processors in the set have are wanted
 * by processors outside.
 *
 * @param inside  [p] */
struct ratio bound_need(const struct bound_question *q, const bool *inside);

/* Return how many words must leave v or reach v: bound_need() of v alone, or of
 * all others. */
struct ratio bound_own_words(const struct bound_question *q, int v,
                             enum bound_way way);

/* For combined values: return whether u contributes to a block that v wants. */
static inline bool bound_contributes(const struct bound_question *q, int u,
                                     int v, int block)
{
    return weft_goal_has(q->goal, u, block) &&
           weft_goal_place(q->goal, v, block) >= 0 &&
           weft_goal_takes(q->goal, v, block, u);
}

/* Return whether a user-defined goal is small enough to query each block for
 * every pair of processors. */
bool bound_is_small(const struct bound_question *q);

/* Return whether a processor does one thing at a time: in LogGP with one port
 * in each direction. */
static inline bool bound_one_thing(const struct bound_question *q)
{
    return q->loggp && q->send_ports == 1 && q->receive_ports == 1 &&
           q->model.sends == WEFT_SENDS_ONE;
}

/* Return the total number of receptions of blocks that a user-defined goal
 * requires; 0 if the goal is too large. */
int64_t bound_receptions(const struct bound_question *q);

/* Return from how many other processors v wants data that only one processor
 * has at the start, or (`informed`) how many processors want such data from v.
 * For sources and user-defined goals; 0 if counting takes too long. */
int64_t bound_others(const struct bound_question *q, int v, bool informed);

/* Return whether all processors see the same network: an automorphism maps any
 * processor to any other, as far as the network's kind is known for it. */
bool bound_transitive(const struct bound_question *q);
/* Return the same for all vertices: there are no switches. */
bool bound_vertex_transitive(const struct bound_question *q);

/* ---- arguments: 0, or -1 with err ---- */

/* Fill in `found`, which is zero except for `by`; bound stays 0 if the argument
 * does not apply. Texts name vertices by weft_network_label(). Return 0, or -1
 * with err. */
typedef int bound_by(struct bound_question *q,
                     struct weft_bound_argument *found, struct weft_error *err);

bound_by bound_by_distance, bound_by_growth, bound_by_port, bound_by_pipeline,
    bound_by_stages, bound_by_work, bound_by_arcs, bound_by_cut,
    bound_by_passing, bound_by_order, bound_by_loggp;

/* Add a number to the certificate. */
void bound_number(struct weft_bound_argument *found, const char *name,
                  struct ratio value);
/* Add a truth value to the certificate. */
void bound_truth(struct weft_bound_argument *found, const char *name,
                 bool value);
/* Format an amount of data: "15 blocks", "1 word". */
const char *bound_amount(const struct bound_question *q, struct ratio words,
                         char text[48]);
/* Format the label of a vertex, truncated to the buffer's size. */
const char *bound_label(const struct bound_question *q, int vertex,
                        char text[32]);

#endif
