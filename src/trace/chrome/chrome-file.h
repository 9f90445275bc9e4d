/* Parts of the Chrome reader; private to its files. */
#ifndef WEFT_SRC_TRACE_CHROME_CHROME_FILE_H
#define WEFT_SRC_TRACE_CHROME_CHROME_FILE_H

#include "base/text/texts.h"
#include "entry.h"
#include "trace/agenda.h"

/* Reader of weft's own traces, which are streamed. */
struct chrome_own {
    /* [threads] processor of each thread; -1: it has no name yet */
    int32_t *rank;
    size_t threads, capacity;
    struct weft_event *event; /* [count] events at the time of the last line */
    size_t count, event_capacity;
    uint64_t time;
    struct agenda stores; /* stores at later times, known from their receives */
    uint64_t others;      /* number of lines skipped */
    uint64_t lines;       /* number of all other lines */
    uint64_t more;        /* number of additional destinations of sends */
};

/* Reader of other traces, which are kept in memory until their end. */
struct chrome_slice {
    uint64_t start, end; /* times in ns; end is UINT64_MAX until the end is
                            known */
    uint64_t order;      /* position in the file among slices and points */
    uint64_t bind;
    uint64_t outer; /* 1 + index of the enclosing slice; 0: none */
    uint32_t track, bytes;
    int32_t message;
    int16_t dimension;
    int32_t name;  /* index of the slice's name; -1: none */
    int32_t begun; /* for phase B: 1 + index of its name in `begun`; 0: none */
    unsigned line; /* line number, for phase B */
    bool in, out, busy; /* in, out: flow_in and flow_out of the event; busy: an
                           arrow begins or ends here */
    bool open; /* whether the slice has not ended when the trace ends */
};

/* An end of a slice that began with a B. */
struct chrome_end {
    uint64_t time, order;
    uint32_t track;
    int32_t name; /* 1 + index of its name in `begun`; 0: none */
};

/* One end of an arrow that is not yet bound to a slice: phases s, t, f. */
struct chrome_point {
    uint64_t time, order, flow;
    uint64_t slice; /* 1 + index of the slice that it is bound to; 0: none */
    uint32_t track;
    char phase;
    bool next; /* whether to bind to the next slice that starts */
};

/* An arrow between two slices. */
struct chrome_arrow {
    uint64_t from, to; /* indices into slice[] of the sender and the receiver */
    uint64_t flow;
};

#define CHROME_PROCESS INT64_MIN
/* Thread numbers of the lanes of async slices, after the threads of their
 * process. */
#define CHROME_LANE (INT64_MAX - ((int64_t)1 << 32))
struct chrome_thread {
    int64_t pid, tid; /* process and thread; tid is CHROME_PROCESS for the
                         process itself, which only has a name */
    int32_t rank;
    int32_t label;              /* 1 + index of the thread's name; 0: none */
    int32_t pid_text, tid_text; /* 1 + index of the text that the file has
                                   instead of a number; 0: a number */
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

/* Kinds of malformed events. */
enum chrome_wrong {
    CHROME_TIMELESS,
    CHROME_DURATION,
    CHROME_NO_OBJECT,
    CHROME_SYNTAX,
    CHROME_CUT,
    CHROME_REST,
    CHROME_WRONG
};

/* The async slices of a category and id in a process. Until all are known, they
 * are a track of their own, numbered above all threads. */
#define CHROME_ASYNC_TRACKS ((uint32_t)1 << 31)
struct chrome_async {
    int64_t pid;
    int32_t label; /* 1 + index of the name; 0: none */
};

/* The number of an async slice's group, found by a hash of its process,
 * category and id. */
struct chrome_async_key {
    uint64_t id;
    uint32_t number; /* 1 + index into async[]; 0: free slot */
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
    uint32_t *bucket; /* [buckets] 1 + index of a thread; 0: free bucket */
    size_t buckets;
    struct chrome_async *async;
    size_t asyncs, async_capacity;
    struct chrome_asyncs async_table;
    struct texts names;  /* names of slices, each followed by CHROME_BEFORE_CAT
                            and the category */
    struct texts labels; /* names of threads and processes */
    struct texts begun;  /* names in B and E events, without category */
    uint64_t order;
    uint64_t lines;  /* number of events that are objects */
    uint64_t time;   /* time in the current line */
    uint64_t lowest; /* lowest time in the file */
    uint64_t latest; /* latest time, including the ends of slices */
    uint64_t open;   /* number of slices not ended when the trace ends */
    uint64_t inner; /* number of slices without end inside one that has ended */
    /* line of the first slice counted in `inner`; 0: none */
    unsigned first_inner;
    uint64_t skipped[CHROME_SKIPPED];
    struct wrong_records wrong[CHROME_WRONG];
};

/* Offset of stored times until all are known, because times may be negative. */
#define CHROME_ZERO ((uint64_t)1 << 62)

struct chrome_reader {
    struct json_reader json;
    struct chrome_line line;
    struct params params;
    struct event_batch batch;
    const struct weft_sink *sink;
    struct weft_read_report *report;
    /* weft wrote the file: metadata has processors, unit and step */
    bool known;
    bool seen; /* whether the file has a list of events */
    bool plan; /* whether the file has a list of GPUs, as in plans of MSCCL++ */
    struct chrome_own own;
    struct chrome_foreign foreign;
};

/* own-file.c. Each function returns 0, or -1 as a format does when reading. */
int chrome_own_line(struct chrome_reader *reader);
int chrome_own_end(struct chrome_reader *reader);
void chrome_own_finish(struct chrome_own *own);

/* foreign.c: collect an event. */
int chrome_foreign_line(struct chrome_reader *reader);
/* Find the index of a thread, which is created if it is new. Return 0 or -1. */
int chrome_thread_find(struct chrome_reader *reader, int64_t pid, int64_t tid,
                       uint32_t *index);
/* Return a thread, or NULL if there is no such thread. */
struct chrome_thread *chrome_thread_known(const struct chrome_foreign *foreign,
                                          int64_t pid, int64_t tid);
void chrome_foreign_finish(struct chrome_foreign *foreign);

/* foreign-wrong.c: count a malformed event; the reader's err is the reason. */
void chrome_wrong(struct chrome_reader *reader, enum chrome_wrong kind);
/* Continue after a malformed event in the list at @p depth brackets. Return 0,
 * or -1 as a format does when reading. At the end of the file, json->token is
 * JSON_END. */
int chrome_recover(struct chrome_reader *reader, int depth);
/* Ignore an error after the events, so that they are not lost. Return 0 or -1,
 * as above. */
int chrome_forgive(struct chrome_reader *reader);
/* Is the file not a trace, because all of its events are malformed? If so, err
 * is the reason. */
bool chrome_is_none(struct chrome_reader *reader);
/* Shift the times so that they begin at 0, or if some are negative, so that the
 * lowest is 0. Return by how much they are then later than in the file. */
uint64_t chrome_shift(struct chrome_foreign *foreign);
/* Add what was left out to the report. */
void chrome_report(struct chrome_reader *reader);

/* foreign-names.c: process metadata lines; return the number of a slice's name
 * (-1: out of memory); add the names to the parameters, once the processors
 * have ranks. */
int chrome_foreign_label(struct chrome_reader *reader);
int64_t chrome_slice_name(struct chrome_foreign *foreign,
                          const struct chrome_line *line);
int chrome_name(struct chrome_reader *reader);

/* foreign-async.c: find the track of the line's async slice. Return 0 or -1. At
 * the end, chrome_lanes() distributes overlapping slices to lanes, which are
 * threads. */
int chrome_async_find(struct chrome_reader *reader, uint32_t *track);
int chrome_lanes(struct chrome_reader *reader);

/* foreign-pairs.c: store the end of a slice; at the end, match slices and
 * ends. */
int chrome_end(struct chrome_reader *reader, uint32_t track);
int chrome_pair(struct chrome_foreign *foreign);

/* foreign-arrows.c: bind arrows to slices. */
int chrome_bind(struct chrome_foreign *foreign);

/* foreign-events.c: turn slices and arrows into events. */
int chrome_make(struct chrome_reader *reader);

#endif
