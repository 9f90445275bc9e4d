/* What the events of a trace can mean, by the program that they are from. The
 * readers of other programs' files name the format as the parameter "origin",
 * which stays with the trace whatever it is converted to. */
#ifndef WEFT_SRC_BASE_TEXT_ORIGINS_H
#define WEFT_SRC_BASE_TEXT_ORIGINS_H

#include <stdbool.h>
#include <stddef.h>
#include <weft/event.h>

#define ORIGIN_KEY "origin"
/* By how many time units all times are later than in the file that another
 * program wrote: events have no negative times. */
#define ORIGIN_SHIFT_KEY "shift"

struct trace_origin {
    const char *name; /* NULL: weft's own, or not known */
    bool types;       /* message numbers do not identify messages */
    bool overlaps;    /* a processor may compute several things at a time, and
                         while it sends */
    bool nests;       /* what a processor does may lie within something else
                         that it does */
    bool answered;    /* every wait ends with its reception */
    bool complete;    /* everything is recorded: between, it does nothing */
};

/* Never NULL. */
const struct trace_origin *origin_of_trace(const struct weft_trace_info *info);

#define ORIGIN_TIME_MAX (WEFT_TIME_MAX + 20)
/* A time of the trace as that file has it, as "-17 us". NULL: it is 0. */
const char *origin_time(const struct weft_trace_info *info, uint64_t time,
                        char text[ORIGIN_TIME_MAX]);

#endif
