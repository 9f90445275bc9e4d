/* Read a PICL file of either version. */
#ifndef WEFT_SRC_TRACE_PICL_IMPORT_H
#define WEFT_SRC_TRACE_PICL_IMPORT_H

#include "calls.h"
#include "trace/format.h"

#include <string.h>

#define PICL_DATA_MAX 4
#define PICL_HOST (-32768) /* number of the host in PICL 1 */
/* Locations of blocks that weft writes, and the statistics level that makes a
 * trace_level record mean only that a processor exists. */
#define PICL1_COMPUTE 1
#define PICL1_TASK 2
#define PICL1_CALL 3
#define PICL1_PRESENT 1
/* follows the values of a store, to distinguish it from marks */
#define PICL1_STORE (-1)
/* Limit for writing, so that the file can be read: readers accept seconds below
 * 2^32. */
#define PICL_LATEST_NS ((uint64_t)4000000000u * 1000000000u)

/* One parsed line. */
struct picl_record {
    int64_t kind;  /* first field of the line; picl1: 0 */
    int64_t code;  /* event of the record; picl1: first field of the line */
    uint64_t time; /* time in nanoseconds */
    int64_t node;  /* processor; negative: not a processor */
    int64_t peer;  /* processor at the other end of a transfer, else -1 */
    size_t count;  /* number of data[], at most PICL_DATA_MAX */
    int64_t data[PICL_DATA_MAX];
    /* time in calls so far, in nanoseconds; 0: not recorded */
    uint64_t in_calls;
    /* tracemsg record: its word. Statistics record of row `row` - 1 (see
     * statistics.h): the text with at most `numbers` numbers. Else NULL. */
    const char *word;
    uint8_t row;
    size_t numbers;
    bool parameter; /* whether the word belongs to the parameters of the run */
    bool preamble;  /* whether records of this kind precede the first event */
    bool more; /* whether the record continues the array of the previous one */
};

/* The first fields of a line, and their text including the blank after them:
 * files are sorted by time, so most lines begin like the line before. */
struct picl_start {
    char text[24];
    size_t length; /* length of the text, 8 to 24; 0: nothing stored */
    int64_t kind, code;
    uint64_t time;
    /* if a line has more values than a record holds: the rest of the line, for
     * the following records, and the record so far; NULL: none */
    const char *more;
    struct picl_record array;
};

/* Records that events cannot represent, which are counted. */
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
    /* Parse a line. Return NULL, or what is wrong. `last` is about the line
     * before, zeroed at first. */
    const char *(*scan)(const char *line, struct picl_record *record,
                        struct picl_start *last);
    /* Pass a record on to `calls`. Return 0, or -1 as they do. Count what is
     * left out. */
    int (*apply)(struct calls *calls, const struct picl_record *record,
                 uint64_t left[PICL_LEFT_KINDS]);
};

int picl_read(struct input *in, const struct picl_dialect *dialect,
              const struct weft_sink *sink, struct weft_read_report *report,
              struct weft_error *err);

/* the dialects of records.c and records1.c */
extern const struct picl_dialect picl_dialect, picl1_dialect;
bool picl1_recognise(const char *head, size_t length);
/* Return the PICL 1 block type of a task; collective calls have their own. */
int64_t picl1_block_of(int32_t task);

#endif
