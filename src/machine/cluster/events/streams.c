/* Merge the sorted event streams of all processes. */
#include "streams.h"
#include "machine/cluster/cluster.h"
#include "machine/record/merge.h"
#include "machine/run.h"
#include <stdlib.h>

#ifndef ROOM /* tests use smaller limits */
/* limit on events of other processes that process 0 stores */
#define ROOM ((uint64_t)1 << 17)
#endif
#ifndef BEHIND_MAX
/* limit on sorted events that the sink has not received */
#define BEHIND_MAX ((uint64_t)1 << 18)
#endif

/* Heap item: a stream, ordered by the time of its next event. */
struct next_event {
    uint64_t start;
    int process;
};

static inline bool streams_comes_before(const struct next_event *a,
                                        const struct next_event *b)
{
    return a->start != b->start ? a->start < b->start : a->process < b->process;
}

#define HEAP_NAME heads
#define HEAP_ITEM struct next_event
#define HEAP_BEFORE(a, b) streams_comes_before(a, b)
#include "base/heap.h"

int streams_open(struct run *run)
{
    struct shared_run *share = run->share;
    struct streams *streams = &share->streams;
    uint64_t others = (uint64_t)share->size - 1;
    streams->room = ROOM > others ? ROOM / others : 1;
    streams->allowed = streams->room;
    streams->stream = calloc((size_t)share->size, sizeof *streams->stream);
    if (!streams->stream)
        return -1;
    for (int k = 0; k < share->size; k++) {
        streams->stream[k].allowed = streams->room;
        if (share_low(run->size, share, k) ==
            share_low(run->size, share,
                      k + 1)) /* the process has no processors */
            streams->stream[k].complete = UINT64_MAX;
    }
    return 0;
}

void streams_close(struct run *run)
{
    struct shared_run *share = run->share;
    for (int k = 0; share->streams.stream && k < share->size; k++) {
        event_queue_finish(&share->streams.stream[k].came);
        event_queue_finish(&share->streams.stream[k].taken);
        free(share->streams.stream[k].item);
    }
    free(share->streams.stream);
}

static struct stream *streams_own(struct run *run)
{
    return &run->share->streams.stream[run->share->rank];
}

int streams_put(struct run *run, const struct weft_event *event, size_t count)
{
    int status = 0;
    pthread_mutex_lock(&run->merge.lock);
    if (!run->share->streams.unwanted) {
        streams_own(run)->sorted += count;
        status = event_queue_put(&streams_own(run)->came, event, count);
    }
    pthread_mutex_unlock(&run->merge.lock);
    return status;
}

void streams_complete(struct run *run, uint64_t complete)
{
    pthread_mutex_lock(&run->merge.lock);
    if (complete > streams_own(run)->complete)
        streams_own(run)->complete = complete;
    pthread_mutex_unlock(&run->merge.lock);
}

bool streams_waiting(const struct run *run)
{
    return run->share && run->share->streams.arrived;
}

bool streams_behind(struct run *run)
{
    const struct streams *streams = &run->share->streams;
    struct merge *merge = &run->merge;
    uint64_t behind = 0;
    pthread_mutex_lock(&merge->lock);
    for (int k = 0; k < run->share->size; k++)
        behind += streams->stream[k].sorted - streams->stream[k].given;
    bool moving =
        merge->full || merge->busy || streams->arrived || streams->hungry;
    bool wait = behind > BEHIND_MAX && moving && !merge->failed;
    pthread_mutex_unlock(&merge->lock);
    return wait && !run->hard;
}

/* ---- joining --------------------------------------------------------------
 */

/* Take over the events that have arrived, and update the counts. Return the
 * time before which all events are sorted. */
static uint64_t take_over(struct run *run)
{
    struct streams *streams = &run->share->streams;
    uint64_t complete = UINT64_MAX;
    pthread_mutex_lock(&run->merge.lock);
    for (int k = 0; k < run->share->size; k++) {
        struct stream *stream = &streams->stream[k];
        stream->given += stream->passed;
        stream->passed = 0;
        event_queue_move(&stream->taken, &stream->came);
        stream->more = stream->sorted - stream->given > stream->taken.count;
        if (stream->complete < complete)
            complete = stream->complete;
    }
    streams->arrived = false;
    pthread_mutex_unlock(&run->merge.lock);
    return complete;
}

/* Return whether the next event of a stream is unknown because it has not
 * arrived yet. */
static bool is_hungry(const struct stream *stream)
{
    return !stream->taken.count && stream->more;
}

/* Return the next event of a stream if it starts before `limit`, else NULL. */
static const struct weft_event *streams_head(const struct stream *stream,
                                             uint64_t limit)
{
    const struct weft_event *event = event_queue_head(&stream->taken);
    return event && event->start < limit ? event : NULL;
}

/* Add a stream's next event to the heap. Return 0, or -1 if out of memory. */
static int put_head(struct heads *heads, const struct run *run, int process,
                    uint64_t limit)
{
    const struct weft_event *first =
        streams_head(&run->share->streams.stream[process], limit);
    return first ? heads_put(heads, (struct next_event){first->start, process})
                 : 0;
}

/* Move the events of a stream that begin at `start` to the chunk. */
static void streams_pass(struct run *run, struct stream *stream, uint64_t start,
                         size_t *filled)
{
    const struct weft_event *event;
    while (*filled < CHUNK && (event = streams_head(stream, start + 1))) {
        run->merge.sorted[(*filled)++] = *event;
        event_queue_drop(&stream->taken);
        stream->passed++;
    }
}

/* Fill a chunk with the next events of all streams; stop when the next event of
 * any stream is unknown. Return 0, or -1 if out of memory. */
static int streams_fill(struct run *run, struct heads *heads, size_t *filled,
                        bool *hungry)
{
    struct streams *streams = &run->share->streams;
    uint64_t limit = take_over(run);
    heads->count = *filled = 0;
    for (int k = 0; k < run->share->size; k++) {
        *hungry |= is_hungry(&streams->stream[k]);
        if (put_head(heads, run, k, limit))
            return -1;
    }
    while (!*hungry && *filled < CHUNK && heads->count) {
        struct next_event next = heads_take(heads);
        struct stream *stream = &streams->stream[next.process];
        streams_pass(run, stream, next.start, filled);
        *hungry = is_hungry(stream);
        if (put_head(heads, run, next.process, limit))
            return -1;
    }
    return 0;
}

enum weft_error_kind streams_join(struct run *run)
{
    struct heads heads = {0};
    size_t filled;
    bool hungry;
    int status;
    do {
        hungry = false;
        status = streams_fill(run, &heads, &filled, &hungry);
        if (!status && filled)
            status = merge_give(run, run->merge.sorted, filled);
    } while (!status && filled);
    heads_finish(&heads);
    pthread_mutex_lock(&run->merge.lock);
    run->share->streams.hungry = hungry;
    pthread_mutex_unlock(&run->merge.lock);
    return status < 0 ? WEFT_ERROR_MEMORY : (enum weft_error_kind)status;
}
