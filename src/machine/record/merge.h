/* Merge the events of all workers into one stream; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_RECORD_MERGE_H
#define WEFT_SRC_MACHINE_RECORD_MERGE_H

#include "log.h"
#include "run-info.h"

#include "base/base.h"
#include <pthread.h>
#include <stdbool.h>
#include <weft/error.h>

struct run;

/* number of events passed to the sink at once */
#define CHUNK AT_ONCE(1024, 8)

/* Sort key of an event. */
struct key {
    uint64_t order; /* start relative to the batch, then rank, in one number */
    const struct weft_event *event;
};

/* The caller's thread sorts the recorded events and passes them to the sink,
 * while the workers continue. */
struct merge {
    pthread_mutex_t lock; /* guards the members up to `failed` */
    /* signals any change of the members that `lock` guards */
    pthread_cond_t change;
    /* whether the batch belongs to the caller's thread; false: to the
     * resolver */
    bool full;
    bool busy;   /* whether the caller's thread is processing events */
    int running; /* number of workers that have not ended */
    /* error that prevents passing on more events */
    enum weft_error_kind failed;

    /* The batch: events too late for the previous batch, and the events of each
     * worker since then. Events that start before `limit` are final. */
    /* [1 + workers] logs: events left over, then those of each worker */
    struct log *part;
    uint64_t limit;

    /* Used by the caller's thread; the resolver reads it while it owns the
     * batch. */
    /* description of the run that the sink got at the beginning */
    struct run_info run_info;
    struct log late; /* events that are too late for this batch */
    /* events that start before this time have been passed on */
    uint64_t given;
    unsigned shift; /* number of bits that a rank needs */
    /* [key_room] keys to sort; the second array is scratch memory */
    struct key *key[2];
    size_t count; /* number of keys in key[0] */
    size_t key_room[2];
    struct weft_event *sorted; /* [CHUNK] sorted events */
};

int merge_open(struct run *run, struct weft_error *err);
void merge_close(struct run *run);

/* Convert the return value of a sink's function to an error; 0 is success.
 * Return 0, or -1 with err set. */
int merge_refused(int status, struct weft_error *err);

/* Pass ordered events on to the sink. Called by the caller's thread. Return 0,
 * -1 if out of memory, or the kind of the sink's failure. */
int merge_give(struct run *run, const struct weft_event *event, size_t count);

/* Return whether the caller's thread has work to do. */
bool merge_busy(struct run *run);

/* Pass events on until all workers have ended. Called by the caller's
 * thread. */
void merge_serve(struct run *run);

/* Pass on the batch that was handed over, in a system with one thread. */
void merge_serve_batch(struct run *run);

/* Pass on all events that start before `limit`, which must be final. Return 0,
 * or -1 with err set. */
int merge_until(struct run *run, uint64_t limit, struct weft_error *err);
/* Pass on all remaining events. Return the same. */
int merge_rest(struct run *run, struct weft_error *err);

#endif
