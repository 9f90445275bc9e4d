/* The resolver's half of merge.c: hand final events of the workers over to the
 * thread that passes them to the sink. */
#include "flush.h"
#include "base/invariant.h"
#include "base/system/thread.h"
#include "machine/engine/fibers.h"
#include "machine/link.h"
#include "machine/loop/loop.h"
#include "machine/processor.h"
#include "machine/run.h"
#include "machine/schedule/worker.h"
#include "merge.h"
#include "record.h"

#ifndef WORTH_EACH    /* tests use smaller values */
#define WORTH_EACH 64 /* minimum number of events per processor for a flush */
#define WORTH_ALL 512 /* minimum number of events in total for a flush */
#endif

/* Return the number of events worth flushing: enough to outweigh the cost of a
 * flush per processor, and few enough to be still in the cache. */
static size_t worth_flushing(const struct run *run)
{
    size_t many = WORTH_EACH * (size_t)run->size;
    many = many > WORTH_ALL ? many : WORTH_ALL;
    return many < (size_t)1 << 17 ? many : (size_t)1 << 17;
}

/* Return the time before which all events are final. A processor may still take
 * a message whose transfer is in progress and began earlier: nothing from its
 * start on is final. It is also unknown whether an ASKING processor waits at
 * all, if the transfer began before its query. */
static uint64_t final(const struct run *run, uint64_t limit)
{
    /* time before which no processor acts any more (decide.c) */
    uint64_t bound = limit + run->slot;
    if (run->loggp || run->loop)
        /* LogGP, shared links: a receive event keeps the time of the reception,
         * however late the program takes the message, so every queued message
         * counts */
        bound = 0;
    if (run->loop && loop_earliest(run) < limit)
        limit = loop_earliest(run);
    for (int i = run->low; i < run->high; i++) {
        const struct weft_processor *processor = &run->processor[i];
        limit = link_begun(&processor->links, limit, bound);
        if (processor->state != ASKING)
            continue;
        const struct message *best = link_head(
            link_next(&processor->links, processor->from, processor->deadline));
        if (best && best->start < limit)
            limit = best->start;
    }
    return limit;
}

void flush_waits(struct run *run, uint64_t limit)
{
    for (int i = run->low; i < run->high; i++) {
        struct weft_processor *processor = &run->processor[i];
        if (processor->clock < limit &&
            (processor->state == WAITING || processor->state == ASKING))
            record_wait(processor);
    }
}

/* Return whether the batch belongs to the resolver and events are still wanted.
 * Waits for it if too many events are recorded. */
static bool batch_free(struct merge *merge, bool urgent)
{
    pthread_mutex_lock(&merge->lock);
    while (urgent && merge->full && !merge->failed)
        pthread_cond_wait(&merge->change, &merge->lock);
    bool free = !merge->full && !merge->failed;
    pthread_mutex_unlock(&merge->lock);
    return free;
}

void flush_over(struct run *run, uint64_t limit)
{
    INVARIANT(limit >= run->merge.limit);
    for (int r = 0; r < run->workers; r++)
        log_swap(&run->worker[r].log, &run->merge.part[1 + r]);
    run->merge.limit = limit;
}

/* Flush only if there are at least as many events as are left over from the
 * last batch, which would otherwise be scanned again and again. */
void flush_events(struct run *run, uint64_t limit, uint64_t recorded)
{
    struct merge *merge = &run->merge;
    size_t count = (size_t)recorded;
    if (count < worth_flushing(run) ||
        !batch_free(merge, count >= 4 * worth_flushing(run)) ||
        count < merge->part[0].count)
        return;
    limit = final(run, limit);
    if (limit <= merge->given)
        return;
    flush_waits(run, limit);
    flush_over(run, limit);
    pthread_mutex_lock(&merge->lock);
    INVARIANT(!merge->full);
    merge->full = true;
    pthread_cond_broadcast(&merge->change);
    pthread_mutex_unlock(&merge->lock);
    if (WEFT_ONE_THREAD)
        fibers_serve(run);
}

void flush_worker_ended(struct run *run)
{
    struct merge *merge = &run->merge;
    pthread_mutex_lock(&merge->lock);
    INVARIANT(merge->running > 0);
    merge->running--;
    pthread_cond_broadcast(&merge->change);
    pthread_mutex_unlock(&merge->lock);
}
