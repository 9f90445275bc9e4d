/* The ticks at which flows end: a heap of distinct ticks, each with a list of
 * its flows, so that thousands of ends at one tick cost one entry. */
#include "kernel.h"

static struct bucket *ticks_make(struct ticks *ticks, uint64_t at)
{
    struct bucket *bucket = ticks->free;
    if (bucket)
        ticks->free = bucket->next;
    else
        bucket = malloc(sizeof *bucket);
    if (!bucket)
        return NULL;
    *bucket = (struct bucket){.at = at, .first = NOTHING, .last = NOTHING};
    if (coming_heap_put(&ticks->heap, (struct coming){at, bucket})) {
        free(bucket);
        return NULL;
    }
    return bucket;
}

/* Return the bucket of a tick, created on demand. NULL: out of memory. */
static struct bucket *ticks_bucket(struct ticks *ticks, uint64_t at)
{
    if (ticks->last && ticks->last->at == at)
        return ticks->last;
    struct coming *entry = coming_table_get(&ticks->table, at);
    if (!entry)
        return NULL;
    if (!entry->bucket)
        entry->bucket = ticks_make(ticks, at);
    if (!entry->bucket) {
        coming_table_remove(&ticks->table, entry);
        return NULL;
    }
    return ticks->last = entry->bucket;
}

static void ticks_forget(struct ticks *ticks, struct bucket *bucket)
{
    coming_heap_remove(&ticks->heap, bucket->place);
    coming_table_remove(&ticks->table,
                        coming_table_find(&ticks->table, bucket->at));
    if (ticks->last == bucket)
        ticks->last = NULL;
    bucket->next = ticks->free;
    ticks->free = bucket;
}

int ticks_put(struct sharing *s, uint32_t flow, uint64_t at)
{
    struct bucket *bucket = ticks_bucket(&s->ticks, at);
    struct sharing_flow *f = flow_at(s, flow);
    if (!bucket)
        return -1;
    f->bucket = bucket;
    f->prev = bucket->last;
    f->next = NOTHING;
    if (bucket->last == NOTHING)
        bucket->first = flow;
    else
        flow_at(s, bucket->last)->next = flow;
    bucket->last = flow;
    return 0;
}

void ticks_drop(struct sharing *s, uint32_t flow)
{
    struct sharing_flow *f = flow_at(s, flow);
    struct bucket *bucket = f->bucket;
    if (f->prev == NOTHING)
        bucket->first = f->next;
    else
        flow_at(s, f->prev)->next = f->next;
    if (f->next == NOTHING)
        bucket->last = f->prev;
    else
        flow_at(s, f->next)->prev = f->prev;
    f->bucket = NULL;
    if (bucket->first == NOTHING)
        ticks_forget(&s->ticks, bucket);
}

uint32_t ticks_take(struct sharing *s)
{
    struct bucket *bucket = coming_heap_first(&s->ticks.heap)->bucket;
    uint32_t first = bucket->first;
    ticks_forget(&s->ticks, bucket);
    return first;
}

void ticks_finish(struct ticks *ticks)
{
    while (ticks->heap.count)
        ticks_forget(ticks, ticks->heap.item[0].bucket);
    for (struct bucket *next; ticks->free; ticks->free = next) {
        next = ticks->free->next;
        free(ticks->free);
    }
    coming_heap_finish(&ticks->heap);
    coming_table_finish(&ticks->table);
}
