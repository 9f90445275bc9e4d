/* Idle workers, and how they are woken.
 *
 * worker->events has two bits: MESSAGE means that another worker has sent a
 * message, IDLE that the worker counts as idle. Both are in one word, and all
 * changes are atomic read-modify-writes, so of a worker that becomes idle and
 * another that sends it a message, one always sees the other: no wake-up is
 * lost. The last worker to become idle runs the resolver (resolve.c).
 * docs/machine.md contains the full argument. */
#include "idle.h"
#include "base/invariant.h"
#include "cross.h"
#include "machine/processor.h"
#include "machine/record/flush.h"
#include "machine/run.h"
#include "ready.h"
#include "resolve.h"
#include "worker.h"
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Bits of worker->events. */
enum { MESSAGE = 1, SCHEDULE_IDLE_IDLE = 2 };

#define IDLE_SPINS 1000 /* number of polls, which take about 20 to 40 us */

static void idle_relax(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static void idle_wake(struct worker *worker)
{
    if (atomic_load(&worker->asleep))
        syscall(SYS_futex, &worker->events, FUTEX_WAKE_PRIVATE, 1, NULL, NULL,
                0);
}

/* Count a worker as busy. Only the thread that clears IDLE may decrement
 * run->idle, because the resolver and a sender may handle the same worker at
 * the same time. Call under run->lock. */
static void count_busy(struct worker *worker)
{
    if (atomic_fetch_and(&worker->events, ~(unsigned)SCHEDULE_IDLE_IDLE) &
        SCHEDULE_IDLE_IDLE) {
        INVARIANT(worker->run->idle > 0);
        worker->run->idle--;
    }
}

void idle_kick(struct worker *worker)
{
    struct run *run = worker->run;
    uint64_t kick = worker->kick;
    INVARIANT_DEEP(!(kick >> worker->index & 1));
    worker->kick = 0;
    for (int r = 0; kick >> r; r++) {
        struct worker *other = &run->worker[r];
        if (!(kick >> r & 1) ||
            atomic_fetch_or(&other->events, MESSAGE) != SCHEDULE_IDLE_IDLE)
            continue;
        pthread_mutex_lock(&run->lock);
        count_busy(other);
        pthread_mutex_unlock(&run->lock);
        idle_wake(other);
    }
}

/* Poll for a while, since messages often arrive soon. */
static bool spin(struct worker *worker)
{
    for (int i = 0; worker->run->workers > 1 && i < IDLE_SPINS; i++) {
        if (worker->run->cross->drain(worker))
            return true;
        idle_relax();
    }
    return false;
}

static void sleep_while_idle(struct worker *worker)
{
    for (int i = 0; i < IDLE_SPINS; i++) {
        if (!(atomic_load(&worker->events) & SCHEDULE_IDLE_IDLE))
            return;
        idle_relax();
    }
    atomic_store(&worker->asleep, 1);
    unsigned events;
    while ((events = atomic_load(&worker->events)) & SCHEDULE_IDLE_IDLE)
        syscall(SYS_futex, &worker->events, FUTEX_WAIT_PRIVATE, events, NULL,
                NULL, 0);
    atomic_store(&worker->asleep, 0);
}

/* Resolve when all workers are idle, and mark the workers that got work as
 * busy. Return their set. If only other processes got work, wait for them. */
static uint64_t distribute(struct run *run)
{
    uint64_t busy = 0;
    do {
        resolve(run);
        for (int r = 0; r < run->workers; r++) {
            struct worker *worker = &run->worker[r];
            if (!ready_any(&worker->ready) && !run->stop && !run->over)
                continue;
            busy |= (uint64_t)1 << r;
            count_busy(worker);
        }
        INVARIANT(busy || run->share);
    } while (!busy && !run->stop && !run->over);
    return busy;
}

static void *decide_only(void *arg)
{
    struct run *run = arg;
    pthread_mutex_lock(&run->lock);
    distribute(run);
    pthread_mutex_unlock(&run->lock);
    flush_worker_ended(run);
    return NULL;
}

void idle_always(struct run *run)
{
    int code = pthread_create(&run->decider, NULL, decide_only, run);
    run->has_decider = !code;
    if (!code)
        return;
    run_refused(run, code);
    decide_only(run);
}

void idle_join(struct run *run)
{
    if (run->has_decider)
        pthread_join(run->decider, NULL);
}

void idle_wait(struct worker *worker)
{
    struct run *run = worker->run;
    INVARIANT(!worker->kick && !ready_any(&worker->ready));
    if (spin(worker))
        return;
    pthread_mutex_lock(&run->lock);
    unsigned none = 0;
    INVARIANT(run->idle < run->workers);
    if (!atomic_compare_exchange_strong(&worker->events, &none,
                                        SCHEDULE_IDLE_IDLE)) {
        pthread_mutex_unlock(&run->lock);
        atomic_exchange(&worker->events, 0);
        return;
    }
    uint64_t busy = ++run->idle == run->workers ? distribute(run) : 0;
    pthread_mutex_unlock(&run->lock);
    for (int r = 0; busy >> r; r++)
        if (busy >> r & 1 && r != worker->index)
            idle_wake(&run->worker[r]);
    sleep_while_idle(worker);
    atomic_fetch_and(&worker->events, ~(unsigned)MESSAGE);
}

void idle_without(struct worker *worker)
{
    struct run *run = worker->run;
    for (int i = worker->low; i < worker->high; i++)
        run->processor[i].state = DONE;
    worker->live = 0;
    INVARIANT(!ready_any(&worker->ready) && !worker->sent);
    pthread_mutex_lock(&run->lock);
    atomic_store(&worker->events, SCHEDULE_IDLE_IDLE | MESSAGE);
    bool last = ++run->idle == run->workers;
    uint64_t busy = last ? distribute(run) : 0;
    pthread_mutex_unlock(&run->lock);
    for (int r = 0; busy >> r; r++)
        if (busy >> r & 1)
            idle_wake(&run->worker[r]);
}
