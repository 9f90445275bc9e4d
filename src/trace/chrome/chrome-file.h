/* Parts of the Chrome reader; private to its files. */
#ifndef WEFT_SRC_TRACE_CHROME_CHROME_FILE_H
#define WEFT_SRC_TRACE_CHROME_CHROME_FILE_H

#include "base/text/texts.h"
#include "entry.h"
#include "trace/agenda.h"

/* State of reading weft's own traces, which are streamed. */
struct chrome_own {
    /* [threads] processor of each thread; -1: it has no name yet */
    int32_t *rank;
    size_t threads, capacity;
    struct weft_event *event; /* [count] events that start at the time of the
                                 last line */
    size_t count, event_capacity;
    uint64_t time;
    struct agenda stores; /* stores at later times, which are written with
                             earlier receives */
    uint64_t others;      /* number of lines that were skipped */
    uint64_t lines;       /* number of lines that were not skipped */
    uint64_t more;        /* number of destinations of sends, not counting the
                             first one of each send */
};

/* State of reading other traces, which are kept in memory until the end of the
 * file. */
struct chrome_slice {
    uint64_t start, end; /* times in ns; end is UINT64_MAX if the end is not
                            known yet */
    uint64_t order;      /* position among all slices and points in the file */
    uint64_t bind;
    uint64_t outer; /* 1 + index of the enclosing slice; 0: none */
    uint32_t track, bytes;
    int32_t message;
    int16_t dimension;
    int32_t name;  /* index of the slice's name; -1: none */
    int32_t begun; /* for phase B: 1 + index of the slice's name in `begun`; 0:
                      none */
    unsigned line; /* number of the line, for phase B */
    bool in, out, busy; /* in, out: the event's flow_in and flow_out; busy:
                           whether an arrow begins or ends at the slice */
    bool open; /* whether the slice has not ended at the end of the trace */
};

/* The end of a slice that began with phase B. */
struct chrome_end {
    uint64_t time, order;
    uint32_t track;
    int32_t name; /* 1 + index of the slice's name in `begun`; 0: none */
};

/* One end of an arrow, from phase s, t or f, that must be bound to a slice. */
struct chrome_point {
    uint64_t time, order, flow;
    uint64_t slice; /* 1 + index of the slice to which the end is bound; 0:
                       none */
    uint32_t track;
    char phase;
    bool next; /* whether the end is bound to the next slice that starts */
};

/* An arrow between two slices. */
struct chrome_arrow {
    uint64_t from, to; /* indices into slice[] of the sender and the receiver */
    uint64_t flow;
};

#define CHROME_PROCESS INT64_MIN
/* First thread number of the lanes of async slices, above the numbers of all
 * threads of their process. */
#define CHROME_LANE (INT64_MAX - ((int64_t)1 << 32))
struct chrome_thread {
    int64_t pid, tid; /* process and thread; tid is CHROME_PROCESS for an entry
                         of the process itself, which only has a name */
    int32_t rank;
    int32_t label;              /* 1 + index of the thread's name; 0: none */
    int32_t pid_text, tid_text; /* 1 + index of the text that the file has in
                                   place of a number; 0: the file has a
                                   number */
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

/* The async slices with the same category and id in a process. Until all are
 * known, they form a track of their own, numbered above all threads. */
#define CHROME_ASYNC_TRACKS ((uint32_t)1 << 31)
struct chrome_async {
    int64_t pid;
    int32_t label; /* 1 + index of the category's name; 0: none */
};

/* Entry of the table that finds a group of async slices by a hash of its
 * process, category and id. */
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
    uint64_t open;   /* number of slices that have not ended at the end of the
                        trace */
    uint64_t inner;  /* number of slices that have no end but end with an
                        enclosing slice */
    /* line of the first slice that `inner` counts; 0: none */
    unsigned first_inner;
    uint64_t skipped[CHROME_SKIPPED];
    struct wrong_records wrong[CHROME_WRONG];
};

/* Offset added to stored times until all are known, because times may be
 * negative. */
#define CHROME_ZERO ((uint64_t)1 << 62)

struct chrome_reader {
    struct json_reader json;
    struct chrome_line line;
    struct params params;
    struct event_batch batch;
    const struct weft_sink *sink;
    struct weft_read_report *report;
    /* whether weft wrote the file: metadata has processors, unit and step */
    bool known;
    bool seen; /* whether the file has a list of events */
    struct chrome_own own;
    struct chrome_foreign foreign;
};

/* Functions of own-file.c. Each returns 0, or -1 as a format does when
 * reading. */
int chrome_own_line(struct chrome_reader *reader);
int chrome_own_end(struct chrome_reader *reader);
void chrome_own_finish(struct chrome_own *own);

/* Collect an event (foreign.c). */
int chrome_foreign_line(struct chrome_reader *reader);
/* Find the index of a thread, which is added if it is new. Return 0 or -1. */
int chrome_thread_find(struct chrome_reader *reader, int64_t pid, int64_t tid,
                       uint32_t *index);
/* Return a thread, or NULL if it is unknown. */
struct chrome_thread *chrome_thread_known(const struct chrome_foreign *foreign,
                                          int64_t pid, int64_t tid);
void chrome_foreign_finish(struct chrome_foreign *foreign);

/* Count a malformed event (foreign-wrong.c). The reader's err is the reason. */
void chrome_wrong(struct chrome_reader *reader, enum chrome_wrong kind);
/* Continue after a malformed event in the list that is at @p depth brackets.
 * Return 0, or -1 as a format does when reading. At the end of the file,
 * json->token is JSON_END. */
int chrome_recover(struct chrome_reader *reader, int depth);
/* Ignore an error that follows the events, so that the events are kept. Return
 * 0 or -1, as above. */
int chrome_forgive(struct chrome_reader *reader);
/* Return whether the file is not a trace, because all of its events are
 * malformed. If so, err is the reason. */
bool chrome_is_none(struct chrome_reader *reader);
/* Shift the times so that they begin at 0 or, if some are negative, so that the
 * lowest is 0. Return the difference between the new times and those in the
 * file. */
uint64_t chrome_shift(struct chrome_foreign *foreign);
/* Add the numbers of omitted records to the report. */
void chrome_report(struct chrome_reader *reader);

/* Process metadata lines; return the number of a slice's name (-1: out of
 * memory); add the names to the parameters, once the processors have ranks
 * (foreign-names.c). */
int chrome_foreign_label(struct chrome_reader *reader);
int64_t chrome_slice_name(struct chrome_foreign *foreign,
                          const struct chrome_line *line);
int chrome_name(struct chrome_reader *reader);

/* Find the track of an async slice. Return 0 or -1. At the end, chrome_lanes()
 * distributes overlapping slices to lanes, which are threads
 * (foreign-async.c). */
int chrome_async_find(struct chrome_reader *reader, uint32_t *track);
int chrome_lanes(struct chrome_reader *reader);

/* Store the end of a slice; at the end of the file, match slices and ends
 * (foreign-pairs.c). */
int chrome_end(struct chrome_reader *reader, uint32_t track);
int chrome_pair(struct chrome_foreign *foreign);

/* Bind arrows to slices (foreign-arrows.c). */
int chrome_bind(struct chrome_foreign *foreign);

/* Convert slices and arrows to events (foreign-events.c). */
int chrome_make(struct chrome_reader *reader);

#endif
