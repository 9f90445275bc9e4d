/* One trace event of a Chrome file; private to the Chrome reader. */
#ifndef WEFT_SRC_TRACE_CHROME_ENTRY_H
#define WEFT_SRC_TRACE_CHROME_ENTRY_H

#include "json-reader.h"
#include <weft/unstable/details.h>

/* Key in `metadata` that shows that messages have items. */
#define CHROME_ITEMS "weft_items"
/* The same for events that have details. */
#define CHROME_DETAILS "weft_details"

/* Members of the args of weft's own lines whose values are numbers. */
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

/* The numbers of a list, or a single number. */
struct chrome_list {
    int64_t *number;
    size_t count, capacity;
};

struct chrome_line {
    unsigned line;
    char phase;                 /* phase of the event; 0: missing, or longer
                                   than one character */
    char name[TASK_NAME_BYTES]; /* name of the event, truncated */
    char cat[64];               /* category of the event, truncated */
    char label[64];             /* the string args.name, truncated */
    uint64_t ts, dur; /* time and duration of the event in nanoseconds, without
                         their signs */
    int64_t pid, tid; /* process and thread; if the file has a text in place of
                         a number, a number derived from the text */
    char pid_text[64], tid_text[64]; /* text of a pid or tid that is not a
                                        number, truncated; else "" */
    uint64_t flow;  /* hash of an arrow's category, name and id */
    uint64_t bind;  /* hash of bind_id, which identifies an arrow */
    uint64_t async; /* hash of category and id, which identifies an async slice
                       within its process */
    bool has_ts, has_dur, has_id, has_bind;
    bool ts_negative, dur_negative;
    bool ts_wrong, dur_wrong; /* whether the time or the duration is invalid;
                                 the reader's err is the reason */
    bool flow_in, flow_out;
    bool enclosing; /* "bp":"e" */
    bool has[CHROME_ARGS];
    int64_t arg[CHROME_ARGS]; /* the numbers in args; `true` counts as 1 */
    bool hidden_wrong;        /* whether an element of args.events is
                                 malformed */
    uint32_t details;         /* number of the details in args */

    /* Kept from event to event; only the counts and the length are reset. */
    struct chrome_list peers;      /* the numbers in args.to or args.from */
    struct chrome_list dimensions; /* the numbers in args.dim or args.rdim */
    /* args.events: for each event, its kind, the count of its numbers, the
     * number of its details, and the numbers */
    struct chrome_list hidden;
    struct chrome_items {
        char *text; /* string args.items, owned; ends with a NUL unless it is
                       empty */
        size_t length, capacity;
    } items;
    struct weft_items *table; /* table of details, set by the caller, which owns
                                 it; NULL: events have none */
    struct weft_details detail; /* details of the current args; empty between
                                   two objects */
};

/* Read one event, after its opening brace was read. Values of the wrong type in
 * args are skipped. The lists of @p line are reused. Return 0, or -1 as a
 * format does when reading. */
int chrome_line_read(struct json_reader *json, struct chrome_line *line);
void chrome_line_finish(struct chrome_line *line);

/* Return the message number in the name of a slice, such as "send A12"; -1 if
 * the name has another form. */
int32_t chrome_message(const char *name);

#endif
