/* The queue of ready processors, by blocks of neighbouring ranks. A block is
 * served until none of its processors is ready, so that processors that
 * communicate run close together in time. */
#include "ready.h"
#include "base/invariant.h"
#include "machine/processor.h"
#include "machine/run.h"
#include "worker.h"
#include <stdlib.h>

int ready_open(struct ready *queue, int processors)
{
    int blocks = processors / BLOCK + 1;
    queue->first = queue->last = -1;
    queue->block = malloc((size_t)blocks * sizeof *queue->block);
    if (!queue->block)
        return -1;
    for (int b = 0; b < blocks; b++)
        queue->block[b] = (struct ready_block){0, -1, false};
    return 0;
}

void ready_close(struct ready *queue)
{
    free(queue->block);
}

void ready_put(struct weft_processor *processor)
{
    struct ready *queue = &processor->worker->ready;
    int place = processor->rank - processor->worker->low;
    int index = place / BLOCK;
    struct ready_block *block = &queue->block[index];
    INVARIANT_DEEP(processor->state == WAITING || processor->state == ASKING ||
                   processor->state == AHEAD);
    INVARIANT(!(block->ready >> place % BLOCK & 1));
    processor->state = READY;
    block->ready |= (uint64_t)1 << place % BLOCK;
    if (block->queued)
        return;
    block->queued = true;
    block->next = -1;
    if (queue->first < 0)
        queue->first = index;
    else
        queue->block[queue->last].next = index;
    queue->last = index;
}

/* Choose the next processor of a set: the other one of its pair, because these
 * two exchange most data where neighbours differ in one bit; else the next one
 * after `place`, cyclically, so that all make progress before it runs again. */
static int next_place(uint64_t set, int place)
{
    uint64_t pair = set & (uint64_t)3 << (place & ~1);
    uint64_t after = set & ~(uint64_t)1 << place;
    if (pair)
        return __builtin_ctzll(pair);
    return __builtin_ctzll(after ? after : set);
}

struct weft_processor *ready_take(struct worker *worker)
{
    struct ready *queue = &worker->ready;
    while (queue->first >= 0) {
        struct ready_block *block = &queue->block[queue->first];
        if (block->ready) {
            queue->place = next_place(block->ready, queue->place);
            block->ready &= ~((uint64_t)1 << queue->place);
            int rank = worker->low + queue->first * BLOCK + queue->place;
            struct weft_processor *next = &worker->run->processor[rank];
            INVARIANT(next->state == READY && next->worker == worker);
            return next;
        }
        block->queued = false;
        queue->first = block->next;
    }
    return NULL;
}
