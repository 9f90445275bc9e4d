/* The trials of a comparison that wait for somebody to make them, and those
 * that were made; private to the folder. Any thread. */
#ifndef WEFT_SRC_COMPARE_SUPPLY_H
#define WEFT_SRC_COMPARE_SUPPLY_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct supply {
    pthread_mutex_t lock; /* guards all */
    pthread_cond_t change;
    size_t *waiting;     /* [room] a ring of trials ... */
    size_t first, count; /* ... from here on, so many */
    size_t *made;        /* [room] in the order in which they ended */
    size_t mades;
    size_t room;
    bool closed; /* no more will come */
};

/* Room for so many trials. 0, or -1: no memory. */
int supply_open(struct supply *supply, size_t room);
void supply_finish(struct supply *supply);

/* One more waits. */
void supply_put(struct supply *supply, size_t trial);
/* No more will come; `drop`: and what waits is not to be made. */
void supply_close(struct supply *supply, bool drop);
/* The next one. If there is none: false, or, `wait`, wait for it until no more
 * will come. */
bool supply_take(struct supply *supply, bool wait, size_t *trial);
/* It was made. */
void supply_made(struct supply *supply, size_t trial);

size_t supply_waits(struct supply *supply);
size_t supply_mades(struct supply *supply);

#endif
