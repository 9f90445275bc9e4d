/* The window. A processor may run ahead of the others, but only within the
 * window, which limits the amount of data queued and recorded until the
 * resolver determines that it is final. */
#include "window.h"
#include "base/invariant.h"
#include "machine/run.h"
#include "ready.h"

int window_hold(struct weft_processor *self)
{
    struct arrivals *ahead = &self->worker->ahead;
    INVARIANT(self->state == READY || self->state == WAITING);
    INVARIANT(!window_admits(self));
    if (array_grow(&ahead->item, &ahead->room, ahead->count + 1,
                   sizeof ahead->item[0])) {
        run_fail(self->run, WEFT_ERROR_MEMORY, "no memory to wait");
        return -1;
    }
    ahead->item[ahead->count++] = self;
    self->state = AHEAD;
    return 0;
}

void window_release(struct worker *worker, uint64_t horizon)
{
    struct arrivals *ahead = &worker->ahead;
    size_t still = 0;
    for (size_t i = 0; i < ahead->count; i++) {
        INVARIANT(ahead->item[i]->state == AHEAD);
        if (ahead->item[i]->clock < horizon)
            ready_put(ahead->item[i]);
        else
            ahead->item[still++] = ahead->item[i];
    }
    ahead->count = still;
}
