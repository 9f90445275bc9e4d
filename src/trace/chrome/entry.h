/* One trace event of a Chrome file; private to the Chrome reader. */
#ifndef WEFT_SRC_TRACE_CHROME_ENTRY_H
#define WEFT_SRC_TRACE_CHROME_ENTRY_H

#include "json-reader.h"

/* Key in metadata that announces items of messages. */
#define CHROME_ITEMS "weft_items"

/* Numbers in the args of weft's own lines. */
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

/* The numbers of a list; also for a single number. */
struct chrome_list {
    int64_t *number;
    size_t count, capacity;
};

struct chrome_line {
    unsigned line;
    char phase; /* phase; 0: missing, or longer than one character */
    char name[TASK_NAME_BYTES]; /* name of the event, cut */
    char cat[64];               /* category, cut */
    char label[64];             /* string args.name, cut */
    uint64_t ts, dur; /* time and duration without sign, in nanoseconds */
    int64_t pid, tid; /* process and thread; a number made from the text if it
                         is not a number */
    char pid_text[64], tid_text[64]; /* text of a pid or tid that is not a
                                        number, cut; else "" */
    uint64_t flow; /* identity of an arrow: hash of its category, name and id */
    uint64_t bind; /* identity of an arrow: hash of bind_id */
    uint64_t async; /* identity of an async slice in its process: hash of
                       category and id */
    bool has_ts, has_dur, has_id, has_bind;
    bool ts_negative, dur_negative;
    bool ts_wrong, dur_wrong; /* whether a time is invalid; the reader's err is
                                 then the reason */
    bool flow_in, flow_out;
    bool enclosing; /* "bp":"e" */
    bool has[CHROME_ARGS];
    int64_t arg[CHROME_ARGS];      /* numbers in args; `true` counts as 1 */
    struct chrome_list peers;      /* numbers in args.to or args.from */
    struct chrome_list dimensions; /* numbers in args.dim or args.rdim */
    /* args.events: for each event its kind, the count of its numbers, and the
     * numbers. wrong: malformed. */
    struct chrome_list hidden;
    bool hidden_wrong;
    struct chrome_items {
        char *text; /* string args.items, owned; ends with a NUL unless it is
                       empty */
        size_t length, capacity;
    } items;
};

/* Read one event, whose { has just been read. Values of the wrong type in args
 * are skipped. The lists of @p line are reused. Return 0, or -1 as a format
 * does when reading. */
int chrome_line_read(struct json_reader *json, struct chrome_line *line);
void chrome_line_finish(struct chrome_line *line);

/* Return the number in "send A12", or -1 if the name has another form. */
int32_t chrome_message(const char *name);

#endif
