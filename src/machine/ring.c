/* Rings: who runs next. Ready processors are queued by blocks of neighbouring
 * ranks; a block is served until nobody in it is ready, so that processors
 * that talk to one another run close together in time. */
#include <machine/run.h>
#include <stdlib.h>

void ring_ready(struct weft_processor *processor)
{
    struct ring *ring = processor->ring;
    int place = processor->rank - ring->low;
    int index = place / BLOCK;
    struct block *block = &ring->block[index];
    processor->state = READY;
    block->ready |= (uint64_t)1 << place % BLOCK;
    if (block->queued)
        return;
    block->queued = true;
    block->next = -1;
    if (ring->first < 0)
        ring->first = index;
    else
        ring->block[ring->last].next = index;
    ring->last = index;
}

/* Of a set of places: the other of the pair, with whom most is exchanged where
 * neighbours differ in one bit; else the next after `place`, round and round,
 * so that everybody has done much when its turn comes again. */
static int next_place(uint64_t set, int place)
{
    uint64_t pair = set & (uint64_t)3 << (place & ~1);
    uint64_t after = set & ~(uint64_t)1 << place;
    return __builtin_ctzll(pair ? pair : after ? after : set);
}

static struct weft_processor *next_ready(struct ring *ring)
{
    while (ring->first >= 0) {
        struct block *block = &ring->block[ring->first];
        if (block->ready) {
            ring->place = next_place(block->ready, ring->place);
            block->ready &= ~((uint64_t)1 << ring->place);
            int place = ring->first * BLOCK + ring->place;
            return &ring->run->processor[ring->low + place];
        }
        block->queued = false;
        ring->first = block->next;
    }
    return NULL;
}

/* The run has stopped: the next processor whose program must return. */
static struct weft_processor *next_to_end(struct ring *ring)
{
    for (; ring->sweep < ring->high; ring->sweep++) {
        struct weft_processor *next = &ring->run->processor[ring->sweep];
        if (next->state == NEW) {
            next->state = DONE;
            ring->live--;
        }
        if (next->state != DONE) {
            next->state = READY;
            return next;
        }
    }
    return NULL;
}

struct weft_processor *ring_pick(struct ring *ring)
{
    const struct run *run = ring->run;
    quiet_kick(ring);
    for (;;) {
        cross_drain(ring);
        if (run->stop)
            return next_to_end(ring);
        if (run->over)
            return NULL;
        struct weft_processor *next = next_ready(ring);
        if (next)
            return next;
        bool open =
            atomic_load_explicit(&ring->horizon, memory_order_relaxed) > 0;
        if (ring->fresh < ring->high && open)
            return &ring->run->processor[ring->fresh++];
        quiet_wait(ring);
    }
}

void ring_refused(struct weft_processor *processor, int code)
{
    processor->state = DONE;
    processor->ring->live--;
    quiet_fail(processor->run, code, NULL);
}

void ring_block(struct weft_processor *self)
{
    struct ring *ring = self->ring;
    const struct engine *engine = ring->run->engine;
    for (;;) {
        struct weft_processor *next = ring_pick(ring);
        if (next == self)
            return;
        ring->switches++;
        int code = engine->pass(self, next);
        if (!code)
            return;
        ring_refused(next, code);
    }
}

void ring_send(struct weft_processor *self, int to,
               const struct message *message)
{
    struct weft_processor *receiver = &self->run->processor[to];
    if (receiver->ring == self->ring)
        receive_deliver(receiver, self->rank, message);
    else
        cross_send(self, receiver, message);
}

void ring_program(struct weft_processor *self)
{
    const struct run *run = self->run;
    self->state = READY;
    if (run->machine->program(self, run->machine->arg))
        self->failed = true;
    receive_release(self);
    if (self->failed && !run->stop)
        quiet_failed(self);
    self->state = DONE;
    self->ring->live--;
}
