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
    PAJE_CALL,                     /* a call other than a send or a receive */
    PAJE_SEND,                     /* a send: the first of 26 variants */
    PAJE_RECEIVE = PAJE_SEND + 26, /* a receive: the first of 26 variants */
    PAJE_OPEN = PAJE_RECEIVE + 26, /* a state that is determined at the end of
                                      the trace */
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

/* A line other than a change of state. */
struct paje_line {
    uint64_t time;
    uint64_t number; /* key of a link, number of busy links, or 1 + message of a
                        mark */
    uint32_t track;
    int32_t message;  /* number of a link's message; -1: none */
    uint32_t items;   /* contents of the message, for the beginning of a link */
    uint32_t bytes;   /* size of the message, for the beginning of a link */
    int64_t duration; /* duration of the send or receive; -1: not received */
    int16_t dimension;
    uint8_t kind;
};

struct paje {
    struct output *out;
    struct weft_trace_info info; /* information about the run, of which only
                                    `items` is set */
    uint64_t unit_ns;
    uint64_t origin; /* time that is written as 0 */
    bool begun;      /* whether there has been an event */
    bool starved;    /* whether memory ran out for a line */
    int processors, tracks, digits;
    uint8_t open;             /* state that PAJE_OPEN stands for */
    uint64_t now, last;       /* current time, and latest end of all events */
    struct paje_track *track; /* [track_count] states of each container */
    size_t track_count;
    struct paje_line *line; /* [lines] lines not yet written, ordered by time */
    size_t lines, capacity;
    struct change_heap changes; /* changes of states not yet written */
    size_t limit; /* number of waiting lines from which on lines are written
                     again */
    struct states states;
    struct agenda agenda; /* receptions in progress, by their ends */
    struct underway links;
    struct flights flights;
    /* numbers of keys and of parameters used so far */
    uint64_t keys, parameters;
};

/* ---- paje-lines.c ---- */
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
