/* The resolver: runs at quiescence, when every processor is blocked and no
 * message is in flight, in the thread of the last worker to become idle.
 *
 * summary.c collects the state of the workers, decide.c makes the decision, and
 * this file applies it. docs/machine.md explains the protocol. */
#include "resolve.h"
#include "asking.h"
#include "base/invariant.h"
#include "cross.h"
#include "decide.h"
#include "machine/loop/loop.h"
#include "machine/processor.h"
#include "machine/record/flush.h"
#include "machine/run.h"
#include "ready.h"
#include "window.h"
#include "worker.h"

/* Make all programs return, whatever they wait for. */
static void resolve_stop(struct run *run)
{
    flush_waits(run, NEVER);
    for (int i = run->low; i < run->high; i++) {
        struct weft_processor *processor = &run->processor[i];
        processor->stuck =
            processor->state == WAITING || processor->state == ASKING;
        processor->running = processor->state == AHEAD;
    }
    run->stop = true;
    run_set_horizon(run, 0);
}

/* Make ready the processors of one worker that may continue. */
static void resolve_release(struct worker *worker,
                            const struct decision *decision)
{
    INVARIANT(decision->floor >= worker->floor);
    window_release(worker, decision->horizon);
    worker->floor = decision->floor;
    while (worker->asking.count &&
           worker->asking.item[0]->time < decision->floor) {
        struct weft_processor *first = worker->asking.item[0];
        INVARIANT(first->time >= decision->bound);
        asking_leave(&worker->asking, first);
        ready_put(first);
    }
}

static void resolve_go_on(struct run *run, const struct decision *decision,
                          uint64_t recorded)
{
    INVARIANT(decision->bound >= run->bound);
    run->bound = decision->bound;
    if (decision->final)
        flush_events(run, decision->final, recorded);
    run_set_horizon(run, decision->horizon);
    for (int r = 0; r < run->workers; r++)
        resolve_release(&run->worker[r], decision);
}

void resolve(struct run *run)
{
    INVARIANT(run->idle == run->workers);
    INVARIANT(!run->stop && !run->over);
    struct summary all = run->cross->gather(run);
    struct pace pace = {run->slot, run->shortest, run->window, run->limit};
    struct decision decision =
        run->loop ? loop_decide(run) : decide(&all, &pace);
    switch (decision.what) {
    case GO_ON:
        resolve_go_on(run, &decision, all.recorded);
        break;
    case OVER:
        INVARIANT(!all.live && all.sent == all.taken);
        run->over = true;
        break;
    case DEADLOCK:
        run->deadlock = true;
        resolve_stop(run);
        break;
    case LIMIT:
        run->limited = true;
        resolve_stop(run);
        break;
    case STOP:
        resolve_stop(run);
        break;
    /* only with several processes: messages have arrived meanwhile; see
     * idle.c */
    case WAIT:
        break;
    }
}
