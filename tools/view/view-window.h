/* Selection of some steps and processors of a trace. */
#ifndef WEFT_TOOLS_VIEW_WINDOW_H
#define WEFT_TOOLS_VIEW_WINDOW_H

#include <stdbool.h>
#include <weft/error.h>
#include <weft/event.h>
#include <weft/trace.h>
#include <weft/unstable/page.h>

/* A range [first, first + count); count 0: everything. */
struct range {
    uint64_t first, count;
};

/* The selected part of a trace. The caller sets the members up to `sink`;
 * window_sink() and its sink set the rest. */
struct window {
    struct range steps, processors;
    /* Network of the trace if its own cannot be created; NULL: unknown. */
    const struct weft_network *network;
    struct weft_page *page; /* page to which the sink belongs */
    const struct weft_sink *sink;
    struct weft_error err; /* error if the trace is rejected */
    uint64_t from, to;     /* interval of start times of the selected events */
    uint64_t origin;       /* time in the trace that is 0 in the window */
    uint64_t unit, ended;  /* duration of a step; end of the last event */
    int32_t first, last;
    bool steps_stated; /* whether the trace has steps */
    bool begun;        /* whether the first event has arrived */
    /* whether some processors are left out, so that the others are
     * renumbered */
    bool cut;
};

/* Return the sink that takes the trace and passes the selected part to the
 * window's sink. */
struct weft_sink window_sink(struct window *window);

#endif
