/* Parts of the statistics; private to src/stats. A run belongs to one thread at
 * a time; nothing here is shared. */
#ifndef WEFT_SRC_STATS_STATS_H
#define WEFT_SRC_STATS_STATS_H

#include <stdbool.h>
#include <weft/unstable/stats.h>

#include "state/state.h"

/* Add to a sum; it saturates at UINT64_MAX. */
static inline void sum_add(uint64_t *sum, uint64_t more)
{
    if (__builtin_add_overflow(*sum, more, sum))
        *sum = UINT64_MAX;
}

/* Return whether the number of processors is within the limits of a trace. */
static inline bool is_trace(const struct weft_trace_info *info)
{
    return info->processors >= 0 && info->processors <= WEFT_NETWORK_SIZE_MAX;
}

/* ---- messages between pairs (flow.c) ------------------------ */

/* Entry of the table of flows. index: 1 + index into flow[]; 0: a free
 * entry. */
struct flow_place {
    struct pair ends;
    uint32_t index;
};

#define HASH_NAME flow_table
#define HASH_ENTRY struct flow_place
#define HASH_KEY struct pair
#define HASH_MEMBER ends
#define HASH_OF(key) mix_pair(key)
#define HASH_SAME(a, b) pair_same(a, b)
#define HASH_FREE(e) (!(e)->index)
#include "base/hash.h"

struct flows {
    struct weft_stats_flow *flow; /* [count] flows in the order of their first
                                     messages */
    size_t count, capacity;
    struct flow_table table;
};

/* Add a send from one processor to another. Return 0, or -1 if out of
 * memory. */
int flows_add(struct flows *flows, int from, int to,
              const struct weft_event *send);
/* Count the arrival of a message that was added by flows_add(). */
void flows_arrive(struct flows *flows, int from, int to, uint64_t transit);
/* Sort the flows by (from, to). No flow can be added afterwards. */
void flows_sort(struct flows *flows);
/* Return the flow with the most messages, the first one of several, or NULL if
 * there is none. */
const struct weft_stats_flow *flows_busiest(const struct flows *flows);
void flows_finish(struct flows *flows);

/* ---- the longest chain of events (critical-path.c) ------------- */

/* An event, the end of a chain. It is freed when no chain contains it any
 * more. */
struct chain_link {
    struct weft_event event;
    uint64_t length; /* length of the chain up to this event */
    uint32_t before; /* index of the previous link, or WEFT_TRANSIT_NONE */
    /* number of links, processors and messages that refer to this link */
    uint32_t users;
    uint32_t outer; /* for an open reception: index of the enclosing
                       reception */
};

/* A chain whose last event has not yet ended. */
struct unfinished {
    uint64_t end;
    uint64_t turn; /* order of chains that end at the same time: lower first */
    uint32_t index;
};

#define HEAP_NAME unfinished_heap
#define HEAP_ITEM struct unfinished
#define HEAP_BEFORE(a, b)                                                      \
    ((a)->end != (b)->end ? (a)->end < (b)->end : (a)->turn < (b)->turn)
#include "base/heap.h"

/* An interval in which a processor waits or sleeps. */
struct path_idle {
    uint64_t start, end;
    /* total idle time from the start of the run to `end` */
    uint64_t total;
};

/* The chains that end at one processor. */
struct chains {
    uint32_t best;   /* index of the longest chain that has ended */
    uint32_t latest; /* index of the chain that began last */
    /* where slices nest: index of the innermost open reception */
    uint32_t inside;
    struct unfinished_heap under_way;
    struct path_idle *idle; /* [idles] intervals in which the processor waits or
                               sleeps, in order of time */
    size_t idles, idle_room;
};

struct path {
    struct chain_link *link; /* [capacity] links of all chains */
    size_t capacity, used;
    uint32_t unused;       /* index of the first free link below `used` */
    struct chains *chains; /* [processors] chains that end at each processor */
    int processors;
    struct match match;
    struct flows *flows; /* table that counts the messages that arrive, or
                            NULL */
    uint64_t turn;       /* number of chains created so far */
    uint64_t unmatched;  /* number of unmatched events, see
                            weft_check_result.unmatched */
    bool clock;          /* whether the trace has no steps */
    bool work;       /* whether a processor works between its events unless it
                        is idle, because the trace records only communication */
    bool nests;      /* whether other slices may lie within a reception */
    uint64_t origin; /* start of the first event */
    /* where slices nest: events that begin at `now`, except receptions */
    struct weft_event *held; /* [holds] events that are held back */
    size_t holds, held_room;
    uint64_t now;
};

/* Initialise a path; the caller then sets `work`. Return 0, or -1 if out of
 * memory. */
int path_init(struct path *path, int processors,
              const struct weft_trace_info *info, struct flows *flows);
/* Record that a processor waits or sleeps, before any event of the processor
 * that begins later. Necessary if `work` is set. Return 0, or -1 if out of
 * memory. */
int path_idle(struct path *path, const struct state_span *span);
/* Process an event, in the order of starts. Return 0, or -1 if out of
 * memory. */
int path_add(struct path *path, const struct weft_event *event);
/* Process the events that are still held, at the end of the trace. Return 0, or
 * -1 if out of memory. */
int path_end(struct path *path);
/* Return the events of the longest chain, which the caller frees. Return NULL
 * if out of memory, or with count 0 if there is no chain. */
struct weft_event *path_events(struct path *path, size_t *count,
                               uint64_t *length);
void path_finish(struct path *path);

#endif
