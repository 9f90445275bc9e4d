/* Reading a PICL file of either version. */
#ifndef WEFT_SRC_TRACE_PICL_IMPORT_H
#define WEFT_SRC_TRACE_PICL_IMPORT_H

#include "calls.h"
#include "trace/format.h"

#include <string.h>

#define PICL_DATA_MAX 4
#define PICL_HOST (-32768) /* the number of the host, in PICL 1 */
/* Locations of blocks that this program writes, and the level of the statistics
 * by which a trace_level tells no more than that a processor was there. */
#define PICL1_COMPUTE 1
#define PICL1_TASK 2
#define PICL1_CALL 3
#define PICL1_PRESENT 1
#define PICL1_STORE (-1) /* behind what is stored: no mark */
/* What is written can be read: scanning takes seconds below 2^32. */
#define PICL_LATEST_NS ((uint64_t)4000000000u * 1000000000u)

/* One line, taken apart. */
struct picl_record {
    int64_t kind;  /* picl: the first field; picl1: 0 */
    int64_t code;  /* picl: the event; picl1: the first field */
    uint64_t time; /* nanoseconds */
    int64_t node;  /* < 0: none of the processors */
    int64_t peer;  /* the other end if it is a transfer, else -1 */
    size_t count;  /* of data, at most PICL_DATA_MAX */
    int64_t data[PICL_DATA_MAX];
    uint64_t in_calls; /* nanoseconds so far, if it says so and it is not 0 */
    /* of a tracemsg record its word; of one of statistics, whose row (see
     * statistics.h) is row - 1 and which has so many numbers at most, the text
     * with them; else NULL */
    const char *word;
    uint8_t row;
    size_t numbers;
    bool parameter; /* its word is of the parameters of a run */
    bool preamble;  /* such as come before the first event */
    bool more;      /* goes on with the array of the record before */
};

/* How a line begins, and the text it was read from, with the blank behind it:
 * lines are sorted by time, so most begin as the line before. */
struct picl_start {
    char text[24];
    size_t length; /* 8 to 24; 0: none yet */
    int64_t kind, code;
    uint64_t time;
    /* of a line with more values than a record holds: what is left of it, for
     * the records to come; NULL: nothing. And the record so far */
    const char *more;
    struct picl_record array;
};

/* What events cannot tell, counted. */
enum picl_left {
    PICL_LEFT_STATISTICS,
    PICL_LEFT_COMPLETIONS,
    PICL_LEFT_MESSAGES,
    PICL_LEFT_VALUES,
    PICL_LEFT_LISTS,
    PICL_LEFT_OTHER,
    PICL_LEFT_KINDS
};

struct picl_dialect {
    /* Take a line apart; NULL, or what is wrong with it. `last`: of the line
     * before, zeroed at first. */
    const char *(*scan)(const char *line, struct picl_record *record,
                        struct picl_start *last);
    /* Tell the calls; 0, or -1 as they say. What it leaves out, it counts. */
    int (*apply)(struct calls *calls, const struct picl_record *record,
                 uint64_t left[PICL_LEFT_KINDS]);
};

int picl_read(struct input *in, const struct picl_dialect *dialect,
              const struct weft_sink *sink, struct weft_read_report *report,
              struct weft_error *err);

/* records.c and records1.c */
extern const struct picl_dialect picl_dialect, picl1_dialect;
bool picl1_recognise(const char *head, size_t length);
/* The block type of PICL 1 for a task: collective calls have their own. */
int64_t picl1_block_of(int32_t task);

#endif
