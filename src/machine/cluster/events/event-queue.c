/* An event queue is a linked list of pieces; only the last one may have free
 * space. */
#include "event-queue.h"
#include "base/invariant.h"
#include <stdlib.h>
#include <string.h>

static struct event_piece *new_piece(struct event_queue *queue)
{
    struct event_piece *piece = malloc(sizeof *piece);
    if (!piece)
        return NULL;
    piece->next = NULL;
    piece->first = piece->count = 0;
    if (queue->last)
        queue->last->next = piece;
    else
        queue->first = piece;
    return queue->last = piece;
}

int event_queue_put(struct event_queue *queue, const struct weft_event *event,
                    size_t count)
{
    while (count) {
        struct event_piece *last = queue->last;
        if ((!last || last->count == PIECE_EVENTS) &&
            !(last = new_piece(queue)))
            return -1;
        size_t room = PIECE_EVENTS - last->count;
        size_t some = count < room ? count : room;
        memcpy(last->event + last->count, event, some * sizeof *event);
        last->count += some;
        queue->count += some;
        event += some;
        count -= some;
    }
    return 0;
}

void event_queue_next_piece(struct event_queue *queue)
{
    struct event_piece *used = queue->first;
    queue->first = used->next;
    if (!queue->first)
        queue->last = NULL;
    free(used);
}

void event_queue_take(struct event_queue *queue, struct weft_event *to,
                      size_t count)
{
    INVARIANT(count <= queue->count);
    for (; count; count--) {
        *to++ = *event_queue_head(queue);
        event_queue_drop(queue);
    }
}

void event_queue_move(struct event_queue *to, struct event_queue *from)
{
    if (!from->first)
        return;
    if (to->last)
        to->last->next = from->first;
    else
        to->first = from->first;
    to->last = from->last;
    to->count += from->count;
    *from = (struct event_queue){0};
}

void event_queue_finish(struct event_queue *queue)
{
    while (queue->first)
        event_queue_next_piece(queue);
    queue->count = 0;
}
