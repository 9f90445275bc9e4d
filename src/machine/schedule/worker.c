/* Workers: who holds the baton. */
#include "worker.h"
#include "cross.h"
#include "idle.h"
#include "machine/deliver.h"
#include "machine/engine/engine.h"
#include "machine/engine/overflow.h"
#include "machine/processor.h"
#include "machine/run.h"
#include "machine/uses.h"
#include "ready.h"
#include <errno.h>
#include <stdlib.h>

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
    int own = errno;
    if ((uintptr_t)__builtin_frame_address(0) < self->lowest)
        overflow_end(self);
    for (;;) {
        struct weft_processor *next = worker_pick(worker);
        if (next == self)
            break;
        worker->switches++;
        int code = engine->pass(self, next);
        if (!code)
            break;
        worker_refused(next, code);
    }
    errno = own;
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

/* Whatever it said before, that is why it fails. */
static void overflowed(struct weft_processor *self)
{
    self->refused = 0;
    self->failed = false;
    free(self->reason);
    self->reason = NULL;
    weft_fail(self,
              "processor %d: stack overflow (%zu bytes); raise "
              "weft_machine.stack or --stack",
              self->rank, self->run->stack);
}

static void ended(struct weft_processor *self)
{
    self->escape = NULL;
    processor_release(self);
    uses_finish(&self->uses);
    if (self->failed && !self->run->stop)
        run_fail_at(self);
    self->state = DONE;
    self->worker->live--;
}

/* A program finds floating point and errno as they were when the run began,
 * whoever used the thread before. Who does not heed a refusal, or has no stack
 * left, comes back by the escape; what its program held is lost. */
void worker_program(struct weft_processor *self)
{
    const struct weft_machine *machine = self->run->machine;
    jmp_buf escape;
    self->escape = &escape;
    self->lowest = overflow_reserve(self->run);
    self->state = READY;
    fesetenv(&self->run->modes);
    errno = 0;
    if (_setjmp(escape) || machine->program(self, machine->arg))
        self->failed = true;
    if (self->overflowed)
        overflowed(self);
    ended(self);
}

void worker_left(struct weft_processor *self)
{
    self->refused = 0;
    weft_fail(self, "processor %d ended its thread instead of returning",
              self->rank);
    ended(self);
}
