/* What the files of the chrome reader share; private to them. */
#ifndef WEFT_SRC_TRACE_CHROME_CHROME_FILE_H
#define WEFT_SRC_TRACE_CHROME_CHROME_FILE_H

#include "base/text/texts.h"
#include "entry.h"
#include "trace/agenda.h"

/* Traces that weft wrote: streamed. */
struct chrome_own {
    int32_t *rank; /* [threads] processor of each thread, -1: not named */
    size_t threads, capacity;
    struct weft_event *event; /* of the time of the file's last line */
    size_t count, event_capacity;
    uint64_t time;
    struct agenda stores; /* to come, known from their receives */
    uint64_t others;      /* lines skipped */
    uint64_t lines;       /* others, */
    uint64_t more;        /* ... and what sends to several are besides one */
};

/* Other traces: kept until their end. */
struct chrome_slice {
    uint64_t start, end; /* ns; end UINT64_MAX: its E has not come */
    uint64_t order;      /* in the file, with the points */
    uint64_t bind;
    uint64_t outer; /* the slice around it, + 1 */
    uint32_t track, bytes;
    int32_t message;
    int16_t dimension;
    int32_t name;       /* its number; -1: it has none */
    int32_t begun;      /* of a B: 1 + its name's number in `begun`; 0: none */
    unsigned line;      /* of a B */
    bool in, out, busy; /* busy: an arrow begins or ends here */
    bool open;          /* at the end of the trace */
};

/* The end of a slice that began with a B. */
struct chrome_end {
    uint64_t time, order;
    uint32_t track;
    int32_t name; /* as `begun` */
};

/* One end of an arrow that is not yet tied to a slice: phases s, t, f. */
struct chrome_point {
    uint64_t time, order, flow;
    uint64_t slice; /* index + 1, 0: none */
    uint32_t track;
    char phase;
    bool next; /* binds to the slice that starts next */
};

/* From slice to slice. */
struct chrome_arrow {
    uint64_t from, to; /* indices of slices */
    uint64_t flow;
};

#define CHROME_PROCESS INT64_MIN
/* Lanes of async slices, behind the threads of their process. */
#define CHROME_LANE (INT64_MAX - ((int64_t)1 << 32))
struct chrome_thread {
    int64_t pid, tid; /* tid CHROME_PROCESS: the process, for its name */
    int32_t rank;
    int32_t label;              /* the number of its name, + 1; 0: none */
    int32_t pid_text, tid_text; /* ... of what the file has as these; 0: they
                                   are numbers */
    bool used;
};

enum chrome_skipped {
    CHROME_INSTANTS,
    CHROME_COUNTERS,
    CHROME_ASYNC,
    CHROME_NAMES,
    CHROME_OTHERS,
    CHROME_UNCLOSED,
    CHROME_ENDLESS,
    CHROME_LOOSE,
    CHROME_INNER,
    CHROME_SKIPPED
};

/* Malformed events. */
enum chrome_wrong {
    CHROME_TIMELESS,
    CHROME_DURATION,
    CHROME_NO_OBJECT,
    CHROME_SYNTAX,
    CHROME_CUT,
    CHROME_REST,
    CHROME_WRONG
};

/* The async slices of a category and id in a process: until all are known, a
 * track of their own, beyond those of threads. */
#define CHROME_ASYNC_TRACKS ((uint32_t)1 << 31)
struct chrome_async {
    int64_t pid;
    int32_t label; /* as of a thread */
};

/* The number of one, by what identifies it. */
struct chrome_async_key {
    uint64_t id;
    uint32_t number; /* + 1 */
};
#define HASH_NAME chrome_asyncs
#define HASH_ENTRY struct chrome_async_key
#define HASH_KEY uint64_t
#define HASH_MEMBER id
#define HASH_FREE(e) (!(e)->number)
#include "base/hash.h"

#define CHROME_BEFORE_CAT '\1'
struct chrome_foreign {
    struct chrome_slice *slice;
    size_t slices, slice_capacity;
    struct chrome_end *end;
    size_t ends, end_capacity;
    struct chrome_point *point;
    size_t points, point_capacity;
    struct chrome_arrow *arrow;
    size_t arrows, arrow_capacity;
    struct chrome_thread *thread;
    size_t threads, thread_capacity;
    uint32_t *bucket; /* [buckets] of threads, index + 1 */
    size_t buckets;
    struct chrome_async *async;
    size_t asyncs, async_capacity;
    struct chrome_asyncs async_table;
    struct texts names;  /* of slices, CHROME_BEFORE_CAT, category */
    struct texts labels; /* of threads and processes */
    struct texts begun;  /* of slices that B and E tell, without category */
    uint64_t order;
    uint64_t lines;       /* events that are objects */
    uint64_t time;        /* of the line at hand */
    uint64_t lowest;      /* time */
    uint64_t latest;      /* time, of the ends of slices, too */
    uint64_t open;        /* slices at the end of the trace */
    uint64_t inner;       /* slices without end in one that has ended */
    unsigned first_inner; /* line of the first of them; 0: none */
    uint64_t skipped[CHROME_SKIPPED];
    struct wrong_records wrong[CHROME_WRONG];
};

/* Times are kept with this added, until all are known: they may be negative. */
#define CHROME_ZERO ((uint64_t)1 << 62)

struct chrome_reader {
    struct json_reader json;
    struct chrome_line line;
    struct params params;
    struct event_batch batch;
    const struct weft_sink *sink;
    struct weft_read_report *report;
    bool known; /* metadata told processors, unit and step: weft wrote it */
    bool seen;  /* there was a list of events */
    bool plan;  /* ... or one of GPUs, as in plans of MSCCL++ */
    struct chrome_own own;
    struct chrome_foreign foreign;
};

/* own-file.c: each 0, or -1 as a format reads. */
int chrome_own_line(struct chrome_reader *reader);
int chrome_own_end(struct chrome_reader *reader);
void chrome_own_finish(struct chrome_own *own);

/* foreign.c: collects. */
int chrome_foreign_line(struct chrome_reader *reader);
/* The index of a thread, made if it is new. 0, or -1. */
int chrome_thread_find(struct chrome_reader *reader, int64_t pid, int64_t tid,
                       uint32_t *index);
/* The same, or NULL: there is none. */
struct chrome_thread *chrome_thread_known(const struct chrome_foreign *foreign,
                                          int64_t pid, int64_t tid);
void chrome_foreign_finish(struct chrome_foreign *foreign);

/* foreign-wrong.c: counts a malformed event; err of the reader says why. */
void chrome_wrong(struct chrome_reader *reader, enum chrome_wrong kind);
/* Go on after a malformed event in the list with @p depth brackets: 0; -1 as a
 * format reads. At the end of the file, json->token is JSON_END. */
int chrome_recover(struct chrome_reader *reader, int depth);
/* A mistake behind the events loses no event: 0, or -1 as above. */
int chrome_forgive(struct chrome_reader *reader);
/* Is it no trace, since it has malformed events only? err says why. */
bool chrome_is_none(struct chrome_reader *reader);
/* Let the times begin at 0, or below it with the lowest one. Returns by how
 * much they are later then than in the file. */
uint64_t chrome_shift(struct chrome_foreign *foreign);
/* What was left out goes to the report. */
void chrome_report(struct chrome_reader *reader);

/* foreign-names.c: metadata lines; what a slice is called, its number (-1: no
 * memory); and, when the processors have ranks, parameters of them all. */
int chrome_foreign_label(struct chrome_reader *reader);
int64_t chrome_slice_name(struct chrome_foreign *foreign,
                          const struct chrome_line *line);
int chrome_name(struct chrome_reader *reader);

/* foreign-async.c: the track of the line's async slice; 0, or -1. Later: those
 * that overlap go to lanes, which are threads. */
int chrome_async_find(struct chrome_reader *reader, uint32_t *track);
int chrome_lanes(struct chrome_reader *reader);

/* foreign-pairs.c: keeps the end of a slice; closes all that have one. */
int chrome_end(struct chrome_reader *reader, uint32_t track);
int chrome_pair(struct chrome_foreign *foreign);

/* foreign-arrows.c: ties arrows to slices. */
int chrome_bind(struct chrome_foreign *foreign);

/* foreign-events.c: makes events of slices and arrows. */
int chrome_make(struct chrome_reader *reader);

#endif
