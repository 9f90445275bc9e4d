/* How to interpret the events of a trace, depending on the program that wrote
 * it. The readers of other programs' files store the format as the parameter
 * "origin", which conversions preserve. */
#ifndef WEFT_SRC_BASE_TEXT_ORIGINS_H
#define WEFT_SRC_BASE_TEXT_ORIGINS_H

#include <stdbool.h>
#include <stddef.h>
#include <weft/event.h>

#define ORIGIN_KEY "origin"
/* The number of time units by which all times are later than in the file of the
 * other program; events have no negative times. */
#define ORIGIN_SHIFT_KEY "shift"

struct trace_origin {
    const char *name; /* name of the program; NULL: weft or unknown */
    bool types;       /* whether message numbers do not identify messages */
    bool overlaps;    /* a processor may compute several things at once, also
                       * while it sends */
    /* whether an activity of a processor may be nested in another */
    bool nests;
    bool answered; /* whether every wait ends with its receive */
    /* whether the trace is complete: in gaps the processor is idle */
    bool complete;
};

/* Return the origin of a trace, never NULL. */
const struct trace_origin *origin_of_trace(const struct weft_trace_info *info);

#define ORIGIN_TIME_MAX (WEFT_TIME_MAX + 20)
/* Return a time as in the original file, such as "-17 us", or NULL if it is
 * 0. */
const char *origin_time(const struct weft_trace_info *info, uint64_t time,
                        char text[ORIGIN_TIME_MAX]);

#endif
