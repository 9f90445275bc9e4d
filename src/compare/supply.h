/* The waiting and the completed trials of a comparison; private to the folder.
 * All functions are thread-safe. */
#ifndef WEFT_SRC_COMPARE_SUPPLY_H
#define WEFT_SRC_COMPARE_SUPPLY_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct supply {
    pthread_mutex_t lock; /* guards all members */
    pthread_cond_t change;
    size_t *waiting;     /* [room] ring buffer of trials; begins at `first` */
    size_t first, count; /* first waiting trial, and number of waiting trials */
    size_t *made;        /* [room] completed trials, in order of completion */
    size_t mades;
    size_t room;
    bool closed; /* no more trials will be added */
};

/* Allocate space for `room` trials. Returns 0, or -1 if memory is short. */
int supply_open(struct supply *supply, size_t room);
void supply_finish(struct supply *supply);

/* Add a waiting trial. */
void supply_put(struct supply *supply, size_t trial);
/* No more trials will be added; with `drop`, remove those that wait. */
void supply_close(struct supply *supply, bool drop);
/* Take the next trial. If there is none, return false or, with `wait`, wait
 * until one is added or the supply is closed. */
bool supply_take(struct supply *supply, bool wait, size_t *trial);
/* Record a completed trial. */
void supply_made(struct supply *supply, size_t trial);

size_t supply_waits(struct supply *supply);
size_t supply_mades(struct supply *supply);

#endif
