/* Receives messages in an order other than that in which they were sent. */
#include "aside.h"

static struct pair aside_key_of(int sender, int number)
{
    return (struct pair){(uint64_t)(uint32_t)sender, (uint64_t)number};
}

static bool take_aside(struct aside_table *table,
                       const struct weft_event *event)
{
    if (event->message < 0 || !table->used)
        return false;
    struct aside *aside =
        aside_table_find(table, aside_key_of(event->peer, event->message));
    if (aside && aside->count == 1)
        aside_table_remove(table, aside);
    else if (aside)
        aside->count--;
    return aside != NULL;
}

int aside_receive(struct weft_processor *self, struct aside_table *table,
                  const struct weft_event *event)
{
    struct weft_message message;
    if (take_aside(table, event))
        return 0;
    while (!weft_receive(self, event->peer, &message)) {
        if (event->message < 0 || message.id == event->message)
            return 0;
        struct aside *aside =
            aside_table_get(table, aside_key_of(event->peer, message.id));
        if (!aside)
            return weft_fail(self, "no memory");
        aside->count++;
    }
    return -1;
}

int aside_end(struct weft_processor *self, const struct aside_table *table)
{
    uint64_t first = UINT64_MAX;
    for (size_t i = 0; i < aside_table_room(table); i++) {
        const struct aside *aside = &table->place[i];
        uint64_t key = aside->key.a << 32 | aside->key.b;
        if (aside->count && key < first)
            first = key;
    }
    if (first == UINT64_MAX)
        return 0;
    return weft_fail(self,
                     "processor %d receives message %d from processor %d, "
                     "which the schedule never has it receive",
                     weft_rank(self), (int)(first & UINT32_MAX),
                     (int)(first >> 32));
}
