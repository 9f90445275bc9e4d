/* The events that wait to be written, in one queue for each part of the lines
 * of a time. */
#include "chrome.h"

#include "base/base.h"

int chrome_push(struct chrome *chrome, enum chrome_part part,
                const struct chrome_held *held, uint64_t *name)
{
    struct chrome_queue *queue = &chrome->queue[part];
    if (queue->count == queue->capacity &&
        array_grow(&queue->held, &queue->capacity, queue->count + 1,
                   sizeof *queue->held))
        return -1;
    *name = 4 * (queue->base + queue->count) + part + 1;
    queue->held[queue->count++] = *held;
    return 0;
}

struct chrome_held *chrome_front(struct chrome *chrome, enum chrome_part part,
                                 uint64_t time, size_t *count)
{
    const struct chrome_queue *queue = &chrome->queue[part];
    struct chrome_held *front = queue->held ? queue->held + queue->first : NULL;
    size_t room = queue->count - queue->first;
    *count = 0;
    while (*count < room && front[*count].event.start == time)
        ++*count;
    return front;
}

/* Remove events from the front. The rest is moved only when at least half of
 * the queue has been removed. */
void chrome_pop(struct chrome *chrome, enum chrome_part part, size_t count)
{
    struct chrome_queue *queue = &chrome->queue[part];
    queue->first += count;
    if (queue->first < queue->count / 2 + 1)
        return;
    queue->count -= queue->first;
    memmove(queue->held, queue->held + queue->first,
            queue->count * sizeof *queue->held);
    queue->base += queue->first;
    queue->first = 0;
}
