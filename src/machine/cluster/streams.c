/* Events on their way to process 0. */
#include "streams.h"
#include "base/base.h"
#include "cluster.h"
#include "machine/record/merge.h"
#include "machine/run.h"
#include <stdlib.h>
#include <string.h>

#define ARRIVED_MAX ((size_t)1 << 18) /* that wait in process 0 */

/* A stream by the time of its next event. */
struct next_event {
    uint64_t start;
    int process;
};

static inline bool comes_before(const struct next_event *a,
                                const struct next_event *b)
{
    return a->start != b->start ? a->start < b->start : a->process < b->process;
}

#define HEAP_NAME heads
#define HEAP_ITEM struct next_event
#define HEAP_BEFORE(a, b) comes_before(a, b)
#include "base/heap.h"

int streams_open(struct run *run)
{
    struct shared_run *share = run->share;
    share->streams.stream =
        calloc((size_t)share->size, sizeof *share->streams.stream);
    if (!share->streams.stream)
        return -1;
    for (int k = 0; k < share->size; k++) /* who has nobody has said all */
        if (share_low(run->size, share, k) ==
            share_low(run->size, share, k + 1))
            share->streams.stream[k].complete = UINT64_MAX;
    return 0;
}

void streams_close(struct run *run)
{
    struct shared_run *share = run->share;
    for (int k = 0; share->streams.stream && k < share->size; k++) {
        free(share->streams.stream[k].came.event);
        free(share->streams.stream[k].taken.event);
        free(share->streams.stream[k].item);
    }
    free(share->streams.stream);
}

static int append(struct events *events, const struct weft_event *event,
                  size_t count)
{
    if (array_grow(&events->event, &events->room, events->count + count,
                   sizeof *event))
        return -1;
    if (count)
        memcpy(events->event + events->count, event, count * sizeof *event);
    events->count += count;
    return 0;
}

static struct stream *own(struct run *run)
{
    return &run->share->streams.stream[run->share->rank];
}

int streams_put(struct run *run, const struct weft_event *event, size_t count)
{
    pthread_mutex_lock(&run->merge.lock);
    int status = append(&own(run)->came, event, count);
    pthread_mutex_unlock(&run->merge.lock);
    return status;
}

void streams_complete(struct run *run, uint64_t complete)
{
    pthread_mutex_lock(&run->merge.lock);
    if (complete > own(run)->complete)
        own(run)->complete = complete;
    pthread_mutex_unlock(&run->merge.lock);
}

/* ---- joining --------------------------------------------------------------
 */

bool streams_waiting(const struct run *run)
{
    return run->share && run->share->streams.arrived;
}

/* Take over what has come. The time before which it is all that there is. */
static uint64_t take_over(struct run *run, int *status)
{
    struct streams *streams = &run->share->streams;
    uint64_t complete = UINT64_MAX;
    *status = 0;
    pthread_mutex_lock(&run->merge.lock);
    for (int k = 0; k < run->share->size; k++) {
        struct stream *stream = &streams->stream[k];
        struct events *taken = &stream->taken;
        if (stream->complete < complete)
            complete = stream->complete;
        if (taken->first) {
            taken->count -= taken->first;
            memmove(taken->event, taken->event + taken->first,
                    taken->count * sizeof *taken->event);
            taken->first = 0;
        }
        if (!taken->count) {
            struct events swapped = *taken;
            *taken = stream->came;
            stream->came = swapped;
        } else if (append(taken, stream->came.event, stream->came.count)) {
            *status = -1;
        }
        stream->came.count = 0;
    }
    streams->arrived = 0;
    pthread_cond_broadcast(&run->merge.change);
    pthread_mutex_unlock(&run->merge.lock);
    return complete;
}

/* The next event of a stream, if it starts before `limit`. */
static const struct weft_event *head(const struct events *events,
                                     uint64_t limit)
{
    if (events->first >= events->count)
        return NULL;
    const struct weft_event *event = events->event + events->first;
    return event->start < limit ? event : NULL;
}

/* All events of one stream that start at one time, to the chunk. */
static int give(struct run *run, struct events *events, uint64_t start,
                size_t *filled)
{
    struct weft_event *chunk = run->merge.sorted;
    for (const struct weft_event *event; (event = head(events, start + 1));) {
        chunk[(*filled)++] = *event;
        events->first++;
        if (*filled < CHUNK)
            continue;
        int status = merge_give(run, chunk, *filled);
        *filled = 0;
        if (status)
            return status;
    }
    return 0;
}

static int join(struct run *run, struct heads *heads, uint64_t limit)
{
    struct streams *streams = &run->share->streams;
    size_t filled = 0;
    while (heads->count) {
        struct next_event next = heads_take(heads);
        struct events *events = &streams->stream[next.process].taken;
        int status = give(run, events, next.start, &filled);
        const struct weft_event *more = head(events, limit);
        if (!status && more &&
            heads_put(heads, (struct next_event){more->start, next.process}))
            status = -1;
        if (status)
            return status;
    }
    return filled ? merge_give(run, run->merge.sorted, filled) : 0;
}

enum weft_error_kind streams_join(struct run *run)
{
    struct heads heads = {0};
    int status;
    uint64_t limit = take_over(run, &status);
    for (int k = 0; !status && k < run->share->size; k++) {
        const struct weft_event *first =
            head(&run->share->streams.stream[k].taken, limit);
        if (first)
            status = heads_put(&heads, (struct next_event){first->start, k});
    }
    if (!status)
        status = join(run, &heads, limit);
    heads_finish(&heads);
    return status < 0 ? WEFT_ERROR_MEMORY : (enum weft_error_kind)status;
}

/* ---- from process to process ----------------------------------------------
 */

/* Texts that process 0 does not know yet. */
static void pack_items(struct run *run, struct bag *bag)
{
    struct streams *streams = &run->share->streams;
    const struct weft_trace_info *info = run->machine->info;
    uint32_t from = streams->told, to = from;
    const char *text = NULL;
    if (info && info->items)
        while (weft_event_items(info, &(struct weft_event){.items = to + 1}))
            to++;
    bag_number(bag, to - from);
    for (uint32_t i = from; i < to; i++) {
        text = weft_event_items(info, &(struct weft_event){.items = i + 1});
        bag_text(bag, text);
    }
    streams->told = to;
}

bool streams_wanted(struct run *run)
{
    const struct stream *stream = own(run);
    pthread_mutex_lock(&run->merge.lock);
    bool wanted =
        stream->came.count || stream->complete != run->share->streams.packed;
    pthread_mutex_unlock(&run->merge.lock);
    return wanted;
}

void streams_pack(struct run *run, struct bag *bag)
{
    struct stream *stream = own(run);
    pack_items(run, bag);
    pthread_mutex_lock(&run->merge.lock);
    bag_number(bag, stream->complete);
    run->share->streams.packed = stream->complete;
    bag_block(bag, stream->came.event,
              stream->came.count * sizeof *stream->came.event);
    stream->came.count = 0;
    pthread_mutex_unlock(&run->merge.lock);
}

static int unpack_items(struct run *run, struct stream *stream,
                        struct weft_parcel *parcel)
{
    const struct weft_trace_info *info = run->machine->info;
    uint64_t count = bag_take_number(parcel);
    for (uint64_t i = 0; i < count; i++) {
        const char *text = bag_take_text(parcel);
        if (array_grow(&stream->item, &stream->item_room, stream->items + 1,
                       sizeof *stream->item))
            return -1;
        uint32_t number = 0;
        if (text && info && info->items) {
            number = weft_items_add(info->items, text);
            if (!number)
                return -1;
        }
        stream->item[stream->items++] = number;
    }
    return 0;
}

int streams_unpack(struct run *run, int from, struct weft_parcel *parcel)
{
    struct streams *streams = &run->share->streams;
    struct stream *stream = &streams->stream[from];
    size_t bytes;
    int status = unpack_items(run, stream, parcel);
    uint64_t complete = bag_take_number(parcel);
    const struct weft_event *event = bag_take_block(parcel, &bytes);
    size_t count = bytes / sizeof *event;
    pthread_mutex_lock(&run->merge.lock);
    size_t before = stream->came.count;
    if (!status)
        status = append(&stream->came, event, count);
    for (size_t i = before; i < stream->came.count; i++) {
        struct weft_event *came = &stream->came.event[i];
        if (came->items)
            came->items = came->items <= stream->items
                              ? stream->item[came->items - 1]
                              : 0;
    }
    if (complete > stream->complete)
        stream->complete = complete;
    streams->arrived += count;
    if (count)
        pthread_cond_broadcast(&run->merge.change);
    pthread_mutex_unlock(&run->merge.lock);
    return status;
}

void streams_patience(struct run *run)
{
    struct merge *merge = &run->merge;
    pthread_mutex_lock(&merge->lock);
    while (run->share->streams.arrived > ARRIVED_MAX && !merge->failed)
        pthread_cond_wait(&merge->change, &merge->lock);
    pthread_mutex_unlock(&merge->lock);
}
