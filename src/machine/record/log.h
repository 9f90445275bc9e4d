/* The events of a worker in the order of recording; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_RECORD_LOG_H
#define WEFT_SRC_MACHINE_RECORD_LOG_H

#include "base/base.h"
#include <weft/event.h>

/* The log of a worker. Guarded by the baton. */
struct log {
    struct weft_event *event;
    size_t count, room;
    unsigned kinds; /* bit set of the kinds of events to record */
};

/* Append an uninitialised event. NULL: out of memory. */
static inline struct weft_event *log_new(struct log *log)
{
    if (log->count == log->room &&
        array_grow(&log->event, &log->room, log->count + 1,
                   sizeof log->event[0]))
        return NULL;
    return &log->event[log->count++];
}

static inline void log_swap(struct log *a, struct log *b)
{
    struct log old = *a;
    *a = (struct log){b->event, b->count, b->room, a->kinds};
    *b = (struct log){old.event, old.count, old.room, b->kinds};
}

#endif
