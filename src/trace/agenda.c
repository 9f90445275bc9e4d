/* A heap of future events. */
#include "agenda.h"

int agenda_add(struct agenda *agenda, uint64_t time, uint64_t number,
               const struct weft_event *event)
{
    struct agenda_item item = {time, agenda->added++, number, {0}};
    if (event)
        item.event = *event;
    return agenda_heap_put(&agenda->heap, item);
}
