/* Events on their way from all processes to the sink of process 0; private to
 * src/machine.
 *
 * Each process sorts what its own workers recorded (record/merge.c); here the
 * sorted streams of all become one. Processes have ascending ranks, so that of
 * two events of one time that of the lower process comes first. */
#ifndef WEFT_SRC_MACHINE_CLUSTER_STREAMS_H
#define WEFT_SRC_MACHINE_CLUSTER_STREAMS_H

#include "bag.h"
#include <stdbool.h>
#include <stdint.h>
#include <weft/event.h>

struct run;

/* Events in order, those before `first` gone. */
struct events {
    struct weft_event *event;
    size_t first, count, room;
};

/* Of one process. */
struct stream {
    struct events came;  /* guarded by run->merge.lock */
    uint64_t complete;   /* the same: what starts before has come */
    struct events taken; /* process 0, caller's thread */
    uint32_t *item;      /* [items] process 0: its numbers of texts, as ours;
                            resolver */
    size_t items, item_room;
};

struct streams {
    struct stream *stream; /* [processes]; elsewhere than in process 0 only its
                              own is used, for what is to be sent */
    size_t arrived;  /* in process 0, not yet taken; guarded by merge.lock */
    uint64_t packed; /* up to when process 0 has been told that all has come;
                        resolver */
    uint32_t told;   /* texts that process 0 has been told; resolver */
    uint64_t joined; /* caller's thread: what starts before is with the sink */
};

int streams_open(struct run *run);
void streams_close(struct run *run);

/* Caller's thread: sorted events of this process; all that start before
 * `complete` have been put. 0, or -1: no memory. */
int streams_put(struct run *run, const struct weft_event *event, size_t count);
void streams_complete(struct run *run, uint64_t complete);

/* Caller's thread of process 0: give on what is complete. As process() in
 * merge.c. */
enum weft_error_kind streams_join(struct run *run);
/* Has anything come that was not looked at? Under merge.lock. */
bool streams_waiting(const struct run *run);

/* Is there anything that process 0 does not know? */
bool streams_wanted(struct run *run);
/* Resolver: what is to go to process 0; what has come of process `from`. 0, or
 * -1: no memory. */
void streams_pack(struct run *run, struct bag *bag);
int streams_unpack(struct run *run, int from, struct weft_parcel *parcel);
/* Resolver of process 0: wait until the caller's thread has taken most of what
 * has come. */
void streams_patience(struct run *run);

#endif
