/* What the files of the chrome writer share; private to them. */
#ifndef WEFT_SRC_TRACE_CHROME_CHROME_H
#define WEFT_SRC_TRACE_CHROME_CHROME_H

#include <string.h>

#include "base/flight.h"
#include "base/mix.h"
#include "base/text/who.h"
#include "trace/io/out.h"
#include "trace/underway.h"

/* A row of slices in the viewer: a thread. Its slices must nest or be
 * disjoint, or the viewers drop them; the others go to its lane. */
struct chrome_track {
    uint64_t end;   /* of the outermost slice that is open */
    uint64_t outer; /* of the one around the innermost */
    uint64_t inner; /* of the innermost, drawn last */
    uint32_t lane;  /* index of the lane for what does not fit; 0: none */
    uint32_t crowd; /* 1 + number of the crowd after it; 0: none */
};

/* Lanes beyond the first few of a thread, which are searched one by one: what
 * they hold does not nest, so the one that is free first is as good as any. */
struct crowd_lane {
    uint64_t end;
    uint32_t track;
};
#define HEAP_NAME chrome_crowd
#define HEAP_ITEM struct crowd_lane
#define HEAP_BEFORE(a, b)                                                      \
    ((a)->end != (b)->end ? (a)->end < (b)->end : (a)->track < (b)->track)
#include "base/heap.h"

/* Parameters of traces that others wrote: "processor.RANK" is the name of the
 * thread, "category.NUMBER" the category of the task. */
#define CHROME_PROCESSOR WHO_KEY
#define CHROME_CATEGORY "category."
#define CHROME_TASK "task."

/* Those two of tasks, by key: the first of each. */
struct chrome_word {
    const char *key, *value; /* of the parameters */
};
#define HASH_NAME chrome_words
#define HASH_ENTRY struct chrome_word
#define HASH_KEY const char *
#define HASH_MEMBER key
#define HASH_FREE(e) (!(e)->key)
#define HASH_OF(key) mix_text(key)
#define HASH_SAME(a, b) (!strcmp(a, b))
#include "base/hash.h"

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

/* Within a time, lines come in three parts, because an arrow's beginning must
 * stand before its end: what has no slice and comes before the slices of its
 * processor; the rest; receives that last. A queue for each. */
enum chrome_part { CHROME_FIRST, CHROME_MIDDLE, CHROME_LAST, CHROME_PARTS };

struct chrome_queue {
    struct chrome_held *held; /* [count], from `first` on not yet written */
    size_t first, count, capacity;
    uint64_t base; /* number of held[0] */
};

/* Events have names: 4 * number in their queue + part + 1; 0 is none. */
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
    struct output *out;
    struct params params;        /* a copy, for the names of tasks */
    struct chrome_words words;   /* of these */
    struct weft_trace_info info; /* only what gives events their items */
    const char **name; /* [processors] other programs' names, or NULL */
    uint64_t unit_ns;
    int processors;
    int tracks; /* for each processor: 1, or 2 in a full-duplex model */
    int digits; /* of a processor's number */
    uint32_t pid;
    struct chrome_text pid_text, start, duration;
    struct chrome_track *track;
    size_t track_count, track_capacity;
    struct chrome_crowd *crowd; /* [crowds] */
    size_t crowds, crowd_capacity;
    struct chrome_rank *rank; /* [processors] */
    struct chrome_queue queue[CHROME_PARTS];
    uint64_t now;  /* start of the newest event */
    uint64_t head; /* start of the oldest that waits */
    uint64_t hold; /* time after which those of `head` may be written */
    bool known;    /* head and hold are */
    struct flights flights;
    uint64_t arrows; /* ids given */
    struct underway links;
};

/* held.c. 0, or -1: no memory. */
int chrome_push(struct chrome *chrome, enum chrome_part part,
                const struct chrome_held *held, uint64_t *name);
/* An event by name; NULL if it is long gone. */
static inline struct chrome_held *chrome_named(struct chrome *chrome,
                                               uint64_t name)
{
    struct chrome_queue *queue = &chrome->queue[(name - 1) & 3];
    if (!name || (name - 1) / 4 < queue->base)
        return NULL;
    return &queue->held[(name - 1) / 4 - queue->base];
}
/* The events of a part that start at `time`, the next to be written. */
struct chrome_held *chrome_front(struct chrome *chrome, enum chrome_part part,
                                 uint64_t time, size_t *count);
void chrome_pop(struct chrome *chrome, enum chrome_part part, size_t count);

/* fold.c: hold an event back, fold waits and stores into receives. */
int chrome_hold(struct chrome *chrome, const struct weft_event *event);

/* release.c */
/* Write what is complete when the time is `now`. */
int chrome_release(struct chrome *chrome, uint64_t now);
int chrome_release_all(struct chrome *chrome);

/* slices.c: lines. */
/* A line without a thread, up to its args: where to go on in the room. */
char *chrome_begin(struct chrome *chrome, const char *what, uint64_t time);
void chrome_thread_of(struct chrome *chrome, uint32_t tid, int rank,
                      const char *what, int lane);
int chrome_send(struct chrome *chrome, const struct chrome_held *held,
                size_t count);
int chrome_receive(struct chrome *chrome, const struct chrome_held *held);
int chrome_compute(struct chrome *chrome, const struct weft_event *event);
/* For the links: arg is the struct chrome. */
void chrome_counter(void *arg, uint64_t time, uint64_t active);

/* lanes.c */
/* The thread number for a slice, at *tid. 0, or -1: no memory. */
int chrome_place(struct chrome *chrome, const struct weft_event *event,
                 uint32_t *tid);
/* The wait that a receive ended, as far as its thread has nothing else to show
 * in that time: at *from since when. The thread number; 0: there is none. */
uint32_t chrome_place_wait(struct chrome *chrome,
                           const struct weft_event *receive, uint64_t *from);

/* chrome-file.c: as in struct weft_format. */
bool chrome_recognise(const char *head, size_t length);
int chrome_read(struct input *in, const struct weft_sink *sink,
                struct weft_read_report *report, struct weft_error *err);

#endif
