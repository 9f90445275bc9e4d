/* Future events, ordered by time. Events at the same time are in the order in
 * which they were added. */
#ifndef WEFT_SRC_TRACE_AGENDA_H
#define WEFT_SRC_TRACE_AGENDA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/event.h>

struct agenda_item {
    uint64_t time;
    uint64_t order;
    uint64_t number; /* number that the caller stores with the event */
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

/* An agenda. All zeros: empty. */
struct agenda {
    struct agenda_heap heap;
    uint64_t added;
};

/* Add an item; @p event may be NULL. Return 0, or -1 if out of memory. */
int agenda_add(struct agenda *agenda, uint64_t time, uint64_t number,
               const struct weft_event *event);
/* Return the first item, or NULL. It is valid until the next call. */
static inline const struct agenda_item *
agenda_first(const struct agenda *agenda)
{
    return agenda_heap_first(&agenda->heap);
}
/* Remove the first item. */
static inline void agenda_pop(struct agenda *agenda)
{
    agenda_heap_take(&agenda->heap);
}
static inline void agenda_finish(struct agenda *agenda)
{
    agenda_heap_finish(&agenda->heap);
}

#endif
