/* From what each worker recorded to one stream; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_RECORD_MERGE_H
#define WEFT_SRC_MACHINE_RECORD_MERGE_H

#include "log.h"
#include "told.h"

#include "base/base.h"
#include <pthread.h>
#include <stdbool.h>
#include <weft/error.h>

struct run;

#define CHUNK AT_ONCE(1024, 8) /* events given to the sink at once */

/* An event's place in the order. */
struct key {
    uint64_t order; /* its start, from some time on, and then its rank */
    const struct weft_event *event;
};

/* The caller's thread sorts and gives away what the workers recorded, while
 * they go on. */
struct merge {
    pthread_mutex_t lock;  /* guards what follows up to the batch */
    pthread_cond_t change; /* of it */
    bool full;   /* the batch is the caller's thread's, else the resolver's */
    bool busy;   /* the caller's thread is about to give something away */
    int running; /* workers that have not ended */
    enum weft_error_kind failed; /* why nothing more is given away */

    /* The batch: what began too late for the last one, and what each worker has
     * recorded since. What starts before the limit is final. */
    struct log *part; /* [1 + workers] */
    uint64_t limit;

    /* Caller's thread; the resolver looks at it while the batch is its own. */
    struct told told;   /* what the sink was given at the beginning */
    struct log late;    /* what begins too late for this batch */
    uint64_t given;     /* what starts before has been given away */
    unsigned shift;     /* bits of a rank */
    struct key *key[2]; /* the second for use while sorting */
    size_t count;       /* of keys */
    size_t key_room[2];
    struct weft_event *sorted; /* [CHUNK] */
};

int merge_open(struct run *run, struct weft_error *err);
void merge_close(struct run *run);

/* What a sink's function returned, which is no failure if it is 0. 0, or -1
 * with err set. */
int merge_refused(int status, struct weft_error *err);

/* Caller's thread: events in order to whom they are for. 0, -1 (no memory), or
 * the kind of the sink's failure. */
int merge_give(struct run *run, const struct weft_event *event, size_t count);

/* Is the caller's thread about to do something? */
bool merge_busy(struct run *run);

/* Caller's thread: give events away until all workers have ended. */
void merge_serve(struct run *run);

/* The same for all that is left. 0, or -1 with err set. */
int merge_rest(struct run *run, struct weft_error *err);

#endif
