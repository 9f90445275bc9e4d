/* Converts the calls of a PICL trace to events.
 *
 * In a trace written by weft, every record lies in the time unit in which its
 * event begins or ends (see timeline.c); transfers last one step or have an
 * explicit duration, and the user task shows which message a receive took. In a
 * foreign trace, times are kept as they are: a receive that waited becomes an
 * event with duration 0 at its end (its wait precedes it), and the message
 * number is the message type. */
#include "calls-inside.h"

#include <stdlib.h>

int calls_begin(struct calls *calls, const struct params *params, bool own,
                bool sorted, const struct weft_sink *sink,
                struct weft_error *err)
{
    const struct weft_trace_info *info = &params->info;
    *calls = (struct calls){.ours = own,
                            .own = own && info->step && info->unit_ns >= 1000,
                            .unit_ns = info->unit_ns ? info->unit_ns : 1,
                            .step = info->step,
                            .longest = info->step,
                            .processors = info->processors,
                            .sorted = sorted};
    /* create the order before any allocation, because the sink may reject this
     * number of processors */
    calls->order = order_create(sink, info, err);
    if (!calls->order)
        return -1;
    calls->node = malloc(((size_t)info->processors + 1) * sizeof *calls->node);
    if (!calls->node)
        return -1;
    for (int i = 0; i < info->processors; i++)
        calls->node[i] = (struct calls_node){.sending = CALLS_NEVER,
                                             .receiving = CALLS_NEVER,
                                             .computing = CALLS_NEVER,
                                             .sleeping = CALLS_NEVER,
                                             .cut_send = CALLS_NEVER,
                                             .cut_receive = CALLS_NEVER,
                                             .receive.end = CALLS_NEVER,
                                             .calling = CALLS_NEVER,
                                             .present = CALLS_NEVER,
                                             .task = -1};
    return 0;
}

void calls_finish(struct calls *calls)
{
    order_destroy(calls->order);
    free(calls->node);
}

/* Return the earliest start of a call that is in progress. */
static uint64_t calls_oldest(const struct calls *calls)
{
    uint64_t least = calls->now;
    for (int i = 0; i < calls->processors; i++) {
        const struct calls_node *node = &calls->node[i];
        /* in a foreign trace written by weft, the start of a receive that
         * waited is recorded; in other traces it follows from the message */
        bool waits = node->waits && (calls->own || !calls->ours);
        bool cut = node->cut_receive == calls->now && !node->before_waits;
        uint64_t begins[] = {
            node->sending,     node->computing,
            node->sleeping,    waits ? CALLS_NEVER : node->receiving,
            node->receive.end, cut ? node->before : CALLS_NEVER,
            node->calling};
        for (size_t j = 0; j < sizeof begins / sizeof *begins; j++)
            if (begins[j] < least)
                least = begins[j];
    }
    return least;
}

/* Promise that no later event starts before the oldest call in progress. A
 * receive may start before its record, by the duration of its transfer. */
static void promise(struct calls *calls)
{
    uint64_t least = calls_oldest(calls) / calls->unit_ns;
    if (calls->own)
        least = least > calls->longest ? least - calls->longest : 0;
    order_promise(calls->order, least);
    uint64_t wait = (uint64_t)calls->processors;
    calls->promise_after = calls->records + (wait < 4096 ? 4096 : wait);
}

int calls_advance(struct calls *calls, uint64_t time)
{
    if (calls->sorted && time < calls->now)
        return -1;
    calls->now = time;
    if (calls->sorted && ++calls->records > calls->promise_after)
        promise(calls);
    return 0;
}

int calls_span(struct calls *calls, int rank, enum weft_event_kind kind,
               bool begins)
{
    struct calls_node *node = &calls->node[rank];
    uint64_t *since = &node->calling;
    if (kind == WEFT_COMPUTE)
        since = &node->computing;
    else if (kind == WEFT_SLEEP)
        since = &node->sleeping;
    if (calls_settle(calls, rank))
        return -1;
    if (begins) {
        if (kind != WEFT_CALL) /* calls of kind WEFT_CALL without end are
                                  counted by the reader */
            give_up(calls, since);
        *since = calls->now;
        return 0;
    }
    if (*since == CALLS_NEVER)
        return 0;
    struct weft_event event = event_of(rank, kind, begin_unit(calls, *since));
    event.duration = length(event.start, end_unit(calls, calls->now));
    *since = CALLS_NEVER;
    return add(calls, &event);
}

int calls_span_explicit(struct calls *calls, int rank,
                        enum weft_event_kind kind, uint64_t duration)
{
    struct weft_event event =
        event_of(rank, kind, begin_unit(calls, calls->now));
    event.duration = duration < CALLS_DURATION_MAX ? duration : 0;
    return add(calls, &event);
}

int calls_instant(struct calls *calls, int rank, enum weft_event_kind kind,
                  int32_t message, uint32_t bytes)
{
    struct weft_event event =
        event_of(rank, kind, begin_unit(calls, calls->now));
    if (calls_settle(calls, rank))
        return -1;
    event.message = message;
    event.bytes = bytes;
    return add(calls, &event);
}

int calls_mark_task(struct calls *calls, int rank, int32_t number, bool begins)
{
    return calls_instant(calls, rank, begins ? WEFT_TASK : WEFT_DONE, number,
                         0);
}

int calls_collective(struct calls *calls, int rank, int32_t number, bool begins)
{
    enum weft_event_kind kind =
        number == WEFT_TASK_BARRIER ? WEFT_SLEEP : WEFT_CALL;
    if (begins && calls_mark_task(calls, rank, number, true))
        return -1;
    if (calls_span(calls, rank, kind, begins))
        return -1;
    return begins ? 0 : calls_mark_task(calls, rank, number, false);
}

int calls_present(struct calls *calls, int rank)
{
    struct calls_node *node = &calls->node[rank];
    if (calls->ours || node->present == calls->now)
        return 0;
    node->present = calls->now;
    return calls_instant(calls, rank, WEFT_PRESENT, -1, 0);
}

/* If a task ended right after the last receive and right before the end of the
 * file, it ended only because the file does: assign it to the receive. */
static void end_with_file(const struct calls *calls, struct calls_node *node)
{
    bool last = node->ended == node->receive.end + 1000 &&
                calls->now == node->ended + 2000;
    if (node->receive.end != CALLS_NEVER && node->task < 0 && last)
        node->task = node->task_before;
}

int calls_end(struct calls *calls)
{
    for (int i = 0; i < calls->processors; i++) {
        struct calls_node *node = &calls->node[i];
        end_with_file(calls, node);
        if (calls_settle(calls, i) || calls_send_end(calls, i))
            return -1;
        give_up(calls, &node->receiving);
        give_up(calls, &node->sleeping);
    }
    return order_end(calls->order);
}
