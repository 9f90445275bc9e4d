/* A queue of sorted events; private to src/machine. The events are stored in
 * pieces, so that consumed ones are freed at once, and a queue can be appended
 * to another without copying. */
#ifndef WEFT_SRC_MACHINE_CLUSTER_EVENTS_EVENT_QUEUE_H
#define WEFT_SRC_MACHINE_CLUSTER_EVENTS_EVENT_QUEUE_H

#include <stddef.h>
#include <weft/event.h>

#define PIECE_EVENTS 256

struct event_piece {
    struct event_piece *next;
    size_t first, count; /* events before index `first` are consumed */
    struct weft_event event[PIECE_EVENTS];
};

/* Initialise with zeros. No piece of a queue is empty. */
struct event_queue {
    struct event_piece *first, *last;
    size_t count;
};

/* Append events. Return 0, or -1 if out of memory. */
int event_queue_put(struct event_queue *queue, const struct weft_event *event,
                    size_t count);
/* Remove the first `count` events, which must exist, and copy them. */
void event_queue_take(struct event_queue *queue, struct weft_event *to,
                      size_t count);
/* Append all events of `from` to `to`. */
void event_queue_move(struct event_queue *to, struct event_queue *from);
void event_queue_finish(struct event_queue *queue);

/* Free the first piece, whose events have all been consumed. */
void event_queue_next_piece(struct event_queue *queue);

/* Return the first event, or NULL. */
static inline struct weft_event *
event_queue_head(const struct event_queue *queue)
{
    struct event_piece *piece = queue->first;
    return piece ? &piece->event[piece->first] : NULL;
}

/* Remove the first event. */
static inline void event_queue_drop(struct event_queue *queue)
{
    struct event_piece *piece = queue->first;
    queue->count--;
    if (++piece->first == piece->count)
        event_queue_next_piece(queue);
}

#endif
