/* A part of a trace: some steps, some processors. */
#ifndef WEFT_TOOLS_VIEW_WINDOW_H
#define WEFT_TOOLS_VIEW_WINDOW_H

#include <stdbool.h>
#include <weft/error.h>
#include <weft/event.h>
#include <weft/page.h>
#include <weft/trace.h>

/* [first, first + count); count 0: all. */
struct range {
    uint64_t first, count;
};

/* What is wanted of a trace; all else is the window's own. */
struct window {
    struct range steps, processors;
    const struct weft_network *network; /* of a trace whose own cannot be made;
                                           NULL: none is known */
    struct weft_page *page;             /* that the sink belongs to */
    const struct weft_sink *sink;
    struct weft_error err; /* why it is refused */
    uint64_t from, to;     /* of the starts of events */
    uint64_t origin;       /* the time that is 0 for the window */
    uint64_t unit, ended;  /* a step; the end of the last event */
    int32_t first, last;
    bool steps_told; /* does the trace have steps? */
    bool begun;      /* has its first event come? */
    bool cut; /* some processors are left out: the others are renumbered */
};

/* What takes the trace and hands the part to the window's sink. */
struct weft_sink window_sink(struct window *window);

#endif
