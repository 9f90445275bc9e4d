/* What the statistics are made of; private to src/stats. One run belongs to
 * one thread at a time; nothing here is shared. */
#ifndef WEFT_SRC_STATS_STATS_H
#define WEFT_SRC_STATS_STATS_H

#include <stdbool.h>
#include <weft/stats.h>

#include "state/state.h"

/* Sums stop at the most that a number can tell. */
static inline void sum_add(uint64_t *sum, uint64_t more)
{
    if (__builtin_add_overflow(*sum, more, sum))
        *sum = UINT64_MAX;
}

/* Can a trace have so many processors? */
static inline bool is_trace(const struct weft_trace_info *info)
{
    return info->processors >= 0 && info->processors <= WEFT_NETWORK_SIZE_MAX;
}

/* ---- who sent how much to whom (flow.c) ------------------------ */

/* Where a flow is: 1 + its index; 0: a free place. */
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
    struct weft_stats_flow *flow; /* [count], in order of appearance */
    size_t count, capacity;
    struct flow_table table;
};

/* 0, or -1: no memory. */
int flows_add(struct flows *flows, int from, int to,
              const struct weft_event *send);
/* A message that has been added has arrived. */
void flows_arrive(struct flows *flows, int from, int to, uint64_t transit);
/* Sort by (from, to); nothing can be added any more. */
void flows_sort(struct flows *flows);
/* The one with the most messages, of equal ones the first; NULL: none. */
const struct weft_stats_flow *flows_busiest(const struct flows *flows);
void flows_finish(struct flows *flows);

/* ---- the longest chain of events (critical-path.c) ------------- */

/* The last event of a chain. Freed when nothing leads on from it. */
struct chain_link {
    struct weft_event event;
    uint64_t length; /* of the chain that ends here */
    uint32_t before; /* index of the event before, or WEFT_TRANSIT_NONE */
    uint32_t users;  /* links that have it before them, processors */
    uint32_t outer;  /* of a reception that is open: the one around it */
};

/* A chain whose last event has not ended yet. */
struct unfinished {
    uint64_t end;
    uint64_t turn; /* the earlier one goes first */
    uint32_t index;
};

#define HEAP_NAME unfinished_heap
#define HEAP_ITEM struct unfinished
#define HEAP_BEFORE(a, b)                                                      \
    ((a)->end != (b)->end ? (a)->end < (b)->end : (a)->turn < (b)->turn)
#include "base/heap.h"

/* A processor waits or sleeps. */
struct path_idle {
    uint64_t start, end;
    uint64_t total; /* from the beginning up to this end */
};

/* The chains that end at one processor. */
struct chains {
    uint32_t best;   /* longest of those that have ended */
    uint32_t latest; /* the last one that began */
    uint32_t inside; /* the innermost reception that is open; where slices
                        nest */
    struct unfinished_heap under_way;
    struct path_idle *idle; /* [idles], in order of time */
    size_t idles, idle_room;
};

struct path {
    struct chain_link *link; /* [capacity] */
    size_t capacity, used;
    uint32_t unused; /* first free one below `used`, chained by `before` */
    struct chains *chains; /* [processors] */
    int processors;
    struct match match;
    struct flows *flows; /* counts the messages that arrive; NULL: none does */
    uint64_t turn;       /* chains so far */
    uint64_t unmatched;  /* as weft_check_result.unmatched */
    bool clock;          /* the trace has no steps */
    bool work;       /* a processor works between its events unless it is idle:
                        the trace records communication only */
    bool nests;      /* what a processor does may lie within a reception */
    uint64_t origin; /* start of the first event */
    /* where they nest: what begins now, but for receptions */
    struct weft_event *held; /* [holds] */
    size_t holds, held_room;
    uint64_t now;
};

/* `work` is the caller's to set. 0, or -1: no memory. */
int path_init(struct path *path, int processors,
              const struct weft_trace_info *info, struct flows *flows);
/* A processor waits or sleeps. Before an event that begins later at this
 * processor; needed if it works between its events. 0, or -1: no memory. */
int path_idle(struct path *path, const struct state_span *span);
/* The next event. 0, or -1: no memory. */
int path_add(struct path *path, const struct weft_event *event);
/* No more events will come. 0, or -1: no memory. */
int path_end(struct path *path);
/* The events of the longest chain, to be freed by the caller; NULL: no memory,
 * or with count 0 if there is none. */
struct weft_event *path_events(struct path *path, size_t *count,
                               uint64_t *length);
void path_finish(struct path *path);

#endif
