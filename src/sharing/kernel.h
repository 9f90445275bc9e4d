/* What the files of src/sharing share: transfers, flows, arcs and ports, all in
 * pools and named by their places there. */
#ifndef WEFT_SRC_SHARING_KERNEL_H
#define WEFT_SRC_SHARING_KERNEL_H

#include <float.h>

#include "base/base.h"
#include "base/invariant.h"
#include "base/mix.h"
#include "route-cost.h"
#include "sharing.h"

/* Paces and work left are the same on every machine. */
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1
#error "compile with -msse2 -mfpmath=sse: doubles must not have further bits"
#endif

#define NOTHING UINT32_MAX /* no place in a pool */

/* What is within this of something, relative to it, is equal to it. */
#define SHARING_NEAR 1e-9

/* ---- pools ----------------------------------------------------------------
 */

/* Of a pool of elements that begin with `uint32_t next`: the places that are
 * free. */
struct sharing_pool {
    void *element;
    size_t count, room, used; /* places ever taken, allocated, taken now */
    uint32_t free;            /* place + 1 of the first; 0: none */
};

/* A place for one more element, as it was left there or zeroed; NOTHING: no
 * memory. Elements move. */
uint32_t pool_take(struct sharing_pool *pool, size_t size);
void pool_give(struct sharing_pool *pool, size_t size, uint32_t place);

/* Blocks of 32-bit numbers, of 4 times a power of two. */
struct sharing_blocks {
    uint32_t *word;
    size_t count, room;
    uint32_t free[30]; /* place + 1 of the first of each size */
};
uint32_t blocks_take(struct sharing_blocks *blocks, size_t words);
void blocks_give(struct sharing_blocks *blocks, uint32_t place, size_t words);

/* ---- ticks ----------------------------------------------------------------
 */

/* All that ends at one tick. */
struct bucket {
    uint64_t at;
    size_t place; /* in the heap */
    uint32_t first, last;
    struct bucket *next; /* of those that are free */
};

struct coming {
    uint64_t at;
    struct bucket *bucket;
};

#define HEAP_NAME coming_heap
#define HEAP_ITEM struct coming
#define HEAP_BEFORE(a, b) ((a)->at < (b)->at)
#define HEAP_PLACED(a, where) ((a)->bucket->place = (where))
#include "base/heap.h"

#define HASH_NAME coming_table
#define HASH_ENTRY struct coming
#define HASH_KEY uint64_t
#define HASH_MEMBER at
#define HASH_UNUSED                                                            \
    {                                                                          \
        SHARING_NEVER, NULL                                                    \
    }
#define HASH_FREE(entry) ((entry)->at == SHARING_NEVER)
#include "base/hash.h"

struct ticks {
    struct coming_heap heap; /* of distinct ticks */
    struct coming_table table;
    struct bucket *last; /* that something was put in */
    struct bucket *free;
};

/* A flow that is in no tick goes into one. 0, or -1: no memory. */
int ticks_put(struct sharing *s, uint32_t flow, uint64_t at);
void ticks_drop(struct sharing *s, uint32_t flow);
/* The flows of the first tick, which is gone then, linked by `next`. */
uint32_t ticks_take(struct sharing *s);
void ticks_finish(struct ticks *ticks);

/* ---- transfers and flows --------------------------------------------------
 */

/* What a flow waits for until its tick; at one tick of one copy in this order.
 */
enum flow_kind {
    FLOW_HEAD,  /* until its data enter the first arc, fifo: the next one */
    FLOW_FIRST, /* LogGP: until the first byte is there */
    FLOW_DATA,  /* until its data are through */
    FLOW_TAIL,  /* until it arrives */
    FLOW_PORT,  /* LogGP: until the next message may leave */
    FLOW_COMPUTED,
    FLOW_WOKEN
};

/* A copy of a transfer, or whatever else ends at a tick. Copies whose routes
 * share arcs are one flow over the union of these: the first of them has it,
 * the others follow. */
struct sharing_flow {
    uint32_t next, prev;   /* in its tick, or among the free places */
    struct bucket *bucket; /* NULL: in no tick */
    union {
        struct {          /* fair */
            double left;  /* work, at the tick `since` */
            double pace;  /* work in a time unit */
            double fixed; /* while paces are found: the new one; 0: not yet */
            uint64_t since;
        };
        struct {           /* fifo */
            int64_t slack; /* more than each arc needs, in ticks */
            uint64_t held; /* end of the last arc + latency */
            uint32_t hop;  /* that it goes for */
            uint32_t twin; /* place of each arc among those of its transfer */
            bool plain;    /* no arc has a latency */
        };
    };
    double own;          /* the highest pace */
    uint32_t arcs, hops; /* its arcs are s->route.word[arcs .. arcs + hops) */
    uint32_t mark;       /* the recomputation that has seen it */
    uint32_t generation; /* of those that have had this place */
    uint32_t transfer;
    uint32_t path;
    uint64_t data, head, tail, alone; /* ticks; alone: from start to arrival */
    uint64_t first;                   /* LogGP: when the first byte is there */
    uint32_t sibling;                 /* the next copy of the transfer */
    uint32_t follower;                /* the next copy of the union */
    uint32_t lead;                    /* while unions are found */
    uint32_t copy;                    /* which of the transfer's it is */
    int to;
    enum flow_kind kind;
    bool follows, united; /* united: its arcs are of others, too */
};

enum transfer_state {
    TRANSFER_QUEUED,  /* behind others of its sender */
    TRANSFER_WAITING, /* until its sender is free */
    TRANSFER_AT,      /* in the heap of a receiver that is not free */
    TRANSFER_CALLED,  /* may perhaps start */
    TRANSFER_STARTED
};

/* A transfer, a computation or a wake. */
struct transfer {
    uint32_t next; /* in the queue of its sender */
    uint32_t flow; /* the first copy */
    uint64_t tag, asked, start;
    uint64_t sequence; /* order of asking */
    uint64_t number;   /* order of starting */
    uint64_t bytes;    /* of a computation: its ticks */
    uint64_t slow;     /* the most that a copy was slowed */
    uint32_t copies;
    uint32_t going;   /* copies that have not arrived */
    uint32_t leaving; /* LogGP: flows that keep the port */
    uint32_t endpoint;
    uint32_t called_from; /* the receiver's heap that it was in; NOTHING */
    uint32_t twins, twins_size; /* fifo: what copies have in common */
    int from, port;
    enum transfer_state state;
    bool computes;
};

/* ---- paths and arcs -------------------------------------------------------
 */

/* A route, kept while anybody uses it and for some time after. */
struct sharing_path {
    uint32_t next;
    uint32_t users;
    int from, to;
    uint32_t arcs, hops;
    double own;
    bool cached;
};

/* A flow on an arc: gone if its place is of another generation now. */
struct sharing_passing {
    uint32_t flow, generation;
};

#define HEAP_NAME leaving_heap
#define HEAP_ITEM uint64_t
#define HEAP_BEFORE(a, b) (*(a) < *(b))
#include "base/heap.h"

struct sharing_arc {
    double capacity;  /* INFINITY: no limit */
    double own, pace; /* sums over its flows */
    union {
        struct sharing_passing one;   /* room 0 */
        struct sharing_passing *many; /* [room] */
    } passing;                        /* [passes], also some that have gone */
    uint32_t passes, room;
    uint32_t live;
    uint32_t mark;    /* the recomputation that has seen it */
    double left;      /* while paces are found: for its flows that grow */
    uint32_t growing; /* how many these are */
    bool changed, binds, bound; /* bound: it did before this tick */
    bool is_full;
    uint64_t since, full_since; /* it carries something, all that it can */
    uint64_t carrying, full;    /* before */
    double words;
    uint32_t most;
    int tail, head;
    int lanes;
};

/* fifo: the lanes of an arc. */
struct sharing_queue {
    union {
        uint64_t one;   /* of one lane: when it is free */
        uint64_t *many; /* [lanes] */
    } lane;
    uint64_t taken;              /* the end of all that it has carried */
    struct leaving_heap leaving; /* ends of those on it and before it, if these
                                    are several */
};

/* fifo: of a flow over an arc. */
struct sharing_crossing {
    uint64_t start, end;
};

struct arc_known {
    int64_t number; /* of the network, and 1; 0: a free place */
    uint32_t place;
};

#define HASH_NAME arcs_known
#define HASH_ENTRY struct arc_known
#define HASH_KEY int64_t
#define HASH_MEMBER number
#define HASH_FREE(arc) (!(arc)->number)
#include "base/hash.h"

static inline struct sharing_passing *arc_passing(struct sharing_arc *arc)
{
    return arc->room ? arc->passing.many : &arc->passing.one;
}

struct paths {
    struct sharing_pool path;
    uint32_t *slot;  /* [slots] the path that was last made there, and 1 */
    size_t slots;    /* a power of two */
    uint32_t *known; /* [arcs of the network] place and 1; NULL: in `table` */
    struct arcs_known table;
    bool bandwidths; /* some arc of the network has one that counts */
    bool costs;      /* ... or a latency */
    bool unit;       /* unit time */
    double scale;    /* paces for a word in a time unit */
};

int paths_begin(struct sharing *s);
void paths_finish(struct sharing *s);
/* The route, one user more. NOTHING: failed. */
uint32_t paths_get(struct sharing *s, int from, int to);
void paths_leave(struct sharing *s, uint32_t path);
/* Head, data and tail of a flow over its path; without data, its head is all of
 * it. 0 or -1. */
int paths_times(struct sharing *s, struct sharing_flow *flow, uint64_t bytes);
/* Ticks of an arc: what the data of so many bytes need there, and how much
 * later its head is at its end; `last`: of a route, where none of its arcs has
 * a latency. */
uint64_t paths_arc_data(const struct sharing *s, uint32_t arc, uint64_t bytes);
uint64_t paths_arc_latency(const struct sharing *s, uint32_t arc, bool last);
/* What an arc carries of so many bytes: words, in unit time messages. */
double paths_load(const struct sharing *s, uint64_t bytes);
/* Has no arc of a path a latency of its own? */
bool paths_plain(const struct sharing *s, const struct sharing_path *path);

/* Copies of a transfer that share arcs: they become one flow, or have each
 * other's times on these arcs. 0, or -1: no memory. */
int sharing_copies_pace(struct sharing *s, uint32_t transfer);
int sharing_copies_queue(struct sharing *s, uint32_t transfer);

/* ---- ports ----------------------------------------------------------------
 */

/* Of those that may start, the lowest starts. */
struct candidate {
    uint64_t asked, sequence;
    int rank;
    uint32_t transfer;
};

static inline bool candidate_before(const struct candidate *a,
                                    const struct candidate *b)
{
    if (a->asked != b->asked)
        return a->asked < b->asked;
    if (a->rank != b->rank)
        return a->rank < b->rank;
    return a->sequence < b->sequence;
}

#define HEAP_NAME candidate_heap
#define HEAP_ITEM struct candidate
#define HEAP_BEFORE(a, b) candidate_before(a, b)
#include "base/heap.h"

struct transfer_queue {
    uint32_t first, last;
};

/* The ports of a processor, or one port that has a number. */
struct sharing_endpoint {
    int sends, receives, computes; /* now */
    int together;                  /* LogGP: left at the tick sent_at */
    uint64_t sent_at;
    struct transfer_queue transfers, computations; /* not started */
    struct candidate_heap waiting;                 /* for its receive port */
    bool freed; /* something, since the last starts */
};

struct endpoint_known {
    uint64_t key; /* rank and port; SHARING_NEVER: a free place */
    uint32_t place;
};

#define HASH_NAME endpoints_known
#define HASH_ENTRY struct endpoint_known
#define HASH_KEY uint64_t
#define HASH_MEMBER key
#define HASH_UNUSED                                                            \
    {                                                                          \
        SHARING_NEVER, 0                                                       \
    }
#define HASH_FREE(entry) ((entry)->key == SHARING_NEVER)
#include "base/hash.h"

struct ports {
    struct sharing_endpoint *endpoint; /* [size], then those with numbers */
    size_t count, room;
    struct endpoints_known known;
    int send_most, receive_most;
    bool half; /* duplex, where receivers and computations wait */
    uint32_t *freed;
    size_t freed_count, freed_room;
    struct candidate *fresh; /* called before the starts of a tick */
    size_t fresh_count, fresh_at, fresh_room;
    bool fresh_sorted;
    struct candidate_heap called; /* while they go on */
};

int ports_begin(struct sharing *s);
void ports_finish(struct sharing *s);
/* A new transfer or computation takes its place among those of its sender. */
int ports_ask(struct sharing *s, uint32_t transfer);
/* The next that starts at `now`, with all it needs; *transfer NOTHING: none. */
int ports_next(struct sharing *s, uint64_t now, uint32_t *transfer);
int ports_release_sender(struct sharing *s, const struct transfer *transfer);
int ports_release_receiver(struct sharing *s, const struct transfer *transfer,
                           int to);

/* ---- the kernel -----------------------------------------------------------
 */

struct due {
    uint64_t key;
    uint32_t flow;
};

/* A list of places. */
struct sharing_places {
    uint32_t *place;
    size_t count, room;
};
int places_add(struct sharing_places *places, uint32_t place);

/* How far the flows of an arc may grow alike: a number that is not negative, as
 * its bits, which are in the order of the numbers and cheaper to compare. */
struct level {
    uint64_t share;
    uint32_t arc;
};

#define HEAP_NAME level_heap
#define HEAP_ITEM struct level
#define HEAP_BEFORE(a, b)                                                      \
    (((a)->share < (b)->share) |                                               \
     (((a)->share == (b)->share) & ((a)->arc < (b)->arc)))
#include "base/heap.h"

/* A flow of a component. */
struct fixing {
    double own;
    uint32_t flow;
};

/* How flows that enter share arcs. */
struct discipline {
    /* The copies of a transfer, if it has several. */
    int (*unite)(struct sharing *s, uint32_t transfer);
    /* Those of s->entering, in this order; then it is empty. */
    int (*settle)(struct sharing *s, uint64_t now);
    /* The data of this one are through. */
    int (*leave)(struct sharing *s, uint32_t flow, uint64_t now);
};
extern const struct discipline sharing_paces, sharing_lanes;

struct sharing {
    const struct weft_network *network;
    struct weft_model model;
    struct weft_cost cost;
    enum weft_sharing kind;
    const struct discipline *discipline;
    bool unlimited, full;
    int size;
    struct weft_error failure;
    uint64_t sequence, number; /* last given */
    struct sharing_pool flow, transfer;
    struct sharing_blocks route; /* places of arcs */
    struct ticks ticks;
    struct paths paths;
    struct ports ports;
    struct sharing_arc *arc;
    struct weft_arc_cost *arc_cost; /* where links have costs that count */
    struct sharing_queue *queue;    /* fifo */
    size_t arcs, arc_room, cost_room, queue_room;
    uint64_t passed; /* arcs of the routes of all transfers */
    struct sharing_totals totals;
    struct sharing_news *news;
    size_t news_count, news_room;
    struct due *due, *due_other;
    size_t due_room, due_other_room;
    struct sharing_places entering; /* flows */
    struct sharing_places changed;  /* arcs */
    struct sharing_places stack;    /* arcs */
    struct sharing_places component_arcs;
    struct fixing *fixing; /* flows of the component */
    size_t fixings, fixing_room;
    struct level_heap level;
    uint32_t stamp;
};

static inline struct sharing_flow *flow_at(const struct sharing *s,
                                           uint32_t place)
{
    return (struct sharing_flow *)s->flow.element + place;
}

static inline struct transfer *transfer_at(const struct sharing *s,
                                           uint32_t place)
{
    return (struct transfer *)s->transfer.element + place;
}

static inline struct sharing_path *path_at(const struct sharing *s,
                                           uint32_t place)
{
    return (struct sharing_path *)s->paths.path.element + place;
}

/* -1 with the reason. */
int sharing_fail(struct sharing *s, enum weft_error_kind kind,
                 const char *format, ...) __attribute__((format(printf, 3, 4)));
int sharing_no_memory(struct sharing *s);
/* Put the flow into the tick. 0, or -1: no memory, or the end of time. */
int sharing_schedule(struct sharing *s, uint32_t flow, enum flow_kind kind,
                     uint64_t at);
/* The data of a flow, and of all that follow it, are through at `now`. */
int sharing_through(struct sharing *s, uint32_t flow, uint64_t now);
/* LogGP: the data of a flow of the transfer leave the links at a tick; and the
 * first byte of a copy is there. 0 or -1. */
int sharing_leave_links(struct sharing *s, uint32_t transfer, uint64_t at);
int sharing_expect_first(struct sharing *s, uint32_t flow, uint64_t at);
/* Work on paces, in looks at an arc: may it go on? Else failed. */
int sharing_spend(struct sharing *s, uint64_t looks);

#endif
