/* What the files of the paje writer share; private to them. */
#ifndef WEFT_SRC_TRACE_PAJE_PAJE_H
#define WEFT_SRC_TRACE_PAJE_PAJE_H

#include "base/flight.h"
#include "state/state.h"
#include "trace/io/out.h"
#include "trace/underway.h"

/* Values of the state of a container. */
enum {
    PAJE_IDLE,
    PAJE_WAIT,
    PAJE_COMPUTE,
    PAJE_CALL,                     /* a call that is no transfer */
    PAJE_SEND,                     /* and 25 more */
    PAJE_RECEIVE = PAJE_SEND + 26, /* and 25 more */
    PAJE_OPEN = PAJE_RECEIVE + 26, /* the end of the trace will tell */
};

struct paje_track {
    uint8_t queued; /* state that waits last */
    uint8_t shown;  /* state written last */
};

/* A container changes its state. */
struct paje_change {
    uint64_t time;
    uint32_t track;
    uint8_t state;
};

#define HEAP_NAME change_heap
#define HEAP_ITEM struct paje_change
#define HEAP_BEFORE(a, b)                                                      \
    ((a)->time != (b)->time ? (a)->time < (b)->time : (a)->track < (b)->track)
#include "base/heap.h"

enum paje_kind { PAJE_LEAVES, PAJE_ARRIVES, PAJE_LINKS, PAJE_STORE, PAJE_MARK };

/* Another line. */
struct paje_line {
    uint64_t time;
    uint64_t number; /* key of a link; links under way; 1 + message of a mark */
    uint32_t track;
    int32_t message;  /* of a link; -1: it has no number */
    uint32_t items;   /* ... that begins: what it carries */
    uint32_t bytes;   /* ... that begins */
    int64_t duration; /* of its send or receive; -1: nobody receives it */
    int16_t dimension;
    uint8_t kind;
};

struct paje {
    struct output *out;
    struct weft_trace_info info; /* only what gives events their items */
    uint64_t unit_ns;
    uint64_t origin; /* the time that is written as 0 */
    bool begun;      /* there was an event */
    bool starved;    /* there was no memory for a line */
    int processors, tracks, digits;
    uint8_t open;             /* what PAJE_OPEN is */
    uint64_t now, last;       /* time reached; end of all events */
    struct paje_track *track; /* [track_count] */
    size_t track_count;
    struct paje_line *line; /* [lines] that wait, by time */
    size_t lines, capacity;
    struct change_heap changes; /* that wait */
    size_t limit;               /* so many may, before one looks again */
    struct states states;
    struct agenda agenda; /* receptions under way */
    struct underway links;
    struct flights flights;
    uint64_t keys, parameters; /* written so far */
};

/* paje-lines.c */
/* 0, or -1: no memory. Lines come by time. */
int paje_add(struct paje *paje, const struct paje_line *line);
size_t paje_waiting(const struct paje *paje);
/* Write what waits and happens before `time`. */
void paje_write(struct paje *paje, uint64_t time);
void paje_time(struct paje *paje, uint64_t units);

/* states.c: 0, or -1: no memory, or what out_fail() was told. */
int paje_begin(struct paje *paje, const struct weft_trace_info *info);
int paje_event(struct paje *paje, const struct weft_event *event);
/* Everything that is still to come. */
int paje_end(struct paje *paje);
/* For the links: arg is the struct paje. */
void paje_links(void *arg, uint64_t time, uint64_t active);

#endif
