/* A queue of sorted events: whatever is added, removed and moved, the order is
 * kept, and removed events are freed. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "machine/cluster/events/event-queue.h"

static uint64_t unit_event_queue_put, taken; /* total numbers of events */

static void put_some(struct event_queue *queue, size_t count)
{
    struct weft_event *event = calloc(count + 1, sizeof *event);
    for (size_t i = 0; i < count; i++)
        event[i].start = unit_event_queue_put++;
    cr_assert_eq(event_queue_put(queue, event, count), 0);
    free(event);
}

static void take_some(struct event_queue *queue, size_t count)
{
    struct weft_event *event = calloc(count + 1, sizeof *event);
    event_queue_take(queue, event, count);
    for (size_t i = 0; i < count; i++)
        cr_assert_eq(event[i].start, taken++);
    free(event);
}

static size_t pieces(const struct event_queue *queue)
{
    size_t count = 0;
    for (const struct event_piece *p = queue->first; p; p = p->next)
        count++;
    return count;
}

/* Check that the queue has only the pieces that its events need, and at most
 * two partly filled ones. */
static void event_queue_check(const struct event_queue *queue)
{
    const struct weft_event *head = event_queue_head(queue);
    cr_assert_eq(!head, !queue->count);
    cr_assert(!head || head->start == taken);
    cr_assert_leq(pieces(queue), queue->count / PIECE_EVENTS + 2);
}

Test(event_queue, keeps_the_order)
{
    struct event_queue queue = {0};
    unit_event_queue_put = taken = 0;
    event_queue_check(&queue);
    for (size_t turn = 0; turn < 2000; turn++) {
        put_some(&queue, turn * 37 % (2 * PIECE_EVENTS + 3));
        event_queue_check(&queue);
        take_some(&queue, turn * 53 % (queue.count + 1));
        event_queue_check(&queue);
    }
    take_some(&queue, queue.count);
    event_queue_check(&queue);
    cr_assert_null(queue.first);
    cr_assert_null(queue.last);
}

Test(event_queue, moves_behind_another)
{
    struct event_queue queue = {0}, came = {0};
    unit_event_queue_put = taken = 0;
    for (size_t turn = 0; turn < 500; turn++) {
        put_some(&came, turn % 7);
        event_queue_move(&queue, &came);
        cr_assert_eq(came.count, 0);
        cr_assert_null(event_queue_head(&came));
        cr_assert_eq(queue.count, unit_event_queue_put - taken);
        take_some(&queue, turn % 3 ? 0 : queue.count / 2);
    }
    event_queue_move(&came, &queue);
    cr_assert_eq(came.count, unit_event_queue_put - taken);
    take_some(&came, came.count);
    put_some(&queue, 3);
    event_queue_finish(&queue);
    event_queue_finish(&came);
    cr_assert_null(queue.first);
}
