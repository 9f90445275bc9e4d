/* Engine `threads`: one POSIX thread per processor.
 *
 * The baton of a worker is handed over by a futex per processor. All threads of
 * a worker stay on one core: waking a thread on another core costs ten times as
 * much. */
#include "base/invariant.h"
#include "engine.h"
#include "machine/processor.h"
#include "machine/record/flush.h"
#include "machine/run.h"
#include "machine/schedule/worker.h"
#include "overflow.h"
#include "pin.h"
#include "stack.h"
#include <errno.h>
#include <linux/futex.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef PR_FUTEX_HASH
#define PR_FUTEX_HASH 78
#define PR_FUTEX_HASH_SET_SLOTS 1
#define PR_FUTEX_HASH_GET_SLOTS 2
#endif

static void threads_await(struct weft_processor *self)
{
    while (!atomic_exchange_explicit(&self->go, 0, memory_order_acquire))
        syscall(SYS_futex, &self->go, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
}

static void threads_wake(struct weft_processor *processor)
{
    unsigned before =
        atomic_exchange_explicit(&processor->go, 1, memory_order_release);
    INVARIANT(!before);
    syscall(SYS_futex, &processor->go, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void *thread_main(void *arg);

static int threads_launch(struct weft_processor *processor)
{
    struct run *run = processor->run;
    struct worker *worker = processor->worker;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stack_get(run, processor->rank),
                          run->stack);
    if (!worker->threads)
        pin_worker(worker, &attributes);
    /* The new thread holds the baton as soon as it exists: this thread must not
     * access the worker's data after creating it. */
    INVARIANT(!processor->started);
    processor->started = true;
    worker->threads++;
    int code =
        pthread_create(&processor->thread, &attributes, thread_main, processor);
    pthread_attr_destroy(&attributes);
    if (!code)
        return 0;
    processor->started = false;
    worker->threads--;
    return code;
}

/* Hand the baton over. Return 0, or an errno value. */
static int threads_give(struct weft_processor *to)
{
    if (!to->started)
        return threads_launch(to);
    threads_wake(to);
    return 0;
}

static int threads_pass(struct weft_processor *from, struct weft_processor *to)
{
    int code = threads_give(to);
    if (!code)
        threads_await(from);
    return code;
}

/* Hand the baton of a processor that is DONE to the next one, or end the
 * worker. */
static void threads_let_go(struct worker *worker)
{
    for (;;) {
        struct weft_processor *next = worker_pick(worker);
        if (!next) {
            flush_worker_ended(worker->run);
            return;
        }
        worker->switches++;
        int code = threads_give(next);
        if (!code)
            return;
        worker_refused(next, code);
    }
}

/* Cleanup handler for a program that called pthread_exit(). */
static void threads_leave(void *arg)
{
    struct weft_processor *self = arg;
    processor_left(self);
    threads_let_go(self->worker);
}

static void *thread_main(void *arg)
{
    struct weft_processor *self = arg;
    overflow_watch(self->run, self->rank, &self);
    if (self->rank == self->worker->low)
        pin_patient();
    pthread_cleanup_push(threads_leave, self);
    processor_program(self);
    pthread_cleanup_pop(0);
    threads_let_go(self->worker);
    return NULL;
}

/* Every sleeping processor has an entry in the kernel's hash table of futexes,
 * whose default size is meant for programs with fewer threads. */
static void enlarge_futex_hash(const struct run *run)
{
    unsigned long slots = 16;
    while (slots < (unsigned long)run->size)
        slots *= 2;
    int now = prctl(PR_FUTEX_HASH, PR_FUTEX_HASH_GET_SLOTS, 0, 0, 0);
    if (now >= 0 && (unsigned long)now < slots)
        prctl(PR_FUTEX_HASH, PR_FUTEX_HASH_SET_SLOTS, slots, 0, 0);
}

static int threads_open_engine(struct run *run, struct weft_error *err)
{
    enlarge_futex_hash(run);
    if (stack_open(run, err))
        return -1;
    overflow_open(run, run->size);
    return 0;
}

static void threads_close_engine(struct run *run)
{
    for (int i = 0; i < run->size; i++)
        if (run->processor[i].started)
            pthread_join(run->processor[i].thread, NULL);
    overflow_close(run);
    stack_close(run);
}

const struct engine engine_threads = {
    .info = {"threads",
             "one thread per processor (default below 4096 processors)"},
    .most = 4095, /* more would leave few threads to other programs */
    .open = threads_open_engine,
    .launch = threads_launch,
    .pass = threads_pass,
    .close = threads_close_engine,
};
