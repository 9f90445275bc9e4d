/* Merges the events of all workers into one stream; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_RECORD_MERGE_H
#define WEFT_SRC_MACHINE_RECORD_MERGE_H

#include "log.h"
#include "told.h"

#include "base/base.h"
#include <pthread.h>
#include <stdbool.h>
#include <weft/error.h>

struct run;

/* number of events passed to the sink at once */
#define CHUNK AT_ONCE(1024, 8)

/* Sort key of an event. */
struct key {
    uint64_t order; /* start relative to the batch, then rank */
    const struct weft_event *event;
};

/* The caller's thread sorts the recorded events and passes them to the sink,
 * while the workers continue. */
struct merge {
    pthread_mutex_t lock;  /* guards the members up to the batch */
    pthread_cond_t change; /* signals any change of these members */
    /* the batch belongs to the caller's thread; false: the resolver */
    bool full;
    bool busy;                   /* the caller's thread is processing events */
    int running;                 /* number of workers that have not ended */
    enum weft_error_kind failed; /* why no more events are passed on */

    /* The batch: events too late for the previous batch, and the events of each
     * worker since then. Events that start before `limit` are final. */
    struct log *part; /* [1 + workers] */
    uint64_t limit;

    /* Used by the caller's thread; the resolver reads it while it owns the
     * batch. */
    struct told told; /* description that the sink got at the begin */
    struct log late;  /* events too late for this batch */
    /* events that start before this time have been passed on */
    uint64_t given;
    unsigned shift;     /* number of bits of a rank */
    struct key *key[2]; /* [key_room]; the second is scratch for sorting */
    size_t count;       /* number of keys */
    size_t key_room[2];
    struct weft_event *sorted; /* [CHUNK] */
};

int merge_open(struct run *run, struct weft_error *err);
void merge_close(struct run *run);

/* Convert the return value of a sink's function to an error; 0 is success.
 * Return 0, or -1 with err set. */
int merge_refused(int status, struct weft_error *err);

/* Caller's thread: pass ordered events on to the sink. Return 0, -1 if out of
 * memory, or the kind of the sink's failure. */
int merge_give(struct run *run, const struct weft_event *event, size_t count);

/* Return whether the caller's thread has work to do. */
bool merge_busy(struct run *run);

/* Caller's thread: pass events on until all workers have ended. */
void merge_serve(struct run *run);

/* Pass on all remaining events. Return 0, or -1 with err set. */
int merge_rest(struct run *run, struct weft_error *err);

#endif
