/* Workers: who runs next. Ready processors are queued by blocks of neighbouring
 * ranks; a block is served until nobody in it is ready, so that processors
 * that talk to one another run close together in time. */
#include "worker.h"
#include "cross.h"
#include "machine/engine/engine.h"
#include "machine/processor.h"
#include "machine/receive.h"
#include "machine/run.h"
#include "quiet.h"

void worker_ready(struct weft_processor *processor)
{
    struct worker *worker = processor->worker;
    int place = processor->rank - worker->low;
    int index = place / BLOCK;
    struct block *block = &worker->block[index];
    processor->state = READY;
    block->ready |= (uint64_t)1 << place % BLOCK;
    if (block->queued)
        return;
    block->queued = true;
    block->next = -1;
    if (worker->first < 0)
        worker->first = index;
    else
        worker->block[worker->last].next = index;
    worker->last = index;
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

static struct weft_processor *next_ready(struct worker *worker)
{
    while (worker->first >= 0) {
        struct block *block = &worker->block[worker->first];
        if (block->ready) {
            worker->place = next_place(block->ready, worker->place);
            block->ready &= ~((uint64_t)1 << worker->place);
            int place = worker->first * BLOCK + worker->place;
            return &worker->run->processor[worker->low + place];
        }
        block->queued = false;
        worker->first = block->next;
    }
    return NULL;
}

/* The run has stopped: the next processor whose program must return. */
static struct weft_processor *next_to_end(struct worker *worker)
{
    for (; worker->sweep < worker->high; worker->sweep++) {
        struct weft_processor *next = &worker->run->processor[worker->sweep];
        if (next->state == NEW) {
            next->state = DONE;
            worker->live--;
        }
        if (next->state != DONE) {
            next->state = READY;
            return next;
        }
    }
    return NULL;
}

struct weft_processor *worker_pick(struct worker *worker)
{
    const struct run *run = worker->run;
    quiet_kick(worker);
    for (;;) {
        cross_drain(worker);
        if (run->stop)
            return next_to_end(worker);
        if (run->over)
            return NULL;
        struct weft_processor *next = next_ready(worker);
        if (next)
            return next;
        bool open =
            atomic_load_explicit(&worker->horizon, memory_order_relaxed) > 0;
        if (worker->fresh < worker->high && open)
            return &worker->run->processor[worker->fresh++];
        quiet_wait(worker);
    }
}

void worker_refused(struct weft_processor *processor, int code)
{
    processor->state = DONE;
    processor->worker->live--;
    quiet_fail(processor->run, code, NULL);
}

void worker_block(struct weft_processor *self)
{
    struct worker *worker = self->worker;
    const struct engine *engine = worker->run->engine;
    for (;;) {
        struct weft_processor *next = worker_pick(worker);
        if (next == self)
            return;
        worker->switches++;
        int code = engine->pass(self, next);
        if (!code)
            return;
        worker_refused(next, code);
    }
}

void worker_send(struct weft_processor *self, int to,
                 const struct message *message)
{
    struct weft_processor *receiver = &self->run->processor[to];
    if (receiver->worker == self->worker)
        receive_deliver(receiver, self->rank, message);
    else
        cross_send(self, receiver, message);
}

void worker_program(struct weft_processor *self)
{
    const struct run *run = self->run;
    self->state = READY;
    if (run->machine->program(self, run->machine->arg))
        self->failed = true;
    receive_release(self);
    if (self->failed && !run->stop)
        quiet_failed(self);
    self->state = DONE;
    self->worker->live--;
}
