/* Sorted events that wait for being taken; private to src/machine. They lie in
 * pieces, so that what was taken is free at once, and a queue becomes part of
 * another without a copy. */
#ifndef WEFT_SRC_MACHINE_CLUSTER_EVENTS_EVENT_QUEUE_H
#define WEFT_SRC_MACHINE_CLUSTER_EVENTS_EVENT_QUEUE_H

#include <stddef.h>
#include <weft/event.h>

#define PIECE_EVENTS 256

struct event_piece {
    struct event_piece *next;
    size_t first, count; /* those before `first` are gone */
    struct weft_event event[PIECE_EVENTS];
};

/* Zeroed: empty. No piece of it is. */
struct event_queue {
    struct event_piece *first, *last;
    size_t count;
};

/* Behind the others. 0, or -1: no memory. */
int event_queue_put(struct event_queue *queue, const struct weft_event *event,
                    size_t count);
/* The first `count` events, which there must be. */
void event_queue_take(struct event_queue *queue, struct weft_event *to,
                      size_t count);
/* All of `from` behind those of `to`. */
void event_queue_move(struct event_queue *to, struct event_queue *from);
void event_queue_finish(struct event_queue *queue);

/* Its first piece is used up. */
void event_queue_next_piece(struct event_queue *queue);

/* The first event, NULL: none. */
static inline struct weft_event *
event_queue_head(const struct event_queue *queue)
{
    struct event_piece *piece = queue->first;
    return piece ? &piece->event[piece->first] : NULL;
}

/* Forget it. */
static inline void event_queue_drop(struct event_queue *queue)
{
    struct event_piece *piece = queue->first;
    queue->count--;
    if (++piece->first == piece->count)
        event_queue_next_piece(queue);
}

#endif
