/* Merge the events of all workers into one ordered stream.
 *
 * When all processors are blocked, all events before some time are final
 * (resolve.c). If there are many, the resolver hands over the workers' logs
 * unsorted and gives them empty ones (flush.c). In this file, the thread that
 * called weft_machine_run() sorts the final events, detects transfers that
 * share an arc, and passes the events to the sink, which thus runs on a normal
 * stack. */
#include "merge.h"
#include "base/base.h"
#include "base/invariant.h"
#include "flush.h"
#include "machine/cluster/cluster.h"
#include "machine/run.h"
#include "machine/schedule/worker.h"
#include "routes.h"
#include <stdlib.h>
#include <string.h>

#define SORT_NAME sort_keys
#define SORT_ITEM struct key
#define SORT_WORD(item) ((item)->order)
#include "base/sort.h"

#define MERGE_FETCHED 12 /* number of events to prefetch */

static const char *reason(enum weft_error_kind kind)
{
    if (kind == WEFT_ERROR_MEMORY)
        return "no memory for events";
    if (kind == WEFT_ERROR_LIMIT)
        return "checking the run takes too much work" SAY_NO_LIMIT;
    return "the event sink stopped the run";
}

int merge_refused(int status, struct weft_error *err)
{
    if (!status)
        return 0;
    enum weft_error_kind kind = sink_fault(status);
    return weft_error_set(err, kind, 0, "%s", reason(kind));
}

int merge_open(struct run *run, struct weft_error *err)
{
    struct merge *merge = &run->merge;
    const struct weft_sink *sink = run->sink;
    pthread_mutex_init(&merge->lock, NULL);
    pthread_cond_init(&merge->change, NULL);
    /* without workers, count one: see idle_always() */
    merge->running = run->workers ? run->workers : 1;
    for (int r = 0; r < run->workers; r++)
        run->worker[r].log.kinds = sink ? ~0u : run->shared << WEFT_SEND;
    for (unsigned last = (unsigned)run->size - 1; last >> merge->shift;)
        merge->shift++;
    merge->part = calloc((size_t)run->workers + 1, sizeof *merge->part);
    merge->sorted = malloc(CHUNK * sizeof *merge->sorted);
    if (!merge->part || !merge->sorted || (run->shared && routes_open(run)))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for events");
    if (!sink || !sink->begin)
        return 0;
    if (run_info_make(&merge->run_info, run->machine))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for events");
    return merge_refused(sink->begin(sink->arg, &merge->run_info.info), err);
}

void merge_close(struct run *run)
{
    struct merge *merge = &run->merge;
    for (int i = 0; merge->part && i <= run->workers; i++)
        free(merge->part[i].event);
    free(merge->part);
    run_info_finish(&merge->run_info);
    free(merge->late.event);
    free(merge->key[0]);
    free(merge->key[1]);
    free(merge->sorted);
    routes_close(run);
    pthread_cond_destroy(&merge->change);
    pthread_mutex_destroy(&merge->lock);
}

/* Create sort keys for the events that start before `limit`, and keep the
 * others for later. */
static int merge_divide(struct merge *merge, const struct log *part,
                        uint64_t limit, uint64_t *bits)
{
    size_t room = merge->count + part->count;
    for (int i = 0; i < 2; i++)
        if (array_grow(&merge->key[i], &merge->key_room[i], room,
                       sizeof merge->key[i][0]))
            return -1;
    for (size_t i = 0; i < part->count; i++) {
        const struct weft_event *event = &part->event[i];
        INVARIANT(event->start >= merge->given);
        if (event->start >= limit) {
            struct weft_event *late = log_new(&merge->late);
            if (!late)
                return -1;
            *late = *event;
            continue;
        }
        uint64_t order = (event->start - merge->given) << merge->shift |
                         (uint64_t)event->rank;
        *bits |= order;
        merge->key[0][merge->count++] = (struct key){order, event};
    }
    return 0;
}

static uint64_t first_start(const struct run *run)
{
    const struct merge *merge = &run->merge;
    uint64_t first = UINT64_MAX;
    for (int p = 0; p <= run->workers; p++)
        for (size_t i = 0; i < merge->part[p].count; i++)
            if (merge->part[p].event[i].start < first)
                first = merge->part[p].event[i].start;
    return first;
}

/* Prefetch an event, which may span two cache lines. */
static void merge_fetch(const struct weft_event *event)
{
    __builtin_prefetch(event);
    __builtin_prefetch((const char *)(event + 1) - 1);
}

int merge_give(struct run *run, const struct weft_event *event, size_t count)
{
    const struct weft_sink *sink = run->sink;
    for (size_t i = 0; run->shared && i < count; i++)
        if (routes_event(run, &event[i]))
            return -1;
    if (!sink || !sink->events)
        return 0;
    int status = sink->events(sink->arg, event, count);
    return status ? (int)sink_fault(status) : 0;
}

/* Pass on `count` events, beginning with the one at `first`. Return 0, -1 if
 * out of memory, or the kind of the sink's failure. */
static int record_merge_give(struct run *run, size_t first, size_t count)
{
    struct merge *merge = &run->merge;
    for (size_t i = first; i < first + count; i++) {
        struct weft_event *event = &merge->sorted[i - first];
        if (i + MERGE_FETCHED < merge->count)
            merge_fetch(merge->key[0][i + MERGE_FETCHED].event);
        *event = *merge->key[0][i].event;
        INVARIANT_DEEP(!i ||
                       merge->key[0][i - 1].order <= merge->key[0][i].order);
    }
    return run->share ? streams_put(run, merge->sorted, count)
                      : merge_give(run, merge->sorted, count);
}

static void clear_parts(struct run *run)
{
    for (int p = 0; p <= run->workers; p++)
        run->merge.part[p].count = 0;
}

/* Sort and pass on events that start before `limit`; keep the rest. Return like
 * record_merge_give(). */
static int serve_until(struct run *run, uint64_t limit)
{
    struct merge *merge = &run->merge;
    uint64_t bits = 0;
    merge->count = 0;
    for (int p = 0; p <= run->workers; p++)
        if (merge_divide(merge, &merge->part[p], limit, &bits))
            return -1;
    struct key *sorted =
        sort_keys(merge->key[0], merge->key[1], merge->count, bits);
    if (sorted != merge->key[0]) {
        merge->key[1] = merge->key[0];
        merge->key[0] = sorted;
    }
    for (size_t i = 0; i < merge->count; i += CHUNK) {
        size_t left = merge->count - i;
        int status = record_merge_give(run, i, left < CHUNK ? left : CHUNK);
        if (status)
            return status;
    }
    clear_parts(run);
    log_swap(&merge->late, &merge->part[0]);
    merge->given = limit;
    return 0;
}

/* Process the whole batch, in as many rounds as the width of a key requires. */
static enum weft_error_kind process(struct run *run)
{
    struct merge *merge = &run->merge;
    uint64_t widest = UINT64_MAX >> merge->shift;
    while (merge->given < merge->limit) {
        uint64_t limit = merge->limit;
        if (limit - merge->given > widest) {
            uint64_t first = first_start(run);
            merge->given = first < limit ? first : limit;
        }
        if (limit - merge->given > widest)
            limit = merge->given + widest;
        int status = serve_until(run, limit);
        if (status)
            return status < 0 ? WEFT_ERROR_MEMORY
                              : (enum weft_error_kind)status;
    }
    return WEFT_ERROR_NONE;
}

/* Process the events of this process and of other processes. */
static enum weft_error_kind serve(struct run *run, bool full)
{
    enum weft_error_kind failed = full ? process(run) : WEFT_ERROR_NONE;
    if (!run->share || failed)
        return failed;
    streams_complete(run, run->merge.given);
    return run->share->rank ? WEFT_ERROR_NONE : streams_join(run);
}

bool merge_busy(struct run *run)
{
    struct merge *merge = &run->merge;
    pthread_mutex_lock(&merge->lock);
    bool busy =
        !merge->failed && (merge->full || merge->busy || streams_waiting(run));
    pthread_mutex_unlock(&merge->lock);
    return busy;
}

/* Pass on one batch; the lock is held at the call and on return. A failure is
 * reported before the lock is released: the resolver, which holds run->lock,
 * then waits no longer and hands nothing over. */
static void merge_serve_once(struct run *run, bool full)
{
    struct merge *merge = &run->merge;
    merge->busy = true;
    pthread_mutex_unlock(&merge->lock);
    enum weft_error_kind failed = serve(run, full);
    pthread_mutex_lock(&merge->lock);
    merge->busy = false;
    merge->failed = failed;
    merge->full = merge->full && !full;
    pthread_cond_broadcast(&merge->change);
    pthread_mutex_unlock(&merge->lock);
    if (failed)
        run_fail(run, failed, reason(failed));
    pthread_mutex_lock(&merge->lock);
}

void merge_serve_batch(struct run *run)
{
    struct merge *merge = &run->merge;
    pthread_mutex_lock(&merge->lock);
    if (!merge->failed)
        merge_serve_once(run, true);
    pthread_mutex_unlock(&merge->lock);
}

void merge_serve(struct run *run)
{
    struct merge *merge = &run->merge;
    pthread_mutex_lock(&merge->lock);
    while (merge->running || merge->full) {
        bool full = merge->full;
        if (!full && (merge->failed || !streams_waiting(run))) {
            pthread_cond_wait(&merge->change, &merge->lock);
            continue;
        }
        merge_serve_once(run, full);
    }
    pthread_mutex_unlock(&merge->lock);
}

int merge_until(struct run *run, uint64_t limit, struct weft_error *err)
{
    flush_over(run, limit);
    return merge_refused((int)process(run), err);
}

int merge_rest(struct run *run, struct weft_error *err)
{
    if (merge_until(run, UINT64_MAX, err))
        return -1;
    if (run->share)
        streams_complete(run, UINT64_MAX);
    return 0;
}
