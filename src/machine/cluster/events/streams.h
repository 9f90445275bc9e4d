/* Transfers events from all processes to the sink of process 0; private to
 * src/machine.
 *
 * Each process sorts the events of its own workers (record/merge.c); process 0
 * merges the sorted streams (streams.c). Processes have ascending ranks, so of
 * two simultaneous events that of the lower process comes first. Events stay in
 * their process until process 0 has room for them (event-flow.c). */
#ifndef WEFT_SRC_MACHINE_CLUSTER_EVENTS_STREAMS_H
#define WEFT_SRC_MACHINE_CLUSTER_EVENTS_STREAMS_H

#include "event-queue.h"
#include "machine/cluster/packet.h"
#include <stdbool.h>
#include <stdint.h>

struct run;
struct weft_error;

/* The stream of one process. Processes other than 0 use only their own stream,
 * for the events that they will send. */
struct stream {
    /* The next four members are guarded by run->merge.lock. */
    /* events that arrived and are neither consumed nor sent */
    struct event_queue came;
    uint64_t complete; /* all events that start before are sorted */
    uint64_t sorted;   /* number of events sorted so far */
    /* process 0: number of sorted events that the sink has received */
    uint64_t given;

    /* The next members are used by the caller's thread of process 0. */
    struct event_queue taken;
    /* number of events passed to the sink but not counted in `given` */
    uint64_t passed;
    bool more; /* whether more events are sorted than have arrived */

    /* The next members are used by the resolver of process 0. */
    /* number of events received, and total credit granted */
    uint64_t received, allowed;
    uint32_t *item; /* [items] maps text numbers of the process to our own */
    size_t items, item_room;
};

struct streams {
    struct stream *stream; /* [processes] streams */
    uint64_t room; /* number of events of each other process that process 0 can
                      store */

    /* The next members are guarded by run->merge.lock. */
    bool arrived; /* process 0: whether new data has not been processed */
    /* process 0: whether the merge waits for more events of some process */
    bool hungry;
    /* other processes: whether process 0 accepts no more events */
    bool unwanted;

    /* The next members are used by the resolver of the other processes. */
    /* number of events sent, and total credit received */
    uint64_t sent, allowed;
    /* value of `complete` that was last sent to process 0 */
    uint64_t packed;
    uint32_t texts_sent; /* number of texts sent to process 0 */
};

int streams_open(struct run *run);
void streams_close(struct run *run);

/* Append sorted events of this process. streams_complete() declares that all
 * events that start before `complete` have been appended. Called by the
 * caller's thread. Return 0, or -1 if out of memory. */
int streams_put(struct run *run, const struct weft_event *event, size_t count);
void streams_complete(struct run *run, uint64_t complete);

/* Pass on all complete events that have arrived. Called by the caller's thread
 * of process 0. Return like process() in merge.c. */
enum weft_error_kind streams_join(struct run *run);
/* Return whether new data has not been processed. Call under merge.lock. */
bool streams_waiting(const struct run *run);
/* Return whether the sink is so far behind that the run should wait, and is
 * making progress. Called by the resolver of process 0. */
bool streams_behind(struct run *run);

/* Send events to process 0 or, in process 0, credits to the others. Called by
 * the resolver. Fails the run on errors. */
void streams_send(struct run *run);
/* Process received packets. Return 1, or -1 if the data is invalid. */
int streams_take_events(struct run *run, int from, struct weft_packet packet);
int streams_take_credit(struct run *run, int from, struct weft_packet packet);
/* Transfer the remaining events after the run. Called by the main thread.
 * Return 0, or -1 with err if a process is gone. */
int streams_finish(struct run *run, struct weft_error *err);

#endif
