/* What the events of a trace can mean, by the program that they are from. The
 * readers of other programs' files name the format as the parameter "origin",
 * which stays with the trace whatever it is converted to. */
#ifndef WEFT_SRC_BASE_TEXT_ORIGINS_H
#define WEFT_SRC_BASE_TEXT_ORIGINS_H

#include <stdbool.h>
#include <weft/event.h>

#define ORIGIN_KEY "origin"

struct trace_origin {
    const char *name; /* NULL: weft's own, or not known */
    bool types;       /* message numbers do not identify messages */
    bool overlaps;    /* a processor may compute several things at a time, and
                         while it sends */
    bool nests;       /* what a processor does may lie within something else
                         that it does */
    bool complete;    /* everything is recorded: between, it does nothing */
};

/* Never NULL. */
const struct trace_origin *origin_of_trace(const struct weft_trace_info *info);

#endif
