/* Reads a PICL file of either version. */
#ifndef WEFT_SRC_TRACE_PICL_IMPORT_H
#define WEFT_SRC_TRACE_PICL_IMPORT_H

#include "calls.h"
#include "trace/format.h"

#include <string.h>

#define PICL_DATA_MAX 4
#define PICL_HOST (-32768) /* number of the host in PICL 1 */
/* Locations of the kinds of blocks that weft writes, and the level of
 * trace_level records that only mean that a processor exists. */
#define PICL1_COMPUTE 1
#define PICL1_TASK 2
#define PICL1_CALL 3
#define PICL1_PRESENT 1
/* appended to the values of a store, to distinguish it from marks */
#define PICL1_STORE (-1)
/* Limit on times that are written, so that the file can be read: readers accept
 * seconds below 2^32. */
#define PICL_LATEST_NS ((uint64_t)4000000000u * 1000000000u)

/* One parsed line of a file. */
struct picl_record {
    int64_t kind;  /* first field of the line; always 0 in picl1 */
    int64_t code;  /* event of the record; picl1: first field of the line, the
                      record type */
    uint64_t time; /* time in nanoseconds */
    int64_t node;  /* number of the processor; negative: not a processor */
    int64_t peer;  /* processor at the other end of a transfer, else -1 */
    size_t count;  /* number of elements of data[], at most PICL_DATA_MAX */
    int64_t data[PICL_DATA_MAX];
    /* time in calls so far, in nanoseconds; 0: not recorded */
    uint64_t in_calls;
    /* tracemsg record: its word. Statistics record of row `row` - 1 (see
     * statistics.h): the text that has its numbers, at most `numbers`.
     * Otherwise NULL. */
    const char *word;
    uint8_t row;
    size_t numbers;
    bool parameter; /* whether the word is part of a parameter of the run */
    bool preamble;  /* whether a record of this kind may precede the first
                       event */
    bool more; /* whether the record continues an array that the previous one
                  began */
};

/* The parsed first fields of the previous line, and their text including the
 * blank after them. Files are sorted by time, so most lines begin like the line
 * before. */
struct picl_start {
    char text[24];
    size_t length; /* length of the text, 8 to 24; 0: there is no previous
                      line */
    int64_t kind, code;
    uint64_t time;
    /* if a line has more values than a record holds: the rest of the line, for
     * the following records, and the record so far; otherwise NULL */
    const char *more;
    struct picl_record array;
};

/* Kinds of records that events cannot represent; they are counted. */
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
    /* Parse a line. Return NULL, or what is wrong. `last` is updated by each
     * call; its bytes are zero at first. */
    const char *(*scan)(const char *line, struct picl_record *record,
                        struct picl_start *last);
    /* Pass a record on to `calls`. Return 0, or -1 as the functions of calls.h
     * do. Count the records that are omitted in `left`. */
    int (*apply)(struct calls *calls, const struct picl_record *record,
                 uint64_t left[PICL_LEFT_KINDS]);
};

int picl_read(struct input *in, const struct picl_dialect *dialect,
              const struct weft_sink *sink, struct weft_read_report *report,
              struct weft_error *err);

/* the dialects, defined in records.c and records1.c */
extern const struct picl_dialect picl_dialect, picl1_dialect;
bool picl1_recognise(const char *head, size_t length);
/* Return the block type of a task in PICL 1. Collective calls have types of
 * their own. */
int64_t picl1_block_of(int32_t task);

#endif
