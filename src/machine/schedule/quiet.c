/* When nobody can go on: quiescence.
 *
 * Every processor is then blocked, and no message is under way. The earliest
 * time c at which one of them may act next bounds everything to come: events
 * before c - slot (a reception may be recorded one slot late) are final, and
 * messages still to be sent end at c plus the shortest transfer or later.
 * With that the processors that asked are answered, and those at the end of
 * the window may go on. If nobody may act at all, it is a deadlock. */
#include "quiet.h"
#include "cross.h"
#include "machine/processor.h"
#include "machine/record/merge.h"
#include "machine/run.h"
#include "ready.h"
#include "window.h"
#include "worker.h"
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Bits of worker->events. */
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
    for (int r = 0; r < run->workers; r++) {
        const struct worker *worker = &run->worker[r];
        if (worker->asking.count && worker->asking.item[0]->time < time)
            time = worker->asking.item[0]->time;
        for (size_t i = 0; i < worker->ahead.count; i++)
            if (worker->ahead.item[i]->clock < time)
                time = worker->ahead.item[i]->clock;
    }
    return time;
}

static int living(const struct run *run)
{
    int live = 0;
    for (int r = 0; r < run->workers; r++)
        live += run->worker[r].live;
    return live;
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
    run_set_horizon(run, 0);
}

static void release(struct worker *worker, uint64_t floor, uint64_t horizon)
{
    window_release(worker, horizon);
    worker->floor = floor;
    while (worker->asking.count && worker->asking.item[0]->time < floor)
        ready_put(heap_take(&worker->asking));
}

/* Under run->lock, every worker idle. */
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
    run_set_horizon(run, horizon);
    for (int r = 0; r < run->workers; r++)
        release(&run->worker[r], time + run->shortest, horizon);
}

/* ---- workers that have nothing to do --------------------------------------
 */

static void wake(struct worker *worker)
{
    if (atomic_load(&worker->asleep))
        syscall(SYS_futex, &worker->events, FUTEX_WAKE_PRIVATE, 1, NULL, NULL,
                0);
}

/* Only who clears IDLE counts the worker as busy again. Under run->lock. */
static void count_busy(struct worker *worker)
{
    if (atomic_fetch_and(&worker->events, ~(unsigned)IDLE) & IDLE)
        worker->run->idle--;
}

void quiet_kick(struct worker *worker)
{
    struct run *run = worker->run;
    uint64_t kick = worker->kick;
    worker->kick = 0;
    for (int r = 0; kick >> r; r++) {
        struct worker *other = &run->worker[r];
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
static bool spin(struct worker *worker)
{
    for (int i = 0; worker->run->workers > 1 && i < SPINS; i++) {
        if (cross_drain(worker))
            return true;
        relax();
    }
    return false;
}

static void sleep_while_idle(struct worker *worker)
{
    for (int i = 0; i < SPINS; i++) {
        if (!(atomic_load(&worker->events) & IDLE))
            return;
        relax();
    }
    atomic_store(&worker->asleep, 1);
    unsigned events;
    while ((events = atomic_load(&worker->events)) & IDLE)
        syscall(SYS_futex, &worker->events, FUTEX_WAIT_PRIVATE, events, NULL,
                NULL, 0);
    atomic_store(&worker->asleep, 0);
}

/* Everybody is idle: find work, count those who got some as busy. Returns
 * them as a set. */
static uint64_t distribute(struct run *run)
{
    uint64_t busy = 0;
    resolve(run);
    for (int r = 0; r < run->workers; r++) {
        struct worker *worker = &run->worker[r];
        if (!ready_any(&worker->ready) && !run->stop && !run->over)
            continue;
        busy |= (uint64_t)1 << r;
        count_busy(worker);
    }
    return busy;
}

void quiet_wait(struct worker *worker)
{
    struct run *run = worker->run;
    if (spin(worker))
        return;
    pthread_mutex_lock(&run->lock);
    unsigned none = 0;
    if (!atomic_compare_exchange_strong(&worker->events, &none, IDLE)) {
        pthread_mutex_unlock(&run->lock);
        atomic_exchange(&worker->events, 0);
        return;
    }
    uint64_t busy = ++run->idle == run->workers ? distribute(run) : 0;
    pthread_mutex_unlock(&run->lock);
    for (int r = 0; busy >> r; r++)
        if (busy >> r & 1 && r != worker->index)
            wake(&run->worker[r]);
    sleep_while_idle(worker);
    atomic_fetch_and(&worker->events, ~(unsigned)MESSAGE);
}

void quiet_without(struct worker *worker)
{
    struct run *run = worker->run;
    for (int i = worker->low; i < worker->high; i++)
        run->processor[i].state = DONE;
    worker->live = 0;
    pthread_mutex_lock(&run->lock);
    atomic_store(&worker->events, IDLE | MESSAGE);
    bool last = ++run->idle == run->workers;
    uint64_t busy = last ? distribute(run) : 0;
    pthread_mutex_unlock(&run->lock);
    for (int r = 0; busy >> r; r++)
        if (busy >> r & 1)
            wake(&run->worker[r]);
}
