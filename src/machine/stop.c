/* Early ends of a run: the machine itself fails, or a program does. Processors
 * do not stop at once; they all stop at a horizon, and the resolver does the
 * rest. */
#include "base/invariant.h"
#include "processor.h"
#include "run.h"
#include "schedule/worker.h"
#include "uses.h"

void run_set_horizon(struct run *run, uint64_t horizon)
{
    for (int r = 0; r < run->workers; r++)
        atomic_store_explicit(&run->worker[r].horizon, horizon,
                              memory_order_relaxed);
}

static void stop_fail(struct run *run, enum weft_error_kind kind, int code,
                      const char *text)
{
    pthread_mutex_lock(&run->lock);
    if (!run->hard) {
        run->hard = kind;
        run->hard_system = code;
        run->hard_text = text;
    }
    run_set_horizon(run, 0);
    pthread_mutex_unlock(&run->lock);
}

void run_fail(struct run *run, enum weft_error_kind kind, const char *text)
{
    stop_fail(run, kind, 0, text);
}

void run_refused(struct run *run, int code)
{
    stop_fail(run, WEFT_ERROR_SYSTEM, code, NULL);
}

void run_fail_at(struct weft_processor *self)
{
    struct run *run = self->run;
    pthread_mutex_lock(&run->lock);
    if (run->fail_rank < 0 || self->clock < run->fail_clock ||
        (self->clock == run->fail_clock && self->rank < run->fail_rank)) {
        INVARIANT(!run->stop && self->failed);
        run->fail_clock = self->clock;
        run->fail_rank = self->rank;
        run->fail_kind =
            uses_too_many(self) ? WEFT_ERROR_LIMIT : WEFT_ERROR_STOPPED;
        for (int r = 0; r < run->workers; r++)
            if (run->worker[r].horizon > self->clock + 1)
                run->worker[r].horizon = self->clock + 1;
    }
    pthread_mutex_unlock(&run->lock);
}
