/* Parts of the paje writer; private to its files. */
#ifndef WEFT_SRC_TRACE_PAJE_PAJE_H
#define WEFT_SRC_TRACE_PAJE_PAJE_H

#include "base/flight.h"
#include "state/state.h"
#include "trace/io/out.h"
#include "trace/underway.h"

/* States of a container in a Paje file. */
enum {
    PAJE_IDLE,
    PAJE_WAIT,
    PAJE_COMPUTE,
    PAJE_CALL,                     /* a call other than a send or a receive */
    PAJE_SEND,                     /* first of 26 variants of a send */
    PAJE_RECEIVE = PAJE_SEND + 26, /* first of 26 variants of a receive */
    PAJE_OPEN = PAJE_RECEIVE + 26, /* a state that is determined only at the end
                                      of the trace */
};

struct paje_track {
    uint8_t queued; /* last state in the queue of changes to be written */
    uint8_t shown;  /* last state that was written to the file */
};

/* A change of a container's state. */
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
    uint8_t open;             /* the state that replaces PAJE_OPEN at the end */
    uint64_t now, last;       /* current time, and latest end of all events */
    struct paje_track *track; /* [track_count] states of each container */
    size_t track_count;
    struct paje_line *line; /* [lines] lines not yet written, ordered by time */
    size_t lines, capacity;
    struct change_heap changes; /* changes of states not yet written */
    size_t limit; /* number of waiting lines at which the next attempt to write
                     them is made */
    struct states states;
    struct agenda agenda; /* receptions in progress, sorted by their ends */
    struct underway links;
    struct flights flights;
    /* number of keys and of parameters used so far */
    uint64_t keys, parameters;
};

/* ---- paje-lines.c ---- */
/* Add a line. Lines must be added in order of time. Return 0, or -1 if out of
 * memory. */
int paje_add(struct paje *paje, const struct paje_line *line);
size_t paje_waiting(const struct paje *paje);
/* Write the waiting lines whose time is before `time`. */
void paje_write(struct paje *paje, uint64_t time);
void paje_time(struct paje *paje, uint64_t units);

/* The functions of states.c. Return 0, or -1 if out of memory or after
 * out_fail(). */
int paje_begin(struct paje *paje, const struct weft_trace_info *info);
int paje_event(struct paje *paje, const struct weft_event *event);
/* Produce and write all remaining lines at the end of the trace. */
int paje_end(struct paje *paje);
/* Called when the number of busy links changes; arg is the struct paje. */
void paje_links(void *arg, uint64_t time, uint64_t active);

#endif
