/* Workers, and how the baton is passed on.
 *
 * Overview of the folder: a processor that has to wait calls worker_block(),
 * which picks the next ready processor (ready.c) and hands the baton to it. If
 * none is ready, the worker becomes idle (idle.c) until messages arrive from
 * other workers (cross.c). The last worker to become idle resolves: it
 * summarises the state of all (summary.c, asking.h, window.c), decides
 * (decide.c) and makes some processors ready (resolve.c). If none can continue,
 * deadlock.c describes the waiting processors. */
#include "worker.h"
#include "base/invariant.h"
#include "cross.h"
#include "idle.h"
#include "machine/deliver.h"
#include "machine/engine/context.h"
#include "machine/engine/engine.h"
#include "machine/engine/overflow.h"
#include "machine/processor.h"
#include "machine/run.h"
#include "machine/uses.h"
#include "ready.h"
#include <errno.h>

/* Return the next processor whose program must return after the run has
 * stopped. */
static struct weft_processor *next_to_end(struct worker *worker)
{
    for (; worker->sweep < worker->high; worker->sweep++) {
        struct weft_processor *next = &worker->run->processor[worker->sweep];
        if (next->state == NEW) {
            INVARIANT(worker->live > 0);
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

static struct weft_processor *next_to_run(struct worker *worker)
{
    const struct run *run = worker->run;
    if (worker->kick)
        idle_kick(worker);
    for (;;) {
        run->cross->drain(worker);
        if (run->stop)
            return next_to_end(worker);
        if (run->over) {
            INVARIANT(!worker->live);
            return NULL;
        }
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

static void set_running(struct worker *worker, struct weft_processor *running)
{
    __atomic_store_n(&worker->running, running, __ATOMIC_RELAXED);
}

struct weft_processor *worker_pick(struct worker *worker)
{
    set_running(worker, NULL);
    struct weft_processor *next = next_to_run(worker);
    set_running(worker, next);
    return next;
}

struct weft_processor *worker_first(struct worker *worker)
{
    struct weft_processor *first = &worker->run->processor[worker->fresh++];
    set_running(worker, first);
    return first;
}

void worker_refused(struct weft_processor *processor, int code)
{
    INVARIANT(processor->state == NEW && processor->worker->live > 0);
    processor->state = DONE;
    processor->worker->live--;
    run_refused(processor->run, code);
}

void worker_block(struct weft_processor *self)
{
    struct worker *worker = self->worker;
    const struct engine *engine = worker->run->engine;
    int own = errno;
    const void *here = __builtin_frame_address(0);
    if (((uintptr_t)here < self->lowest &&
         overflow_is_stack(worker->run, here)) ||
        context_is_broken())
        overflow_end(self);
    for (;;) {
        struct weft_processor *next = worker_pick(worker);
        if (next == self)
            break;
        INVARIANT(next && next->worker == worker);
        worker->switches++;
        int code = engine->pass(self, next);
        if (!code)
            break;
        worker_refused(next, code);
    }
    INVARIANT(self->state == READY);
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

void worker_ended(struct weft_processor *self)
{
    self->escape = NULL;
    processor_release(self);
    uses_finish(&self->uses);
    if (self->failed && !self->run->stop)
        run_fail_at(self);
    INVARIANT(self->state != DONE && self->worker->live > 0);
    self->state = DONE;
    self->worker->live--;
}
