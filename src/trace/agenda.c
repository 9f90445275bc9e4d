/* Things to come: a binary heap. */
#include "agenda.h"

#include "base/base.h"

#include <stdbool.h>
#include <stdlib.h>

static bool before(const struct agenda_item *a, const struct agenda_item *b)
{
    return a->time != b->time ? a->time < b->time : a->order < b->order;
}

int agenda_add(struct agenda *agenda, uint64_t time, uint64_t number,
               const struct weft_event *event)
{
    if (array_grow(&agenda->item, &agenda->capacity, agenda->count + 1,
                   sizeof *agenda->item))
        return -1;
    struct agenda_item item = {time, agenda->added++, number, {0}};
    if (event)
        item.event = *event;
    size_t i = agenda->count++;
    for (; i && before(&item, &agenda->item[(i - 1) / 2]); i = (i - 1) / 2)
        agenda->item[i] = agenda->item[(i - 1) / 2];
    agenda->item[i] = item;
    return 0;
}

void agenda_pop(struct agenda *agenda)
{
    struct agenda_item *item = agenda->item;
    const struct agenda_item last = item[--agenda->count];
    size_t i = 0;
    for (size_t child = 1; child < agenda->count; child = 2 * i + 1) {
        if (child + 1 < agenda->count && before(&item[child + 1], &item[child]))
            child++;
        if (!before(&item[child], &last))
            break;
        item[i] = item[child];
        i = child;
    }
    item[i] = last;
}

void agenda_finish(struct agenda *agenda)
{
    free(agenda->item);
    *agenda = (struct agenda){0};
}
