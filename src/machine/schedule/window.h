/* The window, which limits how far processors run ahead of the others; private
 * to src/machine. */
#ifndef WEFT_SRC_MACHINE_SCHEDULE_WINDOW_H
#define WEFT_SRC_MACHINE_SCHEDULE_WINDOW_H

#include "machine/processor.h"
#include "worker.h"

static inline bool window_admits(const struct weft_processor *self)
{
    return self->clock <
           atomic_load_explicit(&self->worker->horizon, memory_order_relaxed);
}

/* Begin an operation: return 0, or -1 if the run has stopped. May wait at the
 * window's end. */
static inline int processor_enter(struct weft_processor *self)
{
    return window_admits(self) && !self->failed ? 0 : processor_held_up(self);
}

/* Enter state AHEAD until the window moves. Return 0, or -1 if out of memory;
 * the run then stops. */
int window_hold(struct weft_processor *self);

/* Make the processors below the new horizon ready. Called by the resolver
 * only. */
void window_release(struct worker *worker, uint64_t horizon);

#endif
