/* From what each ring recorded to one stream in order.
 *
 * When nobody can go on, everything before some time is final (quiet.c). If
 * that is much, the resolver moves it to the batch and lets the rings go on;
 * the thread that called weft_machine_run() sorts it, looks for transfers
 * that share an arc, and gives it to the sink, which so has a whole stack. */
#include <errno.h>
#include <machine/run.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK 1024 /* events given to the sink at once */

/* So many events are worth the while: more than a flush costs per processor,
 * and few enough to be soon in the cache again. */
static size_t worth(const struct run *run)
{
    size_t many = 64 * (size_t)run->size;
    many = many > 512 ? many : 512;
    return many < (size_t)1 << 17 ? many : (size_t)1 << 17;
}

int merge_open(struct run *run, struct weft_error *err)
{
    struct merge *merge = &run->merge;
    const struct weft_sink *sink = run->machine->sink;
    pthread_mutex_init(&merge->lock, NULL);
    pthread_cond_init(&merge->change, NULL);
    merge->running = run->rings;
    run->flush_at = worth(run);
    for (int r = 0; r < run->rings; r++)
        run->ring[r].log.kinds = sink ? ~0u : run->routed << WEFT_SEND;
    merge->sorted = malloc(CHUNK * sizeof *merge->sorted);
    if (!merge->sorted || (run->routed && routes_open(run)))
        return weft_error_set(err, ENOMEM, 0, "no memory for events");
    if (!sink || !sink->begin)
        return 0;
    errno = 0;
    if (sink->begin(sink->arg, run->machine->info))
        return weft_error_set(err, errno, 0, "%s", strerror(errno));
    return 0;
}

void merge_close(struct run *run)
{
    struct merge *merge = &run->merge;
    free(merge->batch.event);
    free(merge->key[0]);
    free(merge->key[1]);
    free(merge->sorted);
    routes_close(run);
    pthread_cond_destroy(&merge->change);
    pthread_mutex_destroy(&merge->lock);
}

/* ---- resolver --------------------------------------------------------- */

/* A processor that asks will perhaps take a message whose transfer, if it is a
 * long one, began before. Nothing from there on is final; nor is it known yet
 * whether the processor waits at all, if the transfer began before it asked. */
static uint64_t final(const struct run *run, uint64_t limit)
{
    for (int i = 0; i < run->size; i++) {
        const struct weft_processor *processor = &run->processor[i];
        if (processor->state != ASKING)
            continue;
        const struct message *best = receive_best(processor);
        if (best && best->start < limit)
            limit = best->start;
    }
    return limit;
}

void merge_waits(struct run *run, uint64_t limit)
{
    for (int i = 0; i < run->size; i++) {
        struct weft_processor *processor = &run->processor[i];
        if (processor->clock < limit &&
            (processor->state == WAITING || processor->state == ASKING))
            record_wait(processor);
    }
}

/* Move what starts before the limit. */
static int collect(struct log *log, struct log *batch, uint64_t limit)
{
    if (weft_grow(&batch->event, &batch->room, batch->count + log->count,
                  sizeof batch->event[0]))
        return -1;
    size_t kept = 0;
    for (size_t i = 0; i < log->count; i++) {
        const struct weft_event *event = &log->event[i];
        if (event->start < limit)
            batch->event[batch->count++] = *event;
        else
            log->event[kept++] = *event;
    }
    log->count = kept;
    return 0;
}

static size_t recorded(const struct run *run)
{
    size_t count = 0;
    for (int r = 0; r < run->rings; r++)
        count += run->ring[r].log.count;
    return count;
}

/* Is the batch ours? Wait for it if too much is recorded already. */
static bool batch_free(struct merge *merge, bool urgent)
{
    pthread_mutex_lock(&merge->lock);
    while (urgent && merge->full)
        pthread_cond_wait(&merge->change, &merge->lock);
    bool free = !merge->full;
    pthread_mutex_unlock(&merge->lock);
    return free;
}

void merge_flush(struct run *run, uint64_t limit)
{
    struct merge *merge = &run->merge;
    size_t count = recorded(run);
    if (count < run->flush_at || !batch_free(merge, count >= 4 * run->flush_at))
        return;
    limit = final(run, limit);
    merge_waits(run, limit);
    for (int r = 0; r < run->rings; r++)
        if (collect(&run->ring[r].log, &merge->batch, limit)) {
            run->hard = ENOMEM;
            return;
        }
    run->flush_at = recorded(run) + worth(run);
    pthread_mutex_lock(&merge->lock);
    merge->full = merge->batch.count > 0;
    pthread_cond_broadcast(&merge->change);
    pthread_mutex_unlock(&merge->lock);
}

void merge_ring_ended(struct run *run)
{
    struct merge *merge = &run->merge;
    pthread_mutex_lock(&merge->lock);
    merge->running--;
    pthread_cond_broadcast(&merge->change);
    pthread_mutex_unlock(&merge->lock);
}

/* ---- the caller's thread ---------------------------------------------- */

static int sort(struct merge *merge)
{
    const struct log *batch = &merge->batch;
    for (int i = 0; i < 2; i++)
        if (weft_grow(&merge->key[i], &merge->key_room[i], batch->count,
                      sizeof merge->key[i][0]))
            return -1;
    for (size_t i = 0; i < batch->count; i++)
        merge->key[0][i] = (struct key){
            batch->event[i].start, (uint32_t)batch->event[i].rank, (uint32_t)i};
    sort_keys(merge->key, batch->count);
    return 0;
}

/* Give away `count` events beginning with the one at `first`. */
static int give(struct run *run, size_t first, size_t count)
{
    struct merge *merge = &run->merge;
    const struct weft_sink *sink = run->machine->sink;
    for (size_t i = 0; i < count; i++) {
        merge->sorted[i] = merge->batch.event[merge->key[0][first + i].index];
        if (run->routed && routes_event(run, &merge->sorted[i]))
            return -1;
    }
    if (!sink || !sink->events)
        return 0;
    return sink->events(sink->arg, merge->sorted, count);
}

/* 0, or an errno value. */
static int process(struct run *run)
{
    struct merge *merge = &run->merge;
    errno = ENOMEM;
    if (sort(merge))
        return ENOMEM;
    for (size_t i = 0; i < merge->batch.count; i += CHUNK) {
        size_t left = merge->batch.count - i;
        errno = ENOMEM;
        if (give(run, i, left < CHUNK ? left : CHUNK))
            return errno;
    }
    merge->batch.count = 0;
    return 0;
}

void merge_serve(struct run *run)
{
    struct merge *merge = &run->merge;
    pthread_mutex_lock(&merge->lock);
    while (merge->running || merge->full) {
        if (!merge->full) {
            pthread_cond_wait(&merge->change, &merge->lock);
            continue;
        }
        pthread_mutex_unlock(&merge->lock);
        int code = process(run);
        pthread_mutex_lock(&merge->lock);
        merge->batch.count = 0;
        merge->full = false;
        pthread_cond_broadcast(&merge->change);
        pthread_mutex_unlock(&merge->lock);
        if (code)
            quiet_fail(run, code, NULL);
        pthread_mutex_lock(&merge->lock);
    }
    pthread_mutex_unlock(&merge->lock);
}

int merge_rest(struct run *run, struct weft_error *err)
{
    int code = 0;
    for (int r = 0; r < run->rings && !code; r++)
        if (collect(&run->ring[r].log, &run->merge.batch, UINT64_MAX))
            code = ENOMEM;
    if (!code)
        code = process(run);
    return code ? weft_error_set(err, code, 0, "%s", strerror(code)) : 0;
}
