/* What the files of the chrome writer share; private to them. */
#ifndef WEFT_SRC_TRACE_CHROME_H
#define WEFT_SRC_TRACE_CHROME_H

#include "flight.h"
#include "links.h"
#include "out.h"

/* A row of slices in the viewer: a thread. Its slices must nest or be
 * disjoint, or the viewers drop them; the others go to its lane. */
struct chrome_track {
    uint64_t outer; /* end of the slice drawn last that encloses the others */
    uint64_t inner; /* end of the innermost one */
    uint32_t lane;  /* index of the lane for what does not fit; 0: none */
};

/* An event that waits to be written, and what was folded into it. */
struct chrome_held {
    struct weft_event event;
    uint64_t next;  /* name of the next open receive of this rank, 0: none */
    int32_t wait;   /* peer of the wait that this receive ends */
    bool waited;    /* there was such a wait, right before */
    bool stored;    /* a store of the message followed at its end */
    uint8_t folded; /* enum chrome_fold: is told by another event */
};

enum chrome_fold {
    CHROME_OWN,   /* has a line of its own */
    CHROME_LEAD,  /* a store, told by a receive of an earlier time */
    CHROME_AFTER, /* told by its neighbour of the same time */
};

/* Events have names: their number in the trace + 1, so that 0 is none. */
struct chrome_rank {
    uint64_t newest;                /* its newest event */
    uint64_t first_open, last_open; /* its receives that may be stored yet */
};

/* A text that many lines have, kept as long as it does not change. */
struct chrome_text {
    char text[40];
    size_t length;  /* 0: not made yet */
    uint64_t units; /* the time it says */
};

struct chrome {
    struct weft_out *out;
    uint64_t unit_ns;
    int processors;
    int tracks; /* for each processor: 1, or 2 in a full-duplex model */
    int digits; /* of a processor's number */
    uint32_t pid;
    struct chrome_text pid_text, start, duration;
    struct chrome_track *track;
    size_t track_count, track_capacity;
    struct chrome_rank *rank; /* [processors] */
    struct chrome_held *held; /* [count], from `first` on not yet written */
    size_t first, count, capacity;
    uint64_t now;       /* start of the newest */
    uint64_t base;      /* name of held[0] */
    size_t head;        /* index after the group at `first`, 0: unknown */
    uint64_t head_hold; /* time after which that group may be written */
    struct weft_flights flights;
    uint64_t arrows; /* ids given */
    struct weft_links links;
};

/* chrome-fold.c: hold events back until what follows from them is known. */
int weft_chrome_hold(struct chrome *chrome, const struct weft_event *event);
/* Write the groups that are complete when the time is `now`. */
int weft_chrome_release(struct chrome *chrome, uint64_t now);
int weft_chrome_release_all(struct chrome *chrome);

/* chrome-group.c: all events of one start time. */
int weft_chrome_group(struct chrome *chrome, const struct chrome_held *held,
                      size_t count);

/* chrome-row.c: lines. */
/* A line without a thread, up to its args: where to go on in the room. */
char *weft_chrome_begin(struct chrome *chrome, const char *what, uint64_t time);
void weft_chrome_thread(struct chrome *chrome, uint32_t tid, int rank,
                        const char *what, int lane);
int weft_chrome_send(struct chrome *chrome, const struct chrome_held *held,
                     size_t count);
int weft_chrome_receive(struct chrome *chrome, const struct chrome_held *held);
int weft_chrome_compute(struct chrome *chrome, const struct weft_event *event);
/* For the links: arg is the struct chrome. */
void weft_chrome_counter(void *arg, uint64_t time, uint64_t active);

/* chrome-track.c */
/* The thread number for a slice, at *tid. 0, or -1 with errno ENOMEM. */
int weft_chrome_place(struct chrome *chrome, const struct weft_event *event,
                      uint32_t *tid);

/* chrome-read.c: as in struct weft_format. */
bool weft_chrome_recognise(const char *head, size_t length);
int weft_chrome_read(struct weft_in *in, const struct weft_sink *sink,
                     struct weft_read_report *report, struct weft_error *err);

#endif
