/* When nobody can go on: quiescence.
 *
 * Every processor is then blocked, and no message is under way. The earliest
 * time c at which one of them may act next bounds everything to come: events
 * before c - slot (a reception may be recorded one slot late) are final, and
 * messages still to be sent end at c plus the shortest transfer or later.
 * With that the processors that asked are answered, and those at the end of
 * the window may go on. If nobody may act at all, it is a deadlock. */
#include <errno.h>
#include <machine/run.h>
#include <stdio.h>

static uint64_t earliest(const struct run *run)
{
    uint64_t time = UINT64_MAX;
    for (int r = 0; r < run->rings; r++) {
        const struct ring *ring = &run->ring[r];
        if (ring->asking.count && ring->asking.item[0]->time < time)
            time = ring->asking.item[0]->time;
        if (ring->ahead.count && ring->ahead.item[0]->time < time)
            time = ring->ahead.item[0]->time;
    }
    return time;
}

static int living(const struct run *run)
{
    int live = 0;
    for (int r = 0; r < run->rings; r++)
        live += run->ring[r].live;
    return live;
}

/* Under run->lock. */
static void set_horizon(struct run *run, uint64_t horizon)
{
    for (int r = 0; r < run->rings; r++)
        atomic_store_explicit(&run->ring[r].horizon, horizon,
                              memory_order_relaxed);
}

static void stop(struct run *run)
{
    for (int i = 0; i < run->size; i++) {
        struct weft_processor *processor = &run->processor[i];
        processor->stuck =
            processor->state == WAITING || processor->state == ASKING;
    }
    run->stop = true;
    set_horizon(run, 0);
}

static void release(struct ring *ring, uint64_t floor, uint64_t horizon)
{
    ring->floor = floor;
    while (ring->ahead.count && ring->ahead.item[0]->time < horizon)
        ring_ready(heap_take(&ring->ahead));
    while (ring->asking.count && ring->asking.item[0]->time < floor)
        ring_ready(heap_take(&ring->asking));
}

/* Under run->lock, every ring idle. */
static void resolve(struct run *run)
{
    uint64_t time = earliest(run);
    bool failed = run->fail_rank >= 0;
    if (!living(run)) {
        run->over = true;
        return;
    }
    run->deadlock = time == UINT64_MAX && !failed && !run->hard;
    if (run->hard || time == UINT64_MAX || (failed && time > run->fail_clock)) {
        stop(run);
        return;
    }
    if (time > run->slot)
        merge_flush(run, time - run->slot);
    uint64_t horizon = time + run->window;
    if (horizon < time)
        horizon = UINT64_MAX;
    if (failed && horizon > run->fail_clock)
        horizon = run->fail_clock + 1;
    set_horizon(run, horizon);
    for (int r = 0; r < run->rings; r++)
        release(&run->ring[r], time + run->shortest, horizon);
}

void quiet_wait(struct ring *ring)
{
    pthread_mutex_lock(&ring->run->lock);
    resolve(ring->run);
    pthread_mutex_unlock(&ring->run->lock);
}

void quiet_fail(struct run *run, int code, const char *text)
{
    pthread_mutex_lock(&run->lock);
    if (!run->hard) {
        run->hard = code;
        snprintf(run->hard_text.text, sizeof run->hard_text.text, "%s", text);
    }
    set_horizon(run, 0);
    pthread_mutex_unlock(&run->lock);
}

void quiet_failed(struct weft_processor *self)
{
    struct run *run = self->run;
    pthread_mutex_lock(&run->lock);
    if (run->fail_rank < 0 || self->clock < run->fail_clock ||
        (self->clock == run->fail_clock && self->rank < run->fail_rank)) {
        run->fail_clock = self->clock;
        run->fail_rank = self->rank;
        for (int r = 0; r < run->rings; r++)
            if (run->ring[r].horizon > self->clock + 1)
                run->ring[r].horizon = self->clock + 1;
    }
    pthread_mutex_unlock(&run->lock);
}
