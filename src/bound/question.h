/* A question, and the arguments that bound the time of every run of it.
 *
 * The folder: question.c makes the question of goal, network, model and cost;
 * capacity.c says what arcs and ports can carry by a time; need.c what must
 * cross from one set of processors to the other; ratio.c computes. Each further
 * file is one argument, a row of the table in bound.c.
 *
 * An argument must hold for every valid run: of any strategy, with blocks cut
 * into parts, joined in messages, with waiting, and with receptions that come
 * later than their sends (--on-conflict delay) if `late`. When in doubt an
 * argument says nothing. */
#ifndef WEFT_SRC_BOUND_QUESTION_H
#define WEFT_SRC_BOUND_QUESTION_H

#include <weft/bound.h>

#include "ratio.h"

/* What the goal is, where it is known. Data: a block is one of the goal's. */
enum bound_shape {
    BOUND_GENERAL,   /* of one's own: it is asked for everything */
    BOUND_BROADCAST, /* broadcast, stream: all blocks from the root to all */
    BOUND_REDUCE,    /* one value of all at the root */
    BOUND_SCATTER,   /* a block of the root for each */
    BOUND_GATHER,    /* a block of each for the root */
    BOUND_ALLGATHER, /* allgather, multinode, successive */
    BOUND_SOURCES,   /* simultaneous: a block of some processors to all */
    BOUND_REDUCE_SCATTER, /* a combined value for each */
    BOUND_ALLREDUCE,      /* one combined value at all */
    BOUND_BARRIER,        /* the same, and messages may be empty */
    BOUND_SCAN,           /* processor v wants the values of 0 .. v ... */
    BOUND_EXSCAN,         /* ... of 0 .. v - 1 */
    BOUND_ALLTOALL,       /* a block of each for each other one */
    BOUND_COMPUTES,       /* gauss, matvec: computing counts, no argument here
                             applies */
};

/* One direction of a link. */
struct bound_arc {
    int from, to; /* vertices */
    int port;     /* of `from` */
    int lanes;
    struct ratio start; /* s_a: a message over it takes at least this */
    struct ratio word;  /* r_a: and this for each word of it, 0 in unit time */
};

struct bound_question {
    const struct weft_network *network;
    struct weft_model model;
    struct weft_cost cost; /* {1, 0, 0} in unit time */
    const struct weft_goal *goal;
    enum bound_shape shape;
    char problem[24];
    int p;       /* processors */
    int root;    /* of shapes that have one */
    bool unit;   /* unit time: a message of any length takes 1 */
    bool loggp;  /* arcs are not shared, no links have costs */
    bool routed; /* a transfer may pass other processors. Else it goes over one
                    link, or over several that only switches join */
    bool direct; /* one transfer reaches every processor: routed, or complete,
                    or joined by switches alone */
    bool late;   /* a reception may begin later than its send */
    bool combined;  /* values are combined: a block wanted is made of what
                       several hold */
    bool everybody; /* everybody wants something of everybody else */
    bool moved;     /* ... as blocks that are moved, one at least of each */
    bool in_turn;   /* successive broadcasts */
    enum weft_order order; /* of those */
    bool any_order;        /* ... and a source need not wait for its turn */
    bool in_blocks;        /* data is counted in blocks, not in words */
    bool inexact; /* links have costs of their own: the machine's transfers may
                     be shorter by 1 in 10^12. See bound_time() */

    /* Data, in words of 8 bytes; in unit time with B in blocks: in blocks. */
    struct ratio block; /* w of a block of the goal; 0: of messages that are
                           empty (barrier) */
    struct ratio each;  /* of what one processor has for another: allgather,
                           reduce-scatter, alltoall, scatter, gather, sources;
                           else `all` */
    struct ratio all;   /* W: broadcast, stream: all packets; reduce, allreduce,
                           scans: the vector; else all blocks of the goal */
    struct ratio most;  /* S: in one message at most; without limit for any */
    int64_t blocks;     /* B; 0: any */

    /* Costs of arcs. */
    bool alike;         /* all arcs have the same start and word */
    struct ratio start; /* s: the least of all arcs */
    struct ratio word;  /* r: the least of all arcs */
    struct ratio stage; /* e = s + r: what a transfer with data takes; s for
                           empty messages; 2 o + L in LogGP */

    /* Ports: what a processor may do at a time; INT_MAX: as many as arcs. */
    int send_ports, receive_ports;
    bool half; /* not both */

    /* Arcs as a table, made by bound_arcs(): arcs of vertex v are arc[first[v]
     * .. first[v + 1]), in the order of its ports; those that lead to it are
     * arc[into[in_first[v] .. in_first[v + 1])]. NULL: not made. */
    struct bound_arc *arc;
    int64_t arcs;
    int64_t *first, *in_first, *into;

    enum weft_bound_cuts cuts;
    char note[160]; /* what an argument had to leave out */
};

/* What a question is made of; words are those of struct bound_question. */
struct bound_asked {
    const struct weft_network *network;
    struct weft_model model;
    struct weft_cost cost;
    const struct weft_goal *goal;
    const char *problem; /* its name; NULL: a goal alone */
    int root;
    uint64_t bytes;         /* of a block */
    uint64_t vector;        /* of allreduce, reduce-scatter; 0: by the goal */
    int64_t blocks;         /* B; 0: any */
    uint64_t part;          /* bytes of one of the B blocks */
    uint64_t message_bytes; /* instead of B; 0: B counts */
    bool one_link, late, any_order;
    enum weft_order order;
    enum weft_bound_cuts cuts;
};

/* 0, or -1 with WEFT_ERROR_MEMORY; finish either way. */
int bound_question_init(struct bound_question *q,
                        const struct bound_asked *asked,
                        struct weft_error *err);
void bound_question_finish(struct bound_question *q);

/* Ask all arguments: answer->argument, bound, by and note. 0, or -1 with
 * WEFT_ERROR_MEMORY or, where a wanted block cannot come, WEFT_ERROR_WRONG. */
int bound_answer(struct bound_question *q, struct weft_bound_answer *answer,
                 struct weft_error *err);

/* Add an argument, whose list the answer then owns: the highest first, equal
 * ones as they come. */
void bound_insert(struct weft_bound_answer *answer,
                  const struct weft_bound_argument *found);

/* ---- arcs and ports (capacity.c) ---- */

/* The table of arcs, if there is none yet. 0, or -1: no memory. */
int bound_arcs(struct bound_question *q);
/* One arc, without the table. */
struct bound_arc bound_arc(const struct bound_question *q, int vertex,
                           int port);

/* Words that one lane of an arc can carry by time T, rounded up. */
struct ratio bound_lane(const struct bound_question *q,
                        const struct bound_arc *arc, struct ratio time);

enum bound_way { BOUND_OUT, BOUND_IN };

/* How many different messages a processor can send, receive at once: its ports,
 * at most the lanes of its arcs. */
int bound_ports(const struct bound_question *q, int v, enum bound_way way);
/* How many processors can receive what v sends at once, in models that count
 * the receivers of a message: a message to several passes an arc that their
 * routes share once, so lanes limit them only where every receiver is at the
 * end of a link of its own. */
int bound_receivers(const struct bound_question *q, int v);
int bound_most_receivers(const struct bound_question *q);
/* Of the processor that has the most. */
int bound_most_ports(const struct bound_question *q, enum bound_way way);
/* Words that a processor can send, receive by time T, rounded up. In LogGP
 * without limit. */
struct ratio bound_port(const struct bound_question *q, int v,
                        enum bound_way way, struct ratio time);
/* Words that something carries until a time, which never become fewer. */
typedef struct ratio bound_carried(const void *arg, struct ratio until);
/* The first whole time later than `above` by which `words` are carried. */
uint64_t bound_first_time(const struct bound_question *q, uint64_t above,
                          struct ratio words, bound_carried *carried,
                          const void *arg);
/* The least whole time T with bound_port(T) >= words; 0 for no words. Rounded
 * down where q->inexact. */
uint64_t bound_port_time(const struct bound_question *q, int v,
                         enum bound_way way, struct ratio words);

/* ---- times ---- */

/* A whole time that is proved from a fraction: rounded up, as every time is
 * whole, but not by what the machine may round down (q->inexact). */
uint64_t bound_time(const struct bound_question *q, struct ratio time);
/* The same for a search over whole times: what the machine may have had at
 * time T, a little more than T where q->inexact. Ask capacities for this. */
struct ratio bound_until(const struct bound_question *q, uint64_t time);

/* a + b, below 2^62. */
static inline uint64_t bound_sum(uint64_t a, uint64_t b)
{
    uint64_t most = (uint64_t)RATIO_MAX;
    return a < most && b < most - a ? a + b : most;
}

/* ---- what must cross (need.c) ---- */

/* Words that processors outside want of what only those in the set have.
 *
 * @param inside  [p] */
struct ratio bound_need(const struct bound_question *q, const bool *inside);

/* What must leave v, come to v: bound_need() of v and of all others. */
struct ratio bound_own_words(const struct bound_question *q, int v,
                             enum bound_way way);

/* Combined: is the contribution of u to a block part of what v wants? */
static inline bool bound_contributes(const struct bound_question *q, int u,
                                     int v, int block)
{
    return weft_goal_has(q->goal, u, block) &&
           weft_goal_place(q->goal, v, block) >= 0 &&
           weft_goal_takes(q->goal, v, block, u);
}

/* May all processors be asked for each block of a goal of one's own, and each
 * other processor? */
bool bound_is_small(const struct bound_question *q);

/* LogGP with one port each way: a processor does one thing at a time. */
static inline bool bound_one_thing(const struct bound_question *q)
{
    return q->loggp && q->send_ports == 1 && q->receive_ports == 1 &&
           q->model.sends == WEFT_SENDS_ONE;
}

/* Blocks that must be received in all, of a goal of one's own: 0 if it is too
 * large. */
int64_t bound_receptions(const struct bound_question *q);

/* Of how many other processors v wants something, or (told) how many want
 * something of v, that only one has at the start. Of sources and goals of one's
 * own; 0 where to count them is too much work. */
int64_t bound_others(const struct bound_question *q, int v, bool told);

/* Does every processor see the same network? Only where its kind is known for
 * it. */
bool bound_transitive(const struct bound_question *q);

/* ---- arguments: 0, or -1 with err ---- */

/* Each fills `found`, whose `by` is set and the rest zero: bound 0 if it does
 * not apply. Texts name vertices by weft_network_label(). */
typedef int bound_by(struct bound_question *q,
                     struct weft_bound_argument *found, struct weft_error *err);

bound_by bound_by_distance, bound_by_growth, bound_by_port, bound_by_pipeline,
    bound_by_stages, bound_by_work, bound_by_arcs, bound_by_cut,
    bound_by_passing, bound_by_order, bound_by_loggp;

/* Add a number to a certificate. */
void bound_number(struct weft_bound_argument *found, const char *name,
                  struct ratio value);
/* ... that is true or false. */
void bound_truth(struct weft_bound_argument *found, const char *name,
                 bool value);
/* "15 blocks", "1 word". */
const char *bound_amount(const struct bound_question *q, struct ratio words,
                         char text[48]);
/* The name of a vertex, cut to the text's size. */
const char *bound_label(const struct bound_question *q, int vertex,
                        char text[32]);

#endif
