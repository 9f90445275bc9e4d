/* What the files of the Paraver reader share; private to them. */
#ifndef WEFT_SRC_TRACE_PARAVER_PARAVER_H
#define WEFT_SRC_TRACE_PARAVER_PARAVER_H

#include "base/text/texts.h"
#include "trace/format.h"
#include "trace/order.h"

enum paraver_meaning {
    PARAVER_IDLE,
    PARAVER_BUSY,
    PARAVER_WAIT,
    PARAVER_CALL, /* of a library, which works for the program */
};

/* A call or function that has begun in a thread. */
struct paraver_open {
    uint64_t type;
    int32_t task;
};

struct paraver_thread {
    struct paraver_open *open; /* [depth], the innermost last */
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

#define PARAVER_STATES 64 /* whose names are read */

struct paraver_reader {
    struct input *in;
    struct params params;
    struct weft_read_report *report;
    struct weft_error *err;
    struct order *order; /* NULL in the first pass, which collects names */
    bool starved;        /* there was no memory */
    bool refused;        /* by the order; err says why, or nothing */
    bool sorted;         /* by time, as far as the first pass has come */
    uint64_t records;    /* that are valid */
    uint64_t time;       /* of the last one */
    int32_t messages;
    /* the first task of each application, and the first processor of each
     * task; one more at the end */
    uint32_t *application, *task;
    size_t applications, tasks;
    size_t application_capacity, task_capacity;
    struct paraver_thread *thread; /* [processors] */
    uint8_t meaning[PARAVER_STATES];
    struct texts names;  /* of tasks */
    struct texts values; /* "TYPE:VALUE" */
    struct texts labels; /* what they are called, by the same numbers */
    int32_t *label;      /* [values.count] number of the label */
    size_t label_capacity;
    uint64_t skipped[PARAVER_SKIPPED];
    struct wrong_records wrong;
};

/* paraver-header.c: the first line. NULL, or what is wrong. */
const char *paraver_header(struct paraver_reader *reader, const char *line);
/* The processor of a thread, all counted from 1; -1: the header has none. */
int32_t paraver_rank(const struct paraver_reader *reader, uint64_t application,
                     uint64_t task, uint64_t thread);

/* paraver-records.c: a record. NULL, or what is wrong; no memory: `starved` is
 * set. */
const char *paraver_record(struct paraver_reader *reader, const char *line);

/* paraver-names.c: the names in the files beside the trace, if there are any.
 * 0, or -1: no memory. */
int paraver_name_values(struct paraver_reader *reader);
int paraver_name_threads(struct paraver_reader *reader);
/* When all tasks are known. */
int paraver_name_tasks(struct paraver_reader *reader);
/* The number of a task, by the type and value of its event. -1: no memory. */
int32_t paraver_task(struct paraver_reader *reader, const char *what,
                     uint64_t type, uint64_t value);
enum paraver_meaning paraver_meaning_of(const struct paraver_reader *reader,
                                        uint64_t state);

#endif
