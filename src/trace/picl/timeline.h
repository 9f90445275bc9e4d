/* The basis of both PICL writers: the calls of every processor, each with its
 * own microsecond, sorted as in a PICL file. */
#ifndef WEFT_SRC_TRACE_PICL_TIMELINE_H
#define WEFT_SRC_TRACE_PICL_TIMELINE_H

#include "base/keys.h"
#include "base/mix.h"
#include "trace/agenda.h"
#include "trace/format.h"

#include <string.h>

enum timeline_what {
    TIMELINE_SERVE_BEGIN, /* value: number of the current message */
    TIMELINE_SERVE_END,
    TIMELINE_SEND_BEGIN, /* value: bytes of the message */
    TIMELINE_SEND_END,
    TIMELINE_WAIT_BEGIN, /* start of a receive that waits; no value */
    TIMELINE_WAIT_END,   /* value: bytes of the message */
    TIMELINE_WAIT_VAIN,  /* end of a wait without a message */
    TIMELINE_TAKE_BEGIN, /* start of a receive of a message that has arrived */
    TIMELINE_TAKE_END,   /* value: bytes of the message */
    TIMELINE_COMPUTE_BEGIN,
    TIMELINE_COMPUTE_END,
    TIMELINE_SLEEP_BEGIN,
    TIMELINE_SLEEP_END,
    TIMELINE_CALL_BEGIN,
    TIMELINE_CALL_END,
    TIMELINE_PRESENT,
    TIMELINE_MARK,  /* type: number of the mark */
    TIMELINE_STORE, /* type: number of the message; value: bytes */
    TIMELINE_TASK,  /* type: number of the task that begins */
    TIMELINE_DONE,  /* type: number of the task that ends */
    TIMELINE_ARRAY, /* first of several marks; value: number of marks */
    TIMELINE_MORE,  /* further mark of an array; value: number of marks left,
                       with this one */
    TIMELINE_TELL,  /* value: duration of the next send */
    TIMELINE_STAT,  /* value: microseconds spent in calls so far */
    TIMELINE_KINDS
};

/* Type of a message: 0 if it has no dimension, else 1 + dimension. */
#define TIMELINE_TYPE(dimension) ((dimension) + 1)

struct timeline_record {
    uint64_t time; /* time in microseconds */
    uint64_t value;
    uint64_t explicit; /* 1 + explicit duration in time units; 0: none */
    int32_t node, peer, type;
    uint8_t what;
};

/* The texts of a line around its node and, if there is one, its peer. Records
 * that differ only in node and peer share these texts, and most lines have the
 * same texts as the line before. The continuation of a line has no node, and no
 * text before it. */
struct timeline_line {
    /* whether `between` precedes a peer; false: `between` is the rest of the
     * line */
    bool peer;
    char before[48], between[48], after[48];
    uint8_t before_length, between_length, after_length;
};

/* How a PICL version orders and writes records. */
struct timeline_dialect {
    bool has[TIMELINE_KINDS]; /* whether this version has each kind of record */
    /* returns the order among records of the same time: lowest first, below
     * 2^36 */
    uint64_t (*place)(const struct timeline_record *record);
    /* sets the texts of a line, their lengths, and whether there is a peer */
    void (*make)(struct timeline_line *line,
                 const struct timeline_record *record);
};

/* Return the index of an event kind with a beginning and an end that is not a
 * transfer; -1 for other kinds. */
#define TIMELINE_SPANS 3
static inline int timeline_span(const struct weft_event *event)
{
    if (event->kind == WEFT_COMPUTE)
        return 0;
    if (event->kind == WEFT_SLEEP)
        return 1;
    return event->kind == WEFT_CALL ? 2 : -1;
}

/* For foreign traces: the effect of moving the records of a processor, because
 * each needs its own microsecond. Times are in nanoseconds. */
/* number of groups of calls: computations, transfers, others (sleeps and
 * calls) */
#define TIMELINE_DRIFTS 3
struct timeline_drift {
    bool any;
    uint64_t begin, end; /* beginning of the first and end of the last event */
    uint64_t first;      /* time of the first record */
    struct timeline_drift_calls {
        uint64_t busy, busy_end; /* total duration of the calls, and their
                                    latest end */
        int64_t longer; /* increase of the total duration because records were
                           moved */
    } calls[TIMELINE_DRIFTS];
};

/* State of one processor. */
struct timeline_node {
    uint64_t early;    /* last microsecond used after a start */
    uint64_t late;     /* last microsecond used before an end */
    uint64_t put_off;  /* last microsecond used for a deferred end */
    uint64_t bare;     /* end of the last receive, if no task began after it;
                          else 0 */
    uint64_t in_calls; /* time in communication calls, in microseconds */
    uint64_t entered;  /* microsecond in which the current wait began */
    uint64_t received, received_bytes, sent, sent_bytes;
    int32_t task; /* number of the current message; -1: none yet */
    bool waiting;
    bool unnumbered; /* whether the processor had messages without a number */
    /* in foreign traces: whether a call without explicit duration is in
     * progress */
    bool sending, taking;
    uint64_t since; /* start of the current wait, in time units */
    /* end, in time units, of the last computation, sleep and other call without
     * explicit duration */
    uint64_t reported_to[TIMELINE_SPANS];
    uint64_t receives;   /* latest end of the processor's receives */
    uint64_t put_off_to; /* latest end of transfers with deferred ends */
    bool within; /* whether a transfer with a deferred end is in progress when
                    the next events begin */
    struct timeline_drift drift;
};

/* A class: the records with the same time and place. There are few classes. */
struct timeline_members {
    /* number of members; after sorting, index of the next one */
    uint32_t count;
    /* index of a record with the same texts as the latest member */
    uint32_t like;
};

/* Entry of the hash table of classes. */
struct timeline_place {
    struct pair key; /* time and place of the class */
    uint32_t number; /* 1 + index of the class; 0: free slot */
};

#define HASH_NAME class_table
#define HASH_ENTRY struct timeline_place
#define HASH_KEY struct pair
#define HASH_MEMBER key
#define HASH_FREE(e) (!(e)->number)
#define HASH_OF(key) mix_pair(key)
#define HASH_SAME(a, b) pair_same(a, b)
#include "base/hash.h"

struct timeline_classes {
    struct keys keys; /* [count] time and place of each class */
    struct class_table table;
    struct timeline_members *member; /* [count] members of each class */
    size_t count, capacity;
};

/* The data that determine the line of a record. */
struct timeline_item {
    int32_t node, peer;
    uint32_t like; /* index of a record that has the same texts */
    uint32_t group;
};

/* A batch of records, which any free thread sorts and converts to text. Owned
 * by the worker pool while pending. */
#define TIMELINE_BATCHES 6
struct timeline_batch {
    const struct timeline *timeline; /* timeline of the batch; only its constant
                                        data may be used */
    struct timeline_record *record;  /* [count] records of the batch */
    size_t count, capacity;
    struct timeline_classes classes;
    /* two arrays of [sortable] items, used in turn for sorting */
    struct timeline_item *item[2];
    uint32_t *of_node; /* [processors] number of items; after sorting, index of
                          the next item */
    size_t sortable;
    char *text; /* [length] the lines of the batch, in a buffer of `room`
                   bytes */
    size_t length, room;
    bool failed; /* whether memory ran out, so that the text is incomplete */
};

/* A time in time units, and in microseconds. */
struct timeline_moment {
    uint64_t time, microseconds;
};

struct timeline {
    bool exact; /* whether the run has steps, so that readers recover the exact
                   times */
    uint64_t unit_us; /* number of microseconds in a time unit */
    const struct timeline_dialect *dialect;
    struct timeline_moment known[2]; /* cached conversions for even and for odd
                                        times */
    struct params params;            /* copy of the parameters */
    struct timeline_node *node;      /* [processors] state of each processor */
    struct text_name *name;          /* [processors] ranks as text */
    uint32_t *by_text;              /* [processors] the ranks, sorted as text */
    struct timeline_record *record; /* [capacity] records not yet submitted */
    size_t count, capacity;
    struct timeline_moment start; /* start of the latest events */
    size_t enough; /* number of records at which a batch is submitted */
    struct worker_pool *pool;
    struct timeline_batch batch[TIMELINE_BATCHES];
    /* number of records in batches that are being worked on */
    size_t under_way;
    struct agenda ends; /* deferred ends of calls; see timeline-ends.c */
    uint64_t last;      /* last microsecond of any record */
    uint64_t longest; /* longest duration of a send so far, at least a step, in
                         time units */
    uint64_t longer; /* duration of a longer receive that begins now; 0: none */
    int32_t longer_rank;
    /* [group_count] events of one processor with the same start, kept until the
     * others arrive */
    struct weft_event *group;
    size_t group_count, group_capacity;
};

/* Begin a timeline. Return 0, or -1 as a format does when writing; call
 * timeline_finish() in both cases. */
int timeline_begin(struct timeline *timeline, struct output *out,
                   const struct timeline_dialect *dialect,
                   const struct weft_trace_info *info);
int timeline_events(struct timeline *timeline, struct output *out,
                    const struct weft_event *event, size_t count);
/* Write the remaining records. Set *end to the first microsecond after them. */
int timeline_end(struct timeline *timeline, struct output *out, uint64_t *end);
void timeline_finish(struct timeline *timeline);

/* All that follows is private to the files of the timeline. Functions return 0,
 * or -1 if out of memory. */

/* Lay out all events of some processors and starts, as described at the
 * beginning of timeline-calls.c. */
int timeline_lay_out(struct timeline *timeline, struct output *out,
                     const struct weft_event *event, size_t count);
/* Convert a time to microseconds. */
uint64_t timeline_microseconds(struct timeline *timeline, uint64_t time);

/* ---- timeline-ends.c ---- */
struct timeline_pen;
/* Return whether the end of an event is deferred. `last`: whether it is the
 * last event that begins now on its processor. */
static inline bool timeline_puts_off(const struct timeline *timeline,
                                     const struct weft_event *event, bool last)
{
    bool send = event->kind == WEFT_SEND, receive = event->kind == WEFT_RECEIVE;
    bool span = timeline_span(event) >= 0;
    if (!event->duration || (!send && !receive && !span))
        return false;
    if (!timeline->exact)
        return last || !send;
    if (timeline->params.info.step != 1 || (span && !last))
        return last || !send;
    /* defer two ends in the same unit both or not at all, because the meaning
     * of their records depends on the order */
    bool within = timeline->node[event->rank].within;
    return !span && (event->duration > 1 || within) && (last || !send);
}
/* timeline_put_off() begins an event with a deferred end that is not a send;
 * timeline_begin_send() begins any send. */
int timeline_put_off(struct timeline *timeline, struct output *out,
                     struct timeline_pen *pen, const struct weft_event *event,
                     uint64_t start);
int timeline_begin_send(struct timeline *timeline, struct output *out,
                        struct timeline_pen *pen,
                        const struct weft_event *event, uint64_t start,
                        bool last);
/* Record an explicit duration for a computation or sleep if its records do not
 * determine it. */
int timeline_tell_span(const struct timeline *timeline, struct output *out,
                       struct timeline_pen *pen,
                       const struct weft_event *event);
/* Write all deferred ends at or before `time`. */
int timeline_end_until(struct timeline *timeline, struct output *out,
                       uint64_t time);

/* Functions of timeline-refuse.c. The checks return 0, or -1 as a format does
 * when writing; the others return -1. */
/* Check whether a call may begin while another call of its processor is in
 * progress. In the old format, none may. */
int timeline_check_overlap(const struct timeline *timeline, struct output *out,
                           const struct weft_event *event);
/* Check that a reader can find the beginning of each receive that began last.
 * In a run with steps, a reader learns of a receive when it ends, and goes back
 * in time by at most the duration of the longest earlier send. */
int timeline_check_longest(struct timeline *timeline, struct output *out);
/* Check that a reader can distinguish events that begin in this time unit from
 * those in the next. `need` is the number of microseconds that all events with
 * the start of `group` need. */
int timeline_check_fit(const struct timeline *timeline, struct output *out,
                       const struct weft_event *group, uint64_t need);
/* For foreign traces: check that the records fit, and that they are not moved
 * so far that times would be wrong. Records are moved because each needs its
 * own microsecond. */
int timeline_check_moved(const struct timeline *timeline, struct output *out,
                         int32_t rank);
/* Add a record that begins or ends a call to the drift of its processor. */
void timeline_drift_add(struct timeline_drift *drift,
                        const struct timeline_record *record,
                        const struct weft_event *event, uint64_t unit_ns);
/* At the end, report the largest change of a duration if it is 1 % or more. */
void timeline_drift_report(const struct timeline *timeline, struct output *out);

/* Report a transfer in the group that has only one end. */
int timeline_refuse_loose(struct output *out, const struct weft_event *group);
int timeline_refuse_unnumbered(struct output *out,
                               const struct weft_event *event);
/* Report a wait within a receive, or a receive that waited without its wait. */
int timeline_refuse_wait(struct output *out, const struct weft_event *event);

/* Return the index of a record's class, counted from 0 in the order of
 * creation; -1 if out of memory (timeline-class.c). */
int64_t timeline_class(struct timeline_classes *classes, uint64_t time,
                       uint64_t place);
/* Sort the classes. After this, only their members may be used until the
 * classes are emptied. */
void timeline_classes_sort(struct timeline_classes *classes);
void timeline_classes_empty(struct timeline_classes *classes);
void timeline_classes_finish(struct timeline_classes *classes);

/* ---- timeline-sort.c ---- */
int timeline_batches_begin(struct timeline *timeline);
/* Submit the records before `time`, which will be sorted and written. */
int timeline_flush(struct timeline *timeline, struct output *out,
                   uint64_t time);
/* Advance to `start` (in time units): no later record is before it. Submit the
 * complete records if there are enough. */
int timeline_advance(struct timeline *timeline, struct output *out,
                     uint64_t start);
/* Write all submitted batches. */
int timeline_batches_end(struct timeline *timeline, struct output *out);
void timeline_batches_finish(struct timeline *timeline);

#endif
