/* Engine `threads`: one POSIX thread per processor. The baton goes from hand
 * to hand by a futex of its own for each processor. */
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <machine/run.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static void await(struct weft_processor *self)
{
    while (!atomic_exchange_explicit(&self->go, 0, memory_order_acquire))
        syscall(SYS_futex, &self->go, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
}

static void wake(struct weft_processor *processor)
{
    atomic_store_explicit(&processor->go, 1, memory_order_release);
    syscall(SYS_futex, &processor->go, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void *thread_main(void *arg)
{
    struct weft_processor *self = arg;
    ring_program(self);
    ring_leave(self);
    return NULL;
}

static int launch(struct weft_processor *processor)
{
    struct run *run = processor->run;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, run->stack);
    /* The new thread holds the baton from its first moment on: nothing of the
     * ring may be touched after it is made. */
    processor->started = true;
    processor->ring->threads++;
    int code = pthread_create(&processor->thread, &attributes, thread_main,
                              processor);
    pthread_attr_destroy(&attributes);
    if (!code)
        return 0;
    processor->started = false;
    processor->ring->threads--;
    return code;
}

static int pass(struct weft_processor *from, struct weft_processor *to)
{
    bool leaves = from->state == DONE;
    if (to->started) {
        wake(to);
    } else {
        int code = launch(to);
        if (code) {
            quiet_fail(from->run, EAGAIN, "no more threads");
            return code;
        }
    }
    if (!leaves)
        await(from);
    return 0;
}

static int open_engine(struct run *run, struct weft_error *err)
{
    (void)run;
    (void)err;
    return 0;
}

static void close_engine(struct run *run)
{
    for (int i = 0; i < run->size; i++)
        if (run->processor[i].started)
            pthread_join(run->processor[i].thread, NULL);
}

const struct engine engine_threads = {
    .info = {"threads", "one thread per processor"},
    .open = open_engine,
    .launch = launch,
    .pass = pass,
    .close = close_engine,
};
