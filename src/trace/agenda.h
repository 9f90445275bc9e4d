/* Things to come, in order of their time, equal times in the order added. */
#ifndef WEFT_SRC_TRACE_AGENDA_H
#define WEFT_SRC_TRACE_AGENDA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/event.h>

struct agenda_item {
    uint64_t time;
    uint64_t order;
    uint64_t number; /* of the user */
    struct weft_event event;
};

static inline bool agenda_before(const struct agenda_item *a,
                                 const struct agenda_item *b)
{
    return a->time != b->time ? a->time < b->time : a->order < b->order;
}

#define HEAP_NAME agenda_heap
#define HEAP_ITEM struct agenda_item
#define HEAP_BEFORE(a, b) agenda_before(a, b)
#include "base/heap.h"

/* Zeroed is empty. */
struct agenda {
    struct agenda_heap heap;
    uint64_t added;
};

/* @p event may be NULL. 0, or -1: no memory. */
int agenda_add(struct agenda *agenda, uint64_t time, uint64_t number,
               const struct weft_event *event);
/* The first item, or NULL. Valid until the next call. */
static inline const struct agenda_item *
agenda_first(const struct agenda *agenda)
{
    return agenda_heap_first(&agenda->heap);
}
/* Take the first item away. */
static inline void agenda_pop(struct agenda *agenda)
{
    agenda_heap_take(&agenda->heap);
}
static inline void agenda_finish(struct agenda *agenda)
{
    agenda_heap_finish(&agenda->heap);
}

#endif
