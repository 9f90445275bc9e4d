/* Parts of the Paraver reader; private to its files. */
#ifndef WEFT_SRC_TRACE_PARAVER_PARAVER_H
#define WEFT_SRC_TRACE_PARAVER_PARAVER_H

#include "base/text/texts.h"
#include "trace/format.h"
#include "trace/order.h"

enum paraver_meaning {
    PARAVER_IDLE,
    PARAVER_BUSY,
    PARAVER_WAIT,
    PARAVER_CALL, /* the thread is inside a library call */
};

/* A call or function that is in progress in a thread. */
struct paraver_open {
    uint64_t type;
    int32_t task;
};

struct paraver_thread {
    struct paraver_open *open; /* [depth] calls and functions in progress, the
                                  innermost last */
    size_t depth, capacity;
};

enum paraver_skipped {
    PARAVER_TYPES,
    PARAVER_ENDS,
    PARAVER_COLLECTIVES,
    PARAVER_COMMUNICATORS,
    PARAVER_NAMES,
    PARAVER_SKIPPED
};

#define PARAVER_STATES 64 /* maximum number of states with names */

struct paraver_reader {
    struct input *in;
    struct params params;
    struct weft_read_report *report;
    struct weft_error *err;
    struct order *order; /* puts the events in order; NULL in the first pass,
                            which collects names */
    bool starved;        /* whether memory ran out */
    bool refused; /* whether `order` or the sink failed for an event; err may
                     have the reason */
    bool sorted;  /* whether the records read so far are ordered by time */
    uint64_t records; /* number of valid records */
    uint64_t time;    /* time of the last record */
    int32_t messages;
    /* index of the first task of each application, and of the first processor
     * of each task; both have one more entry at the end */
    uint32_t *application, *task;
    size_t applications, tasks;
    size_t application_capacity, task_capacity;
    struct paraver_thread *thread; /* [processors] open calls of each thread */
    uint8_t meaning[PARAVER_STATES];
    struct texts names;  /* names of tasks */
    struct texts values; /* types and values of events as texts "TYPE:VALUE" */
    struct texts labels; /* names of values */
    int32_t *label; /* [values.count] index in `labels` of each value's name */
    size_t label_capacity;
    uint64_t skipped[PARAVER_SKIPPED];
    struct wrong_records wrong;
};

/* Parse the first line (paraver-header.c). Return NULL, or what is wrong. */
const char *paraver_header(struct paraver_reader *reader, const char *line);
/* Return the processor of a thread, or -1 if it is not in the header. The
 * arguments count from 1. */
int32_t paraver_rank(const struct paraver_reader *reader, uint64_t application,
                     uint64_t task, uint64_t thread);

/* Process a record (paraver-records.c). Return NULL, or what is wrong; if out
 * of memory, set `starved`. */
const char *paraver_record(struct paraver_reader *reader, const char *line);

/* Read the names in the files beside the trace, if there are any
 * (paraver-names.c). Return 0, or -1 if out of memory. */
int paraver_name_values(struct paraver_reader *reader);
int paraver_name_threads(struct paraver_reader *reader);
/* Add the names of tasks to the parameters, once all tasks are known. */
int paraver_name_tasks(struct paraver_reader *reader);
/* Return the number of a task, given the type and value of its event; -1 if out
 * of memory. */
int32_t paraver_task(struct paraver_reader *reader, const char *what,
                     uint64_t type, uint64_t value);
enum paraver_meaning paraver_meaning_of(const struct paraver_reader *reader,
                                        uint64_t state);

#endif
