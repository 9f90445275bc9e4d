/* Messages of an archive: the records of sends and receptions are matched by
 * sender, receiver, communicator and tag, in order of time. */
#include "module.h"

#include <stdlib.h>

static bool messages_are_alike(const struct transfer *a,
                               const struct transfer *b)
{
    return a->from == b->from && a->to == b->to && a->comm == b->comm &&
           a->tag == b->tag;
}

static int messages_compare(const void *a, const void *b)
{
    const struct transfer *x = a, *y = b;
    const uint64_t keys[][2] = {
        {x->from, y->from},   {x->to, y->to},         {x->comm, y->comm},
        {x->tag, y->tag},     {!x->sends, !y->sends}, {x->time, y->time},
        {x->event, y->event},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i][0] != keys[i][1])
            return keys[i][0] < keys[i][1] ? -1 : 1;
    return 0;
}

static void messages_join(struct archive *archive, const struct transfer *send,
                          const struct transfer *reception)
{
    struct weft_event *one = &archive->event[send->event];
    struct weft_event *other = &archive->event[reception->event];
    other->message = one->message;
    one->peer = other->rank;
    other->peer = one->rank;
}

void messages_match(struct archive *archive)
{
    struct transfer *all = archive->transfer;
    size_t count = archive->transfers;
    if (count > INT32_MAX)
        module_fail("the archive has more messages than weft can number");
    if (count)
        qsort(all, count, sizeof *all, messages_compare);
    for (size_t i = 0; i < count; i++)
        archive->event[all[i].event].message = (int32_t)i;
    for (size_t first = 0, end; first < count; first = end) {
        size_t reception = first;
        for (end = first;
             end < count && messages_are_alike(&all[first], &all[end]); end++)
            reception += all[end].sends;
        for (size_t send = first; all[send].sends && reception < end; send++)
            messages_join(archive, &all[send], &all[reception++]);
    }
}

void messages_number(struct archive *archive)
{
    int32_t *number = malloc((archive->transfers + 1) * sizeof *number);
    int32_t next = 0;
    if (!number)
        module_fail("no memory");
    for (size_t i = 0; i < archive->transfers; i++)
        number[i] = -1;
    for (size_t i = 0; i < archive->events; i++) {
        struct weft_event *event = &archive->event[i];
        if (event->kind != WEFT_SEND && event->kind != WEFT_RECEIVE)
            continue;
        if (number[event->message] < 0)
            number[event->message] = next++;
        event->message = number[event->message];
    }
    free(number);
}
