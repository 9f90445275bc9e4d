/* What the files of the paje writer share; private to them. */
#ifndef WEFT_SRC_TRACE_PAJE_PAJE_H
#define WEFT_SRC_TRACE_PAJE_PAJE_H

#include "base/flight.h"
#include "trace/io/out.h"
#include "trace/underway.h"

/* States: values of a container. */
enum {
    PAJE_IDLE,
    PAJE_WAIT,
    PAJE_COMPUTE,
    PAJE_SEND,                     /* and 25 more */
    PAJE_RECEIVE = PAJE_SEND + 26, /* and 25 more */
};

struct paje_track {
    uint32_t transfers, computations; /* under way */
    uint8_t busy;                     /* state while there are transfers */
    uint8_t rest;                     /* state else */
    uint8_t shown;                    /* state written last */
    bool changed;                     /* at `now`: is in the list */
};

struct paje {
    struct output *out;
    uint64_t unit_ns;
    uint64_t origin; /* the time that is written as 0 */
    bool begun;      /* there was an event */
    /* a trace from elsewhere without computations: a processor computes
     * whenever it does nothing else */
    bool computes;
    int processors, tracks, digits;
    uint64_t now;
    struct paje_track *track; /* [track_count] */
    size_t track_count;
    uint32_t *changed; /* tracks whose state may change at `now` */
    size_t changes, change_capacity;
    struct agenda agenda; /* ends to come */
    struct underway links;
    struct flights flights;
    uint64_t keys;
};

/* states.c */
int paje_event(struct paje *paje, const struct weft_event *event);
/* Everything that is still to come. */
int paje_end(struct paje *paje);
void paje_time(struct paje *paje, uint64_t units);
/* For the links: arg is the struct paje. */
void paje_links(void *arg, uint64_t time, uint64_t active);

#endif
