/* What the statistics are made of; private to src/check. One run belongs to
 * one thread at a time; nothing here is shared. */
#ifndef WEFT_SRC_STATS_STATS_H
#define WEFT_SRC_STATS_STATS_H

#include <stdbool.h>
#include <weft/stats.h>

#include "check/match.h"

/* ---- who sent how much to whom (stats-flow.c) ------------------------ */

struct flows {
    struct weft_stats_flow *flow; /* [count], in order of appearance */
    size_t count, capacity;
    uint32_t *place; /* hash: 1 + index in flow[], 0: free; [places] */
    size_t places;
};

/* 0, or -1 with errno ENOMEM. */
int flows_add(struct flows *flows, int from, int to,
              const struct weft_event *send);
/* Sort by (from, to); nothing can be added any more. */
void flows_sort(struct flows *flows);
/* The one with the most messages, of equal ones the first; NULL: none. */
const struct weft_stats_flow *flows_busiest(const struct flows *flows);
void flows_finish(struct flows *flows);

/* ---- the longest chain of events (stats-path.c) ---------------------- */

/* The last event of a chain. Freed when nothing leads on from it. */
struct link {
    struct weft_event event;
    uint64_t length; /* of the chain that ends here */
    uint32_t before; /* index of the event before, or WEFT_TRANSIT_NONE */
    uint32_t users;  /* links that have it before them, processors */
};

/* The chains that end at one processor. */
struct chains {
    uint32_t best;       /* longest of those that have ended */
    uint32_t *under_way; /* [count] those that end later than now */
    size_t count, capacity;
};

struct path {
    struct link *link; /* [capacity] */
    size_t capacity, used;
    uint32_t unused; /* first free one below `used`, chained by `before` */
    struct chains *chains; /* [processors] */
    int processors;
    struct match match;
    uint64_t now;
    bool work; /* a processor works between its events: a trace without steps
                  records only its communication */
    uint64_t origin; /* start of the first event */
};

int path_init(struct path *path, int processors, bool work);
/* The next event. 0, or -1 with errno ENOMEM. */
int path_add(struct path *path, const struct weft_event *event);
/* No more events will come. 0, or -1 with errno ENOMEM. */
int path_end(struct path *path);
/* The events of the longest chain, to be freed by the caller; NULL with errno
 * ENOMEM, or with count 0 if there is none. */
struct weft_event *path_events(struct path *path, size_t *count,
                               uint64_t *length);
void path_finish(struct path *path);

#endif
