/* Puts events in order.
 *
 * Events are collected in memory. When there are many, the events before the
 * promised time are sorted and passed on. If the promise releases too few, the
 * file is far from being ordered: the events are then written to an unnamed
 * file, in sorted runs of RUN events, and merged at the end. Memory: 100 bytes
 * for each of RUN events, and EACH events per run while merging, whatever the
 * size of the file. */
#include "order.h"

#include "base/base.h"
#include "base/keys.h"
#include "trace/io/temporary.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ORDER_FEW AT_ONCE(1u << 12, 1u << 4)
#define RUN AT_ONCE(1u << 18, 1u << 6)
#define EACH AT_ONCE(512u, 4u)

struct sorted_run {
    uint64_t next, left; /* index in the file of the next event to load, and
                            number of events left there */
    size_t at, count;    /* index of the next event in `buffer`, and number of
                            events there */
    struct weft_event *buffer; /* [EACH] */
};

struct order {
    struct event_batch batch;
    uint64_t promised;
    bool ended; /* whether there are no more events, so that all of them may be
                   passed on */
    struct weft_event *event; /* [capacity] events in the order of arrival */
    size_t count, capacity, enough;
    struct keys keys; /* keys of event[], for sorting */
    int file;         /* descriptor of the file with the runs; -1: none yet */
    uint64_t spilled;
    struct sorted_run *run;
    size_t runs, runs_capacity;
    /* if the last event passed on was a send: its start, rank and message; else
     * the rank is -1 */
    uint64_t last_start;
    int32_t last_rank, last_message;
    struct waiting {
        uint64_t since;
        bool waits;
    } * waiting; /* [processors] current wait of each processor */
    int processors;
    struct weft_error *err; /* where to report errors; owned by the caller */
};

struct order *order_create(const struct weft_sink *sink,
                           const struct weft_trace_info *info,
                           struct weft_error *err)
{
    struct order *order = calloc(1, sizeof *order);
    if (!order)
        return NULL;
    order->file = -1;
    order->err = err;
    order->enough = ORDER_FEW;
    order->last_rank = -1;
    order->processors = info->processors;
    order->waiting =
        calloc((size_t)info->processors + 1, sizeof *order->waiting);
    if (!order->waiting || event_batch_begin(&order->batch, sink, info)) {
        order_destroy(order);
        return NULL;
    }
    return order;
}

static int hand_on(struct order *order, struct weft_event *event)
{
    struct waiting *waiting = &order->waiting[event->rank];
    bool in_wait = event->flags & ORDER_IN_WAIT;
    if (event->flags & ORDER_NO_WAIT && !in_wait)
        waiting->waits = false;
    event->since = event->start;
    event->flags = 0;
    if (in_wait && event->kind != WEFT_SEND) {
        ; /* an event within a wait does not end the wait */
    } else if (event->kind == WEFT_WAIT) {
        *waiting = (struct waiting){event->start, true};
    } else if (is_task_event(event)) {
        ; /* the event of a task does not end a wait */
    } else if (event->kind != WEFT_RECEIVE && waiting->waits && !in_wait) {
        waiting->waits = false; /* the wait ended without a message, since
                                   another activity begins */
    } else if (event->kind == WEFT_RECEIVE && waiting->waits) {
        event->since = waiting->since;
        event->flags = WEFT_EVENT_WAITED;
        waiting->waits = false;
    } else if (event->kind == WEFT_SEND && order->last_rank == event->rank &&
               order->last_start == event->start &&
               order->last_message == event->message) {
        event->flags = WEFT_EVENT_SAME;
    }
    order->last_rank = event->kind == WEFT_SEND ? event->rank : -1;
    order->last_start = event->start;
    order->last_message = event->message;
    return event_batch_add(&order->batch, event);
}

/* Sort the keys of all events in memory. */
static int order_sort(struct order *order)
{
    if (keys_reserve(&order->keys, order->count))
        return -1;
    for (size_t i = 0; i < order->count; i++) {
        const struct weft_event *event = &order->event[i];
        order->keys.key[i] =
            (struct sort_key){event->start, (uint64_t)(uint32_t)event->rank, 0};
    }
    keys_sort(&order->keys, order->count);
    if (order->ended)
        keys_settle(&order->keys);
    return 0;
}

static bool stays(const struct order *order, const struct weft_event *event)
{
    return event->start >= order->promised && !order->ended;
}

/* Pass on the events before the promised time, in order. */
static int order_release(struct order *order)
{
    if (order_sort(order))
        return -1;
    for (size_t i = 0; i < order->count; i++) {
        struct weft_event *event = &order->event[order->keys.key[i].index];
        if (stays(order, event))
            break;
        if (hand_on(order, event))
            return -1;
    }
    size_t left = 0;
    for (size_t i = 0; i < order->count; i++)
        if (stays(order, &order->event[i]))
            order->event[left++] = order->event[i];
    order->count = left;
    return 0;
}

/* Report the errno value of an operation on the temporary file. */
static int order_refuse(struct order *order, int code)
{
    return weft_error_system(order->err, code, 0,
                             "cannot sort the events in a temporary file: %s",
                             strerror(code));
}

/* Write the sorted events to the file of runs. */
static int write_run(struct order *order)
{
    struct weft_event part[EACH];
    for (size_t done = 0; done < order->count;) {
        size_t n = 0;
        while (n < EACH && done < order->count)
            part[n++] = order->event[order->keys.key[done++].index];
        int code = write_whole(order->file, part, n * sizeof *part);
        if (code)
            return order_refuse(order, code);
    }
    return 0;
}

static int spill(struct order *order)
{
    if (order->file < 0 && temporary_open(&order->file, order->err))
        return -1;
    if (array_grow(&order->run, &order->runs_capacity, order->runs + 1,
                   sizeof *order->run) ||
        order_sort(order) || write_run(order))
        return -1;
    order->run[order->runs++] =
        (struct sorted_run){.next = order->spilled, .left = order->count};
    order->spilled += order->count;
    order->count = 0;
    return 0;
}

/* Make room in memory: pass on the events that the promise releases; if these
 * are few, raise the limit, or start to use the temporary file. */
static int order_make_room(struct order *order)
{
    if (!order->runs) {
        if (order_release(order))
            return -1;
        if (order->count < order->enough / 2)
            return 0;
        if (order->enough < RUN) {
            order->enough *= 2;
            return 0;
        }
    }
    return spill(order);
}

int order_add(struct order *order, const struct weft_event *event)
{
    if (event->start < order->promised || event->rank < 0 ||
        event->rank >= order->processors)
        return weft_error_set(order->err, WEFT_ERROR_FORMAT, 0,
                              "an event of processor %d at time %llu is out of "
                              "order",
                              event->rank, (unsigned long long)event->start);
    if (order->count >= order->enough && order_make_room(order))
        return -1;
    if (order->count == order->capacity &&
        array_grow(&order->event, &order->capacity, order->count + 1,
                   sizeof *event))
        return -1;
    order->event[order->count++] = *event;
    return 0;
}

void order_promise(struct order *order, uint64_t time)
{
    if (time > order->promised)
        order->promised = time;
}

/* Load the next event of a run into run->buffer[run->at]; set run->count to 0
 * at its end. */
static int order_fetch(struct order *order, struct sorted_run *run)
{
    if (++run->at < run->count)
        return 0;
    run->at = 0;
    run->count = run->left < EACH ? (size_t)run->left : EACH;
    size_t bytes = run->count * sizeof *run->buffer;
    off_t from = (off_t)(run->next * sizeof *run->buffer);
    ssize_t got = bytes ? pread(order->file, run->buffer, bytes, from) : 0;
    if (got != (ssize_t)bytes)
        return order_refuse(order, got < 0 ? errno : EIO);
    run->next += run->count;
    run->left -= run->count;
    return 0;
}

/* A run, represented by its next event. Equal events are ordered by run. */
struct order_next {
    const struct weft_event *event;
    size_t run;
};

static inline bool order_comes_before(const struct order_next *a,
                                      const struct order_next *b)
{
    const struct weft_event *x = a->event, *y = b->event;
    if (x->start != y->start)
        return x->start < y->start;
    return x->rank != y->rank ? x->rank < y->rank : a->run < b->run;
}

#define HEAP_NAME nexts
#define HEAP_ITEM struct order_next
#define HEAP_BEFORE(a, b) order_comes_before(a, b)
#include "base/heap.h"

static int merge_with(struct order *order, struct nexts *nexts)
{
    for (size_t i = 0; i < order->runs; i++) {
        struct sorted_run *run = &order->run[i];
        run->buffer = malloc(EACH * sizeof *run->buffer);
        if (!run->buffer || order_fetch(order, run) ||
            nexts_put(nexts, (struct order_next){run->buffer, i}))
            return -1;
    }
    while (nexts->count) {
        struct order_next *first = nexts_first(nexts);
        struct sorted_run *run = &order->run[first->run];
        if (hand_on(order, &run->buffer[run->at]) || order_fetch(order, run))
            return -1;
        first->event = &run->buffer[run->at];
        if (run->count)
            nexts_lower(nexts, 0);
        else
            nexts_take(nexts);
    }
    return 0;
}

static int order_merge(struct order *order)
{
    free(order->event);
    order->event = NULL;
    order->count = order->capacity = 0;
    keys_finish(&order->keys);
    struct nexts nexts = {0};
    int result = merge_with(order, &nexts);
    nexts_finish(&nexts);
    return result;
}

int order_end(struct order *order)
{
    order->ended = true;
    if (order->runs && order->count && spill(order))
        return -1;
    if (order->runs ? order_merge(order) : order_release(order))
        return -1;
    return event_batch_end(&order->batch);
}

void order_destroy(struct order *order)
{
    if (!order)
        return;
    for (size_t i = 0; i < order->runs; i++)
        free(order->run[i].buffer);
    if (order->file >= 0)
        close(order->file);
    free(order->run);
    free(order->waiting);
    keys_finish(&order->keys);
    free(order->event);
    free(order);
}
