/* One trace event of a chrome file; private to the chrome reader. */
#ifndef WEFT_SRC_TRACE_CHROME_ENTRY_H
#define WEFT_SRC_TRACE_CHROME_ENTRY_H

#include "json-reader.h"

/* In metadata: sends may say what they carry. */
#define CHROME_ITEMS "weft_items"

/* Numbers in args that weft's own lines have. */
enum chrome_arg {
    CHROME_BYTES,
    CHROME_FOR,
    CHROME_MESSAGE,
    CHROME_READY,
    CHROME_SAME,
    CHROME_STORE,
    CHROME_WAITED,
    CHROME_ARGS
};

/* Numbers of a list, or the one number there was instead. */
struct chrome_list {
    int64_t *number;
    size_t count, capacity;
};

struct chrome_line {
    unsigned line;
    char phase;                      /* 0: none, or more than a letter */
    char name[TASK_NAME_BYTES];      /* cut */
    char cat[64];                    /* cut */
    char label[64];                  /* args.name, cut */
    uint64_t ts, dur;                /* nanoseconds, without the sign */
    int64_t pid, tid;                /* a text is given a number */
    char pid_text[64], tid_text[64]; /* ... and cut; "": a number */
    uint64_t flow;  /* identity of an arrow: cat, name and id, mixed */
    uint64_t bind;  /* identity of bind_id */
    uint64_t async; /* ... of an async slice in its process: cat and id */
    bool has_ts, has_dur, has_id, has_bind;
    bool ts_negative, dur_negative;
    bool ts_wrong, dur_wrong; /* no times: err of the reader says why */
    bool flow_in, flow_out;
    bool enclosing; /* "bp":"e" */
    bool has[CHROME_ARGS];
    int64_t arg[CHROME_ARGS];      /* true is 1 */
    struct chrome_list peers;      /* args.to or args.from */
    struct chrome_list dimensions; /* args.dim or args.rdim */
    /* args.events: the words, and for each its numbers with their count
     * before them. wrong: it is something else. */
    struct chrome_list hidden;
    bool hidden_wrong;
    struct chrome_items {
        char *text; /* args.items; owned, with a NUL if it has a length */
        size_t length, capacity;
    } items;
};

/* Read one event, whose { was read last. What is of the wrong type in args
 * is skipped. 0, or -1 as a format reads; the lists of @p line are used again.
 */
int chrome_line_read(struct json_reader *json, struct chrome_line *line);
void chrome_line_finish(struct chrome_line *line);

/* The number in "send A12", -1 if the name has another form. */
int32_t chrome_message(const char *name);

#endif
