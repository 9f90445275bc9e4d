/* Parts of the Chrome writer; private to its files. */
#ifndef WEFT_SRC_TRACE_CHROME_CHROME_H
#define WEFT_SRC_TRACE_CHROME_CHROME_H

#include <string.h>

#include "base/flight.h"
#include "base/mix.h"
#include "base/text/who.h"
#include "trace/io/out.h"
#include "trace/underway.h"

/* A thread, which viewers show as a row of slices. Its slices must nest or be
 * disjoint, otherwise viewers drop them; slices that do neither go to its
 * lane. */
struct chrome_track {
    uint64_t end;   /* end of the outermost open slice of the thread */
    uint64_t outer; /* end of the slice that encloses the innermost one */
    uint64_t inner; /* end of the innermost slice, the last one written */
    uint32_t lane;  /* index of the lane for slices that do not fit; 0: none */
    uint32_t crowd; /* 1 + index of the crowd with further lanes; 0: none */
};

/* A crowd: all lanes of a thread after the first few, which are searched one by
 * one. Slices in a crowd do not nest, so the lane that becomes free first
 * always has room. */
struct crowd_lane {
    uint64_t end;
    uint32_t track;
};
#define HEAP_NAME chrome_crowd
#define HEAP_ITEM struct crowd_lane
#define HEAP_BEFORE(a, b)                                                      \
    ((a)->end != (b)->end ? (a)->end < (b)->end : (a)->track < (b)->track)
#include "base/heap.h"

/* Keys of parameters of foreign traces: "processor.RANK" is the name of the
 * thread, "category.NUMBER" the category of the task. */
#define CHROME_PROCESSOR WHO_KEY
#define CHROME_CATEGORY "category."
#define CHROME_TASK "task."

/* Names and categories of tasks, by key; if several have the same key, the
 * first one is kept. */
struct chrome_word {
    const char *key, *value; /* key and value of a parameter; the texts are
                                owned by the parameters */
};
#define HASH_NAME chrome_words
#define HASH_ENTRY struct chrome_word
#define HASH_KEY const char *
#define HASH_MEMBER key
#define HASH_FREE(e) (!(e)->key)
#define HASH_OF(key) mix_text(key)
#define HASH_SAME(a, b) (!strcmp(a, b))
#include "base/hash.h"

/* An event that waits to be written, and the events that are folded into it. */
struct chrome_held {
    struct weft_event event;
    uint64_t next; /* id of the next receive of this rank that is still open; 0:
                      none */
    int32_t wait;  /* peer of the wait that this receive ends */
    /* whether the receive ends a wait that directly precedes it */
    bool waited;
    bool stored;    /* whether a store of the message followed when the receive
                       ended */
    uint8_t folded; /* how the event is written, a value of enum chrome_fold */
};

enum chrome_fold {
    CHROME_OWN,   /* the event has a line of its own */
    CHROME_LEAD,  /* a store that is written with a receive that started
                     earlier */
    CHROME_AFTER, /* the event is written with a neighbour of the same time */
};

/* The lines of a time are in three parts, because the beginning of an arrow
 * must precede its end: first, events without a slice that precede the slices
 * of their processor; last, receives with a duration; all others in between.
 * Each part has a queue. */
enum chrome_part { CHROME_FIRST, CHROME_MIDDLE, CHROME_LAST, CHROME_PARTS };

struct chrome_queue {
    struct chrome_held *held; /* [count] events; those before `first` have been
                                 written */
    size_t first, count, capacity;
    uint64_t base; /* number of events that were in the queue before held[0] and
                      have been removed */
};

/* The id of an event is 4 * n + part + 1, where n is its number in the queue;
 * 0 means no event. */
struct chrome_rank {
    uint64_t newest;                /* id of the processor's latest event */
    uint64_t first_open, last_open; /* ids of the first and the last receive
                                       that a store may still follow */
};

/* A text that many lines share; it is cached until it changes. */
struct chrome_text {
    char text[40];
    size_t length;  /* length of the text; 0: no text is cached */
    uint64_t units; /* the time that the text represents */
};

struct chrome {
    struct output *out;
    struct params params; /* copy of the parameters, for the names of tasks */
    struct chrome_words words;   /* names and categories of tasks */
    struct weft_trace_info info; /* information about the run, of which only
                                    `items` and `details` are set */
    const char **name; /* [processors] name that another program gave the
                          processor; NULL: none */
    uint64_t unit_ns;
    int processors;
    int tracks; /* number of threads per processor: 1, or 2 in a full-duplex
                   model */
    int digits; /* number of digits of a processor's number */
    uint32_t pid;
    struct chrome_text pid_text, start, duration;
    struct chrome_track *track;
    size_t track_count, track_capacity;
    struct chrome_crowd *crowd; /* [crowds] crowds of all threads */
    size_t crowds, crowd_capacity;
    struct chrome_rank *rank; /* [processors] ids of the events of each
                                 processor */
    struct chrome_queue queue[CHROME_PARTS];
    uint64_t now;  /* start of the latest event */
    uint64_t head; /* start of the oldest event that is not yet written */
    uint64_t hold; /* time after which the events that start at `head` may be
                      written */
    bool known;    /* whether head and hold are valid */
    struct flights flights;
    uint64_t arrows; /* number of arrow ids used so far */
    struct underway links;
};

/* Append an event to the queue of a part (held.c). Return 0, or -1 if out of
 * memory. */
int chrome_push(struct chrome *chrome, enum chrome_part part,
                const struct chrome_held *held, uint64_t *name);
/* Return the event with this id; NULL if it has been removed. */
static inline struct chrome_held *chrome_named(struct chrome *chrome,
                                               uint64_t name)
{
    struct chrome_queue *queue = &chrome->queue[(name - 1) & 3];
    if (!name || (name - 1) / 4 < queue->base)
        return NULL;
    return &queue->held[(name - 1) / 4 - queue->base];
}
/* Return the events of a part that start at `time` and are to be written
 * next. */
struct chrome_held *chrome_front(struct chrome *chrome, enum chrome_part part,
                                 uint64_t time, size_t *count);
void chrome_pop(struct chrome *chrome, enum chrome_part part, size_t count);

/* Hold an event back; fold waits and stores into receives (fold.c). */
int chrome_hold(struct chrome *chrome, const struct weft_event *event);

/* ---- release.c ---- */
/* Write the events of all times that are complete at time `now`. */
int chrome_release(struct chrome *chrome, uint64_t now);
int chrome_release_all(struct chrome *chrome);

/* ---- slices.c ---- */
/* Write the beginning of a line without a thread, up to its args. Return the
 * position in the output. */
char *chrome_begin(struct chrome *chrome, const char *what, uint64_t time);
/* Write the details of an event as members of an object, each after a comma if
 * `before` is ",", else the first after `before`, and `after` behind them.
 * Nothing if the event has no details. */
void chrome_details(struct chrome *chrome, const struct weft_event *event,
                    const char *before, const char *after);
void chrome_thread_of(struct chrome *chrome, uint32_t tid, int rank,
                      const char *what, int lane);
int chrome_send(struct chrome *chrome, const struct chrome_held *held,
                size_t count);
int chrome_receive(struct chrome *chrome, const struct chrome_held *held);
int chrome_compute(struct chrome *chrome, const struct weft_event *event);
/* Called when the number of busy links changes; arg is the struct chrome. */
void chrome_counter(void *arg, uint64_t time, uint64_t active);

/* ---- lanes.c ---- */
/* Find the number of a thread that has room for a slice. Return 0, or -1 if out
 * of memory. */
int chrome_place(struct chrome *chrome, const struct weft_event *event,
                 uint32_t *tid);
/* Place the wait that a receive ended, from time *from on: the part of it in
 * which its thread shows nothing else. Return the number of the thread, or 0 if
 * there is no wait to show. */
uint32_t chrome_place_wait(struct chrome *chrome,
                           const struct weft_event *receive, uint64_t *from);

/* The functions of the format (chrome-file.c); see struct weft_format. */
bool chrome_recognise(const char *head, size_t length);
int chrome_read(struct input *in, const struct weft_sink *sink,
                struct weft_read_report *report, struct weft_error *err);

#endif
