/* What both PICL formats are written from: the calls of every processor, each
 * with its own microsecond, sorted as a PICL file is. */
#ifndef WEFT_SRC_TRACE_PICL_TIMELINE_H
#define WEFT_SRC_TRACE_PICL_TIMELINE_H

#include "base/keys.h"
#include "base/mix.h"
#include "trace/agenda.h"
#include "trace/format.h"

#include <string.h>

enum timeline_what {
    TIMELINE_SERVE_BEGIN, /* value = number of the message it serves */
    TIMELINE_SERVE_END,
    TIMELINE_SEND_BEGIN, /* value = bytes */
    TIMELINE_SEND_END,
    TIMELINE_WAIT_BEGIN, /* a receive that waits; no value */
    TIMELINE_WAIT_END,   /* value = bytes */
    TIMELINE_WAIT_VAIN,  /* the wait ends without a message */
    TIMELINE_TAKE_BEGIN, /* a receive of a message that is there */
    TIMELINE_TAKE_END,   /* value = bytes */
    TIMELINE_COMPUTE_BEGIN,
    TIMELINE_COMPUTE_END,
    TIMELINE_SLEEP_BEGIN,
    TIMELINE_SLEEP_END,
    TIMELINE_CALL_BEGIN,
    TIMELINE_CALL_END,
    TIMELINE_PRESENT,
    TIMELINE_MARK,  /* type = its number */
    TIMELINE_STORE, /* type = message, value = bytes */
    TIMELINE_TASK,  /* type = number of a task that begins, ... */
    TIMELINE_DONE,  /* ... or ends */
    TIMELINE_ARRAY, /* the first of several marks, value = how many, ... */
    TIMELINE_MORE,  /* ... and a further one, value = how many are left */
    TIMELINE_TELL,  /* value = how long the next send lasts */
    TIMELINE_STAT,  /* value = microseconds spent in calls so far */
    TIMELINE_KINDS
};

/* A message's type: 0 if it has no dimension, else 1 + dimension. */
#define TIMELINE_TYPE(dimension) ((dimension) + 1)

struct timeline_record {
    uint64_t time; /* microseconds */
    uint64_t value;
    uint64_t told; /* 1 + time units that the call lasts, if that is told */
    int32_t node, peer, type;
    uint8_t what;
};

/* The texts of a line around its node and, if it has one, its peer: all that
 * differ in nothing else have the same, and most are like the one before. A
 * line that goes on from the one before has no text before a node, and no
 * node. */
struct timeline_line {
    bool peer; /* between node and peer; else all of the rest is there */
    char before[48], between[48], after[48];
    uint8_t before_length, between_length, after_length;
};

/* How a format orders and writes the records. */
struct timeline_dialect {
    bool has[TIMELINE_KINDS]; /* what the format can say */
    /* the place among records of the same time: lower first, < 2^36 */
    uint64_t (*place)(const struct timeline_record *record);
    /* fill the texts and their lengths, and say whether there is a peer */
    void (*make)(struct timeline_line *line,
                 const struct timeline_record *record);
};

/* The kinds of events that have a beginning and an end and are no transfers;
 * -1: none of them. */
#define TIMELINE_SPANS 3
static inline int timeline_span(const struct weft_event *event)
{
    if (event->kind == WEFT_COMPUTE)
        return 0;
    if (event->kind == WEFT_SLEEP)
        return 1;
    return event->kind == WEFT_CALL ? 2 : -1;
}

/* In a trace from elsewhere: how far the records of a processor have moved, in
 * nanoseconds, because each has a whole microsecond of its own. */
#define TIMELINE_DRIFTS 3 /* computations, transfers, and sleeps and others */
struct timeline_drift {
    bool any;
    uint64_t begin, end; /* of its events */
    uint64_t first;      /* its first record */
    struct timeline_drift_calls {
        uint64_t busy, busy_end; /* duration of all, and the end of the last */
        int64_t longer;          /* all together, by their records */
    } calls[TIMELINE_DRIFTS];
};

/* What a processor did in all. */
struct timeline_node {
    uint64_t early;    /* the last microsecond used after a start */
    uint64_t late;     /* and the last one used before an end */
    uint64_t put_off;  /* and the last one of an end that was put off */
    uint64_t bare;     /* end of the last receive if no task began after it */
    uint64_t in_calls; /* microseconds spent in communication */
    uint64_t entered;  /* when it began to wait */
    uint64_t received, received_bytes, sent, sent_bytes;
    int32_t task; /* the message it serves; -1: none yet */
    bool waiting;
    bool unnumbered; /* it has served messages without a number */
    /* in a trace from elsewhere: a call whose duration is not told */
    bool sending, taking;
    uint64_t since; /* waiting: since this time */
    /* in any: the last computation, sleep or other call whose duration is not
     * told ends at this time (in time units) */
    uint64_t told_to[TIMELINE_SPANS];
    uint64_t receives;   /* what it receives ends by this time */
    uint64_t put_off_to; /* transfers whose ends are put off end by this time */
    bool within;         /* and one of them goes on as the next events begin */
    struct timeline_drift drift;
};

/* The records of one time and place are a class; there are few of them. */
struct timeline_members {
    uint32_t count; /* once they are sorted: of all before them */
    uint32_t like;  /* for the caller: a record with the texts of the last */
};

/* Where a class is found. */
struct timeline_place {
    struct pair key; /* time and place */
    uint32_t number; /* of the class, + 1; 0: none */
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
    struct keys keys; /* [count]: time and place of each */
    struct class_table table;
    struct timeline_members *member; /* [count]: of each class */
    size_t count, capacity;
};

/* What the line of a record is made from. */
struct timeline_item {
    int32_t node, peer;
    uint32_t like; /* number of a record with the same texts */
    uint32_t group;
};

/* Records that are sorted and made text by whatever thread is free. Belongs to
 * the crew while it is under way. */
#define TIMELINE_BATCHES 6
struct timeline_batch {
    const struct timeline *timeline; /* for what does not change */
    struct timeline_record *record;  /* [count] */
    size_t count, capacity;
    struct timeline_classes classes;
    struct timeline_item *item[2]; /* [sortable] each, sorted to and fro */
    uint32_t *of_node;             /* [processors]: items; then: before them */
    size_t sortable;
    char *text; /* [length] of [room] */
    size_t length, room;
    bool failed; /* no memory: the text is not complete */
};

/* A time in both its units. */
struct timeline_moment {
    uint64_t time, microseconds;
};

struct timeline {
    bool exact;       /* the run has steps: a reader finds the times again */
    uint64_t unit_us; /* microseconds of a time unit */
    const struct timeline_dialect *dialect;
    struct timeline_moment known[2]; /* asked for last; even and odd times */
    struct params params;            /* a copy of the run's */
    struct timeline_node *node;      /* [processors] */
    struct text_name *name;          /* [processors] */
    uint32_t *by_text; /* [processors]: the ranks sorted as texts */
    struct timeline_record *record; /* [capacity]: not yet written */
    size_t count, capacity;
    struct timeline_moment start; /* of the events that came last */
    size_t enough; /* records to wait for before the next writing */
    struct crew *crew;
    struct timeline_batch batch[TIMELINE_BATCHES];
    size_t under_way;   /* records in them */
    struct agenda ends; /* of calls, put off; see timeline-ends.c */
    uint64_t last;      /* the last microsecond of any record */
    uint64_t longest;   /* send so far, or a step, in time units */
    uint64_t longer; /* a receive that begins now and lasts so long; 0: none */
    int32_t longer_rank;
    struct weft_event *group; /* the beginning of one, see timeline_events */
    size_t group_count, group_capacity;
};

/* 0, or -1 as a format writes; then, too, timeline_finish() is to be called. */
int timeline_begin(struct timeline *timeline, struct output *out,
                   const struct timeline_dialect *dialect,
                   const struct weft_trace_info *info);
int timeline_events(struct timeline *timeline, struct output *out,
                    const struct weft_event *event, size_t count);
/* Write what is left; *end is the first microsecond after all that. */
int timeline_end(struct timeline *timeline, struct output *out, uint64_t *end);
void timeline_finish(struct timeline *timeline);

/* The rest is private to the files of the timeline. 0, or -1: no memory. */

/* timeline-calls.c: lay out all events of some processors and starts; see the
 * picture there. */
int timeline_lay_out(struct timeline *timeline, struct output *out,
                     const struct weft_event *event, size_t count);
/* A time in microseconds. */
uint64_t timeline_microseconds(struct timeline *timeline, uint64_t time);

/* timeline-ends.c */
struct timeline_pen;
/* Is the end of an event put off? `last`: nothing that begins with it on its
 * processor comes after it. */
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
    /* of two that end in one unit both are put off or none: what their records
     * tell depends on their order */
    bool within = timeline->node[event->rank].within;
    return !span && (event->duration > 1 || within) && (last || !send);
}
/* The beginning of such an event that is not a send, and of any send. */
int timeline_put_off(struct timeline *timeline, struct output *out,
                     struct timeline_pen *pen, const struct weft_event *event,
                     uint64_t start);
int timeline_begin_send(struct timeline *timeline, struct output *out,
                        struct timeline_pen *pen,
                        const struct weft_event *event, uint64_t start,
                        bool last);
/* A computation or sleep: let the pen tell how long it lasts, if its records
 * do not. */
int timeline_tell_span(const struct timeline *timeline, struct output *out,
                       struct timeline_pen *pen,
                       const struct weft_event *event);
/* Write all ends up to a time. */
int timeline_end_until(struct timeline *timeline, struct output *out,
                       uint64_t time);

/* timeline-refuse.c: what PICL cannot hold. 0, or -1 as a format writes;
 * those that refuse: -1. */
/* May a call begin while another one of its processor is under way? In the
 * old format, no. */
int timeline_check_overlap(const struct timeline *timeline, struct output *out,
                           const struct weft_event *event);
/* Can a reader go back to the beginning of all receives that began last? In a
 * run with steps it hears of a receive when it has ended, and then goes back in
 * time as far as the longest send that has begun before. */
int timeline_check_longest(struct timeline *timeline, struct output *out);
/* Can a reader tell what began in this unit from what begins in the next?
 * need  microseconds for all that begins with `group` */
int timeline_check_fit(const struct timeline *timeline, struct output *out,
                       const struct weft_event *group, uint64_t need);
/* In a trace from elsewhere: are records moved so far, because each needs a
 * microsecond of its own, that times would be wrong? */
int timeline_check_moved(const struct timeline *timeline, struct output *out,
                         int32_t rank);
/* Count a record that a call begins or ends with. */
void timeline_drift_add(struct timeline_drift *drift,
                        const struct timeline_record *record,
                        const struct weft_event *event, uint64_t unit_ns);
/* At the end: report the largest loss of 1 % or more. */
void timeline_drift_report(const struct timeline *timeline, struct output *out);

/* A transfer of the group has one end only. */
int timeline_refuse_loose(struct output *out, const struct weft_event *group);
int timeline_refuse_unnumbered(struct output *out,
                               const struct weft_event *event);
/* A wait within a receive, or a receive that waited without its wait. */
int timeline_refuse_wait(struct output *out, const struct weft_event *event);

/* timeline-class.c: the number of the class of one more record, from 0 on in
 * the order in which they came; -1: no memory. */
int64_t timeline_class(struct timeline_classes *classes, uint64_t time,
                       uint64_t place);
/* Sort them; what is of use then are their members, until all is emptied. */
void timeline_classes_sort(struct timeline_classes *classes);
void timeline_classes_empty(struct timeline_classes *classes);
void timeline_classes_finish(struct timeline_classes *classes);

/* timeline-sort.c */
int timeline_batches_begin(struct timeline *timeline);
/* Hand the records before `time` over to be written, sorted. */
int timeline_flush(struct timeline *timeline, struct output *out,
                   uint64_t time);
/* All to come is at `start` (in time units) or later: what is complete is
 * handed over, if that is much. */
int timeline_advance(struct timeline *timeline, struct output *out,
                     uint64_t start);
/* Write all that was handed over. */
int timeline_batches_end(struct timeline *timeline, struct output *out);
void timeline_batches_finish(struct timeline *timeline);

#endif
