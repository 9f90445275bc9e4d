/* Declarations that the files of src/sharing share. Transfers, flows, arcs and
 * ports are stored in pools and arrays, and identified by their places
 * there. */
#ifndef WEFT_SRC_SHARING_KERNEL_H
#define WEFT_SRC_SHARING_KERNEL_H

#include <float.h>

#include "base/base.h"
#include "base/invariant.h"
#include "base/mix.h"
#include "route-cost.h"
#include "sharing.h"

/* Paces and remaining work must be the same on every machine. */
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1
#error "compile with -msse2 -mfpmath=sse: doubles must not have further bits"
#endif

#define NOTHING UINT32_MAX /* not a place in a pool */

/* Relative tolerance: numbers that differ by less count as equal. */
#define SHARING_NEAR 1e-9

/* ---- pools ----------------------------------------------------------------
 */

/* A pool of elements that begin with `uint32_t next`, which links the free
 * ones. */
struct sharing_pool {
    void *element;
    /* number of places ever used, capacity, and number of places in use */
    size_t count, room, used;
    uint32_t free; /* place + 1 of the first free element; 0: none */
};

/* Return the place of one more element: a freed one, whose old contents remain,
 * or a zeroed one. NOTHING: out of memory. Elements may move. */
uint32_t pool_take(struct sharing_pool *pool, size_t size);
void pool_give(struct sharing_pool *pool, size_t size, uint32_t place);

/* Memory for blocks of 32-bit numbers; the size of each block is 4 times a
 * power of two. */
struct sharing_blocks {
    uint32_t *word;
    size_t count, room;
    uint32_t free[30]; /* by size: place + 1 of the first free block; 0: none */
};
uint32_t blocks_take(struct sharing_blocks *blocks, size_t words);
void blocks_give(struct sharing_blocks *blocks, uint32_t place, size_t words);

/* ---- ticks ----------------------------------------------------------------
 */

/* The flows that end at the same tick. */
struct bucket {
    uint64_t at;
    size_t place; /* index in the heap */
    uint32_t first, last;
    struct bucket *next; /* next bucket in the list of free ones */
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
    struct coming_heap heap; /* buckets, one for each tick */
    struct coming_table table;
    struct bucket *last; /* bucket that a flow was last put into */
    struct bucket *free;
};

/* Put a flow that is in no bucket into the bucket of a tick. Return 0, or -1 if
 * out of memory. */
int ticks_put(struct sharing *s, uint32_t flow, uint64_t at);
void ticks_drop(struct sharing *s, uint32_t flow);
/* Remove the bucket of the first tick and return its flows, linked by
 * `next`. */
uint32_t ticks_take(struct sharing *s);
void ticks_finish(struct ticks *ticks);

/* ---- transfers and flows --------------------------------------------------
 */

/* The event that a flow waits for until its tick. At the same tick, the flows
 * of one copy are processed in this order. */
enum flow_kind {
    FLOW_HEAD,  /* its data enter the first arc; fifo: the next arc */
    FLOW_FIRST, /* LogGP: the first byte arrives */
    FLOW_DATA,  /* its data have left the links */
    FLOW_TAIL,  /* it arrives */
    FLOW_PORT,  /* LogGP: the next message may leave */
    FLOW_COMPUTED,
    FLOW_WOKEN
};

/* A copy of a transfer, or something else that ends at a tick. Copies whose
 * routes share arcs are one flow over the union of these arcs: the lead has
 * this flow, and the others follow it. */
struct sharing_flow {
    /* neighbours in its bucket, or in the list of free places */
    uint32_t next, prev;
    struct bucket *bucket; /* bucket of its tick; NULL: none */
    union {
        struct {         /* fair */
            double left; /* work that was left at the tick `since` */
            double pace; /* work per time unit */
            /* new pace, during a recomputation; 0: not known yet */
            double fixed;
            uint64_t since;
        };
        struct { /* fifo */
            /* ticks for which an arc is occupied in addition to the time of the
             * data there */
            int64_t slack;
            /* end of the data on the last arc that was entered, plus the arc's
             * latency */
            uint64_t held;
            uint32_t hop; /* index of the arc that its head enters next */
            /* block with the number of each arc among those of the transfer;
             * NOTHING: no copies share arcs */
            uint32_t twin;
            /* whether no arc of the route has a latency of its own */
            bool plain;
        };
    };
    double own;          /* maximum pace, that of the flow without others */
    uint32_t arcs, hops; /* its arcs are s->route.word[arcs .. arcs + hops) */
    uint32_t mark; /* number of the last recomputation that reached the flow */
    uint32_t generation; /* number of times that this place was freed */
    uint32_t transfer;
    uint32_t path;
    /* durations in ticks; alone: from start to arrival without other transfers
     */
    uint64_t data, head, tail, alone;
    uint64_t first;    /* LogGP: tick at which the first byte arrives */
    uint32_t sibling;  /* next copy of the same transfer */
    uint32_t follower; /* next copy of the same union */
    /* next copy on the way to the lead, while unions are being found */
    uint32_t lead;
    uint32_t copy; /* index of the copy among those of the transfer */
    int to;
    enum flow_kind kind;
    /* follows: it belongs to the flow of its lead; united: its list of arcs is
     * its own, with the arcs of all followers */
    bool follows, united;
};

enum transfer_state {
    TRANSFER_QUEUED,  /* queued behind other transfers of its sender */
    TRANSFER_WAITING, /* the oldest of its sender, which is not free */
    TRANSFER_AT,      /* in the heap of a receiver that is not free */
    TRANSFER_CALLED,  /* will be tried at this tick */
    TRANSFER_STARTED
};

/* A transfer, a computation or a wake. */
struct transfer {
    uint32_t next;            /* next transfer in the queue of its sender */
    uint32_t flow, last_flow; /* first and last of its copies */
    uint64_t tag, asked, start;
    uint64_t sequence; /* position in the order of requests */
    uint64_t number;   /* position in the order in which transfers start */
    uint64_t bytes; /* size in bytes; of a computation: its duration in ticks */
    uint64_t slow;  /* maximum delay of a copy on links, in ticks */
    const char *way; /* as in struct sharing_ask */
    uint32_t copies;
    uint32_t going;   /* number of copies that have not arrived */
    uint32_t leaving; /* LogGP: number of flows that occupy the send port */
    uint32_t endpoint;
    /* endpoint whose heap it was taken from; NOTHING: none */
    uint32_t called_from;
    /* fifo: block of the route that records the crossings shared by several
     * copies, and its length; NOTHING: none */
    uint32_t twins, twins_size;
    int from, port;
    enum transfer_state state;
    bool computes, again;
};

/* ---- paths and arcs -------------------------------------------------------
 */

/* A route. It is kept while a transfer uses it, and then until another route
 * needs its slot. */
struct sharing_path {
    uint32_t next;
    uint32_t users;
    int from, to;
    const char *way; /* as in struct sharing_ask */
    uint32_t arcs, hops;
    double own;
    bool cached;
};

/* A flow on an arc. It has left if the place has another generation by now. */
struct sharing_passing {
    uint32_t flow, generation;
};

#define HEAP_NAME leaving_heap
#define HEAP_ITEM uint64_t
#define HEAP_BEFORE(a, b) (*(a) < *(b))
#include "base/heap.h"

struct sharing_arc {
    double capacity;  /* in work per time unit; INFINITY: unlimited */
    double own, pace; /* sums of these members of its flows */
    union {
        struct sharing_passing one;   /* if `room` is 0 */
        struct sharing_passing *many; /* [room] */
    } passing; /* [passes] flows on the arc, including some that have left */
    uint32_t passes, room;
    uint32_t live;
    uint32_t mark; /* number of the last recomputation that reached the arc */
    /* capacity left for the flows whose new pace is not known yet */
    double left;
    uint32_t growing; /* number of these flows */
    /* changed: it is in s->changed; binds: its flows cannot all have their own
     * paces; bound: the same before this tick */
    bool changed, binds, bound;
    bool is_full;
    /* ticks since which it has flows, and since which it is full */
    uint64_t since, full_since;
    /* number of ticks in which it had flows, and was full, before these
     * intervals */
    uint64_t carrying, full;
    double words;
    uint32_t most;
    int tail, head;
    int lanes;
};

/* fifo: the lanes of an arc, each with the tick from which it is free. */
struct sharing_queue {
    union {
        uint64_t one;   /* if there is one lane */
        uint64_t *many; /* [lanes] */
    } lane;
    uint64_t taken; /* end of everything that it has carried */
    /* ends of the transfers on the arc and in its queue; may be empty if there
     * is at most one */
    struct leaving_heap leaving;
};

/* fifo: when the data of a transfer are on an arc. */
struct sharing_crossing {
    uint64_t start, end;
};

struct arc_known {
    int64_t number; /* 1 + number of the arc in the network; 0: a free slot */
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
    /* [slots] 1 + place of the route that was stored last; 0: none */
    uint32_t *slot;
    size_t slots; /* number of slots, a power of two */
    /* [arcs of the network] 1 + place of each arc, 0: not used yet; NULL: see
     * `table` */
    uint32_t *known;
    struct arcs_known table;
    /* whether some arc has a bandwidth of its own that affects times */
    bool bandwidths;
    bool costs; /* whether some arc has a cost of its own that affects times */
    bool unit;  /* whether the costs are those of unit time */
    /* work per word, so that a lane without a bandwidth has pace 1 */
    double scale;
};

int paths_begin(struct sharing *s);
void paths_finish(struct sharing *s);
/* Return the route between two processors, and count one more user. NOTHING:
 * failed. */
uint32_t paths_get(struct sharing *s, int from, int to, const char *way);
void paths_leave(struct sharing *s, uint32_t path);
/* Compute the head, data and tail of a flow over its path; without data, the
 * whole transfer is its head. Return 0 or -1. */
int paths_times(struct sharing *s, struct sharing_flow *flow, uint64_t bytes);
/* Return how many ticks the data of this many bytes need on an arc; and by how
 * many ticks the head reaches the end of an arc later than its beginning.
 * `last`: this is the last arc of a route on which no arc has a latency. */
uint64_t paths_arc_data(const struct sharing *s, uint32_t arc, uint64_t bytes);
uint64_t paths_arc_latency(const struct sharing *s, uint32_t arc, bool last);
/* Return the load of an arc by this many bytes, in words; in unit time, in
 * messages. */
double paths_load(const struct sharing *s, uint64_t bytes);
/* Return whether no arc of a path has a latency of its own. */
bool paths_plain(const struct sharing *s, const struct sharing_path *path);

/* Find copies of a transfer that share arcs. They become one flow, or take over
 * each other's times on these arcs. Return 0, or -1 if out of memory. */
int sharing_copies_pace(struct sharing *s, uint32_t transfer);
int sharing_copies_queue(struct sharing *s, uint32_t transfer);

/* ---- ports ----------------------------------------------------------------
 */

/* A growing list of places. */
struct sharing_places {
    uint32_t *place;
    size_t count, room;
};
int places_add(struct sharing_places *places, uint32_t place);

/* A transfer that may be able to start; candidates are tried in this order. */
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

/* All ports of a processor taken together, or a single numbered port. */
struct sharing_endpoint {
    int sends, receives, computes; /* now */
    /* LogGP: number of messages that have left at the tick sent_at */
    int together;
    uint64_t sent_at;
    /* transfers and computations that have not started */
    struct transfer_queue transfers, computations;
    /* transfers that wait for its receive port */
    struct candidate_heap waiting;
    bool freed; /* whether it is in ports.freed */
};

struct endpoint_known {
    uint64_t key; /* rank and port; SHARING_NEVER: a free slot */
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
    /* [size] endpoints of the processors, followed by those of numbered ports
     */
    struct sharing_endpoint *endpoint;
    size_t count, room;
    struct endpoints_known known;
    int send_most, receive_most;
    /* half duplex: sends, receptions and computations of a processor exclude
     * each other */
    bool half;
    struct sharing_places freed; /* endpoints */
    /* transfers called before the first start of this tick */
    struct candidate *fresh;
    size_t fresh_count, fresh_at, fresh_room;
    bool fresh_sorted;
    /* transfers called between the starts of this tick */
    struct candidate_heap called;
};

int ports_begin(struct sharing *s);
void ports_finish(struct sharing *s);
/* Append a new transfer or computation to the queue of its sender. */
int ports_ask(struct sharing *s, uint32_t transfer);
/* Start the next transfer that can start at `now`, and take its ports.
 * *transfer is NOTHING if there is none. Return 0, or -1 if out of memory. */
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

/* An arc, and the pace up to which its growing flows can grow equally: the bits
 * of a nonnegative double, which have the same order as the numbers and are
 * cheaper to compare. */
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

/* A flow of the current component. */
struct fixing {
    double own;
    uint32_t flow;
};

/* A way of sharing arcs. */
struct discipline {
    /* Find the copies of a transfer that share arcs; called if it has several.
     */
    int (*unite)(struct sharing *s, uint32_t transfer);
    /* Let the data of s->entering enter links, in this order, and empty the
     * list. */
    int (*settle)(struct sharing *s, uint64_t now);
    /* Process the end of a flow's data on links. */
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
    /* numbers of the last request and of the last start */
    uint64_t sequence, number;
    struct sharing_pool flow, transfer;
    struct sharing_blocks route; /* lists of places of arcs */
    struct ticks ticks;
    struct paths paths;
    struct ports ports;
    struct sharing_arc *arc;
    /* costs of the arcs, if some of them affect times */
    struct weft_arc_cost *arc_cost;
    struct sharing_queue *queue; /* fifo: queue of each arc */
    size_t arcs, arc_room, cost_room, queue_room;
    uint64_t passed; /* total number of arcs on the routes of all transfers */
    struct sharing_totals totals;
    struct sharing_news *news;
    size_t news_count, news_room;
    struct due *due, *due_other;
    size_t due_room, due_other_room;
    struct sharing_places entering; /* flows whose head is over */
    struct sharing_places changed;  /* arcs to examine at the end of the tick */
    struct sharing_places stack;    /* scratch list of arcs */
    struct sharing_places component_arcs;
    struct fixing *fixing; /* flows of the current component */
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

/* Set the failure unless one is set, and return -1. */
int sharing_fail(struct sharing *s, enum weft_error_kind kind,
                 const char *format, ...) __attribute__((format(printf, 3, 4)));
int sharing_no_memory(struct sharing *s);
/* Put a flow into the bucket of a tick. Return 0, or -1 if out of memory or if
 * the tick is beyond the end of time. */
int sharing_schedule(struct sharing *s, uint32_t flow, enum flow_kind kind,
                     uint64_t at);
/* Process the end of the data of a flow, and of its followers, at `now`. */
int sharing_through(struct sharing *s, uint32_t flow, uint64_t now);
/* LogGP: let a transfer's port be released after the gap, because the data of a
 * flow leave the links at the tick `at`; sharing_expect_first() schedules the
 * arrival of a copy's first byte. Return 0 or -1. */
int sharing_leave_links(struct sharing *s, uint32_t transfer, uint64_t at);
int sharing_expect_first(struct sharing *s, uint32_t flow, uint64_t at);
/* Count inspections of an arc against the limit. Return 0, or -1 if it is
 * exceeded. */
int sharing_spend(struct sharing *s, uint64_t looks);

#endif
