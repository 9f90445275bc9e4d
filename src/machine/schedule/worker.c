/* Workers: who holds the baton. */
#include "worker.h"
#include "cross.h"
#include "idle.h"
#include "machine/deliver.h"
#include "machine/engine/engine.h"
#include "machine/processor.h"
#include "machine/run.h"
#include "ready.h"

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
    idle_kick(worker);
    for (;;) {
        run->cross->drain(worker);
        if (run->stop)
            return next_to_end(worker);
        if (run->over)
            return NULL;
        struct weft_processor *next = ready_take(worker);
        if (next)
            return next;
        bool open =
            atomic_load_explicit(&worker->horizon, memory_order_relaxed) > 0;
        if (worker->fresh < worker->high && open)
            return &worker->run->processor[worker->fresh++];
        idle_wait(worker);
    }
}

void worker_refused(struct weft_processor *processor, int code)
{
    processor->state = DONE;
    processor->worker->live--;
    run_fail(processor->run, code, NULL);
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
        deliver(receiver, self->rank, message);
    else
        self->run->cross->send(self->worker, receiver, self->rank, message);
}

void worker_program(struct weft_processor *self)
{
    const struct run *run = self->run;
    self->state = READY;
    if (run->machine->program(self, run->machine->arg))
        self->failed = true;
    processor_release(self);
    if (self->failed && !run->stop)
        run_fail_at(self);
    self->state = DONE;
    self->worker->live--;
}
