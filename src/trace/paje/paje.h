/* Parts of the paje writer; private to its files. */
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
    PAJE_CALL,                     /* a call other than a transfer */
    PAJE_SEND,                     /* first of 26 variants */
    PAJE_RECEIVE = PAJE_SEND + 26, /* first of 26 variants */
    PAJE_OPEN = PAJE_RECEIVE + 26, /* determined at the end of the trace */
};

struct paje_track {
    uint8_t queued; /* last state that waits to be written */
    uint8_t shown;  /* last state that was written */
};

/* A change of the state of a container. */
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

/* Any other line. */
struct paje_line {
    uint64_t time;
    uint64_t number; /* key of a link; number of busy links; 1 + message of a
                        mark */
    uint32_t track;
    int32_t message;  /* of a link; -1: no number */
    uint32_t items;   /* of the beginning of a link: contents of the message */
    uint32_t bytes;   /* of the beginning of a link */
    int64_t duration; /* duration of send or receive; -1: not received */
    int16_t dimension;
    uint8_t kind;
};

struct paje {
    struct output *out;
    struct weft_trace_info info; /* only its items are set */
    uint64_t unit_ns;
    uint64_t origin; /* time that is written as 0 */
    bool begun;      /* there has been an event */
    bool starved;    /* out of memory for a line */
    int processors, tracks, digits;
    uint8_t open;             /* state that PAJE_OPEN stands for */
    uint64_t now, last;       /* current time; end of all events */
    struct paje_track *track; /* [track_count] */
    size_t track_count;
    struct paje_line *line; /* [lines] waiting lines, ordered by time */
    size_t lines, capacity;
    struct change_heap changes; /* waiting changes */
    size_t limit; /* number of waiting lines at which to write again */
    struct states states;
    struct agenda agenda; /* receptions in progress */
    struct underway links;
    struct flights flights;
    uint64_t keys, parameters; /* numbers used so far */
};

/* paje-lines.c */
/* Add a line; lines are added in order of time. Return 0, or -1 if out of
 * memory. */
int paje_add(struct paje *paje, const struct paje_line *line);
size_t paje_waiting(const struct paje *paje);
/* Write the waiting lines with a time before `time`. */
void paje_write(struct paje *paje, uint64_t time);
void paje_time(struct paje *paje, uint64_t units);

/* states.c. Return 0, or -1 if out of memory or after out_fail(). */
int paje_begin(struct paje *paje, const struct weft_trace_info *info);
int paje_event(struct paje *paje, const struct weft_event *event);
/* Produce and write all remaining lines. */
int paje_end(struct paje *paje);
/* Callback for the number of busy links; arg is the struct paje. */
void paje_links(void *arg, uint64_t time, uint64_t active);

#endif
