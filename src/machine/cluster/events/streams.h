/* Events on their way from all processes to the sink of process 0; private to
 * src/machine.
 *
 * Each process sorts what its own workers recorded (record/merge.c); the sorted
 * streams of all become one in process 0 (streams.c). Processes have ascending
 * ranks, so that of two events of one time that of the lower process comes
 * first. Events stay where they arose until process 0 has room for them
 * (event-flow.c). */
#ifndef WEFT_SRC_MACHINE_CLUSTER_EVENTS_STREAMS_H
#define WEFT_SRC_MACHINE_CLUSTER_EVENTS_STREAMS_H

#include "event-queue.h"
#include "machine/cluster/bag.h"
#include <stdbool.h>
#include <stdint.h>

struct run;
struct weft_error;

/* Of one process. Elsewhere than in process 0 only its own is used, for what is
 * to be sent. */
struct stream {
    /* Guarded by run->merge.lock. */
    struct event_queue came; /* and not yet taken, or sent */
    uint64_t complete;       /* what starts before has been sorted */
    uint64_t sorted;         /* events that have been */
    uint64_t given;          /* process 0: of these the sink has */

    /* Process 0, caller's thread. */
    struct event_queue taken;
    uint64_t passed; /* to the sink, and not yet among `given` */
    bool more;       /* more has been sorted than has come */

    /* Process 0, resolver. */
    uint64_t received, allowed; /* events that came, that may come in all */
    uint32_t *item;             /* [items] its numbers of texts, as ours */
    size_t items, item_room;
};

struct streams {
    struct stream *stream; /* [processes] */
    uint64_t room;         /* of each other process in process 0: events */

    /* Guarded by run->merge.lock. */
    bool arrived;  /* process 0: something that was not looked at */
    bool hungry;   /* the same: it goes on when a process has sent more */
    bool unwanted; /* the others: process 0 takes no events any more */

    /* The others, resolver. */
    uint64_t sent, allowed; /* events, in all */
    uint64_t packed; /* up to when process 0 has been told that all is sorted */
    uint32_t told;   /* texts that process 0 has been told */
};

int streams_open(struct run *run);
void streams_close(struct run *run);

/* Caller's thread: sorted events of this process; all that start before
 * `complete` have been put. 0, or -1: no memory. */
int streams_put(struct run *run, const struct weft_event *event, size_t count);
void streams_complete(struct run *run, uint64_t complete);

/* Caller's thread of process 0: give on what is complete, as far as it has
 * come. As process() in merge.c. */
enum weft_error_kind streams_join(struct run *run);
/* Has anything come that was not looked at? Under merge.lock. */
bool streams_waiting(const struct run *run);
/* Resolver of process 0: is the sink so far behind that the run should wait,
 * and about to catch up? */
bool streams_behind(struct run *run);

/* Resolver: what may go, events to process 0, or of process 0 what others may
 * send. Fails the run if it cannot. */
void streams_send(struct run *run);
/* Such parcels. 1, or -1: no process of ours would send this. */
int streams_take_events(struct run *run, int from, struct weft_parcel parcel);
int streams_take_credit(struct run *run, int from, struct weft_parcel parcel);
/* Main thread, after the run: what is left. 0, or -1 with err: a process is
 * gone. */
int streams_finish(struct run *run, struct weft_error *err);

#endif
