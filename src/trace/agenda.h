/* Things to come, in order of their time, equal times in the order added. */
#ifndef WEFT_SRC_TRACE_AGENDA_H
#define WEFT_SRC_TRACE_AGENDA_H

#include <stddef.h>
#include <stdint.h>
#include <weft/event.h>

struct agenda_item {
    uint64_t time;
    uint64_t order;
    uint64_t number; /* of the user */
    struct weft_event event;
};

/* Zeroed is empty. */
struct agenda {
    struct agenda_item *item; /* a heap */
    size_t count, capacity;
    uint64_t added;
};

/* @p event may be NULL. 0, or -1 with errno ENOMEM. */
int agenda_add(struct agenda *agenda, uint64_t time, uint64_t number,
               const struct weft_event *event);
/* The first item, or NULL. Valid until the next call. */
static inline const struct agenda_item *
agenda_first(const struct agenda *agenda)
{
    return agenda->count ? agenda->item : NULL;
}
/* Take the first item away. */
void agenda_pop(struct agenda *agenda);
void agenda_finish(struct agenda *agenda);

#endif
