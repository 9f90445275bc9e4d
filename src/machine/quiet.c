/* When nobody can go on: quiescence.
 *
 * Every processor is then blocked, and no message is under way. The earliest
 * time c at which one of them may act next bounds everything to come: events
 * before c - slot (a reception may be recorded one slot late) are final, and
 * messages still to be sent end at c plus the shortest transfer or later.
 * With that the processors that asked are answered, and those at the end of
 * the window may go on. If nobody may act at all, it is a deadlock. */
#include <errno.h>
#include <linux/futex.h>
#include <machine/run.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Bits of ring->events. */
enum { MESSAGE = 1, IDLE = 2 };

#define SPINS 1000 /* some 20 to 40 us */

static void relax(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static uint64_t earliest(const struct run *run)
{
    uint64_t time = UINT64_MAX;
    for (int r = 0; r < run->rings; r++) {
        const struct ring *ring = &run->ring[r];
        if (ring->asking.count && ring->asking.item[0]->time < time)
            time = ring->asking.item[0]->time;
        for (size_t i = 0; i < ring->ahead.count; i++)
            if (ring->ahead.item[i]->clock < time)
                time = ring->ahead.item[i]->clock;
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
    merge_waits(run, UINT64_MAX);
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
    struct line *ahead = &ring->ahead;
    size_t still = 0;
    for (size_t i = 0; i < ahead->count; i++)
        if (ahead->item[i]->clock < horizon)
            ring_ready(ahead->item[i]);
        else
            ahead->item[still++] = ahead->item[i];
    ahead->count = still;
    ring->floor = floor;
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

/* ---- rings that have nothing to do -------------------------------------- */

static void wake(struct ring *ring)
{
    if (atomic_load(&ring->asleep))
        syscall(SYS_futex, &ring->events, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

/* Only who clears IDLE counts the ring as busy again. Under run->lock. */
static void count_busy(struct ring *ring)
{
    if (atomic_fetch_and(&ring->events, ~(unsigned)IDLE) & IDLE)
        ring->run->idle--;
}

void quiet_kick(struct ring *ring)
{
    struct run *run = ring->run;
    uint64_t kick = ring->kick;
    ring->kick = 0;
    for (int r = 0; kick >> r; r++) {
        struct ring *other = &run->ring[r];
        if (!(kick >> r & 1) ||
            atomic_fetch_or(&other->events, MESSAGE) != IDLE)
            continue;
        pthread_mutex_lock(&run->lock);
        count_busy(other);
        pthread_mutex_unlock(&run->lock);
        wake(other);
    }
}

/* Messages often come soon. */
static bool spin(struct ring *ring)
{
    for (int i = 0; ring->run->rings > 1 && i < SPINS; i++) {
        if (cross_drain(ring))
            return true;
        relax();
    }
    return false;
}

static void sleep_while_idle(struct ring *ring)
{
    for (int i = 0; i < SPINS; i++) {
        if (!(atomic_load(&ring->events) & IDLE))
            return;
        relax();
    }
    atomic_store(&ring->asleep, 1);
    unsigned events;
    while ((events = atomic_load(&ring->events)) & IDLE)
        syscall(SYS_futex, &ring->events, FUTEX_WAIT_PRIVATE, events, NULL,
                NULL, 0);
    atomic_store(&ring->asleep, 0);
}

/* Everybody is idle: find work, count those who got some as busy. Returns
 * them as a set. */
static uint64_t distribute(struct run *run)
{
    uint64_t busy = 0;
    resolve(run);
    for (int r = 0; r < run->rings; r++) {
        struct ring *ring = &run->ring[r];
        if (ring->first < 0 && !run->stop && !run->over)
            continue;
        busy |= (uint64_t)1 << r;
        count_busy(ring);
    }
    return busy;
}

void quiet_wait(struct ring *ring)
{
    struct run *run = ring->run;
    if (spin(ring))
        return;
    pthread_mutex_lock(&run->lock);
    unsigned none = 0;
    if (!atomic_compare_exchange_strong(&ring->events, &none, IDLE)) {
        pthread_mutex_unlock(&run->lock);
        atomic_exchange(&ring->events, 0);
        return;
    }
    uint64_t busy = ++run->idle == run->rings ? distribute(run) : 0;
    pthread_mutex_unlock(&run->lock);
    for (int r = 0; busy >> r; r++)
        if (busy >> r & 1 && r != ring->index)
            wake(&run->ring[r]);
    sleep_while_idle(ring);
    atomic_fetch_and(&ring->events, ~(unsigned)MESSAGE);
}

void quiet_without(struct ring *ring)
{
    struct run *run = ring->run;
    for (int i = ring->low; i < ring->high; i++)
        run->processor[i].state = DONE;
    ring->live = 0;
    pthread_mutex_lock(&run->lock);
    atomic_store(&ring->events, IDLE | MESSAGE);
    bool last = ++run->idle == run->rings;
    uint64_t busy = last ? distribute(run) : 0;
    pthread_mutex_unlock(&run->lock);
    for (int r = 0; busy >> r; r++)
        if (busy >> r & 1)
            wake(&run->ring[r]);
}

void quiet_fail(struct run *run, int code, const char *text)
{
    pthread_mutex_lock(&run->lock);
    if (!run->hard) {
        run->hard = code;
        run->hard_text = text;
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
