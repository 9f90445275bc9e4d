/* Engine `fibers`: one thread per worker; each processor is a fiber with its
 * own stack on that thread, and the baton is handed over by a switch of stacks.
 * When a program returns, its fiber starts the next new processor at once: if
 * processors need not wait, one stack serves all. */
#include "fibers.h"
#include "base/invariant.h"
#include "base/sanitize.h"
#include "base/system/shadow-stack.h"
#include "base/system/thread.h"
#include "context.h"
#include "engine.h"
#include "machine/processor.h"
#include "machine/record/flush.h"
#include "machine/record/merge.h"
#include "machine/run.h"
#include "machine/schedule/worker.h"
#include "overflow.h"
#include "pin.h"
#include "stack.h"
#include <stdlib.h>

#if SANITIZE_THREAD
#include <sanitizer/tsan_interface.h>
#endif

/* A fiber, stored at the upper end of its own stack. Used only by the worker's
 * thread. */
struct fiber {
    struct weft_processor *first; /* first processor that runs on this fiber */
    const void *low;              /* lower end of the fiber's stack */
    size_t size;
    void *shadow;       /* state for the sanitizers */
    struct fiber *next; /* next fiber in the list of unused ones */
};

/* Exception state of a thread: the part of __cxa_eh_globals (Itanium C++ ABI)
 * that is used here. */
struct exceptions {
    void *caught;
    unsigned uncaught;
};
struct exceptions *__cxa_get_globals(void) __attribute__((weak));

/* State of one worker of the engine. */
struct fibers_home {
    struct fiber fiber; /* the fiber of the thread's own stack */
    void *context;      /* context in which the thread's own stack continues */
    struct fiber *unused; /* fibers of programs that have returned */
    int stacks;           /* number of stacks in use in this worker's region */
    struct weft_processor *running;
    void *resolver; /* with one thread: its context during fibers_serve() */
    /* C++ exception state of the thread; NULL: no C++ runtime */
    struct exceptions *exceptions;
    pthread_t thread;
    bool started;
};

static struct fibers_home *home_of(const struct weft_processor *processor)
{
    struct fibers_home *homes = processor->run->engine_state;
    return &homes[processor->worker->index];
}

/* ---- sanitizers -------------------------------------------------------- */

static void shadow_make(struct fiber *fiber)
{
#if SANITIZE_THREAD
    fiber->shadow = __tsan_create_fiber(0);
#else
    (void)fiber;
#endif
}

static void shadow_adopt(struct fiber *fiber)
{
#if SANITIZE_THREAD
    fiber->shadow = __tsan_get_current_fiber();
#else
    (void)fiber;
#endif
}

/* Complete a switch for the sanitizers; `from` is the previous fiber if this
 * one is new. */
static void shadow_arrive(struct fiber *self, struct fiber *from)
{
    if (shadow_stacks.finish)
        shadow_stacks.finish(self->shadow, from ? &from->low : NULL,
                             from ? &from->size : NULL);
}

/* Record that the thread is back on its own stack without a switch. */
static void shadow_left(struct fibers_home *home)
{
#if SANITIZE_THREAD
    __tsan_switch_to_fiber(home->fiber.shadow, 0);
#endif
    if (shadow_stacks.start) {
        shadow_stacks.start(NULL, home->fiber.low, home->fiber.size);
        shadow_stacks.finish(home->fiber.shadow, NULL, NULL);
    }
}

/* Switch from one fiber, whose context becomes *left, to another. */
static void fibers_go(struct fiber *from, void **left, const struct fiber *to,
                      void *context, bool forever)
{
#if SANITIZE_THREAD
    __tsan_switch_to_fiber(to->shadow, 0);
#endif
    if (shadow_stacks.start)
        shadow_stacks.start(forever ? NULL : &from->shadow, to->low, to->size);
    context_switch(left, context);
    shadow_arrive(from, NULL);
}

/* ---- fibers ------------------------------------------------------------ */

static void fiber_main(void *arg);

/* Return how far the top of a stack is shifted. Stacks are a power of two
 * apart; without a shift their tops would compete for the same cache lines. */
static size_t fibers_colour(int index)
{
    return (size_t)(index % 32) * 128;
}

static void make_fiber(struct weft_processor *processor)
{
    const struct run *run = processor->run;
    struct fibers_home *home = home_of(processor);
    struct fiber *fiber = home->unused;
    if (fiber) {
        home->unused = fiber->next;
        stack_clear(fiber->low, fiber->size);
    } else {
        int index = processor->worker->low + home->stacks++;
        INVARIANT(index < processor->worker->high);
        char *low = stack_get(run, index);
        char *top = low + run->stack - fibers_colour(index) - sizeof *fiber;
        fiber = (struct fiber *)((uintptr_t)top & ~(uintptr_t)63);
        *fiber =
            (struct fiber){.low = low, .size = (size_t)((char *)fiber - low)};
        shadow_make(fiber);
    }
    fiber->first = processor;
    processor->fiber = fiber;
    processor->context = context_make((void *)(uintptr_t)fiber->low,
                                      fiber->size, fiber_main, fiber);
}

/* Switch to the fiber of a processor, which may be new. */
static void go_to(struct fiber *from, void **left, struct weft_processor *to)
{
    if (!to->context)
        make_fiber(to);
    fibers_go(from, left, to->fiber, to->context, false);
}

static void fiber_main(void *arg)
{
    struct fiber *fiber = arg;
    struct weft_processor *self = fiber->first;
    struct fibers_home *home = home_of(self);
    struct worker *worker = self->worker;
    shadow_arrive(fiber, home->fiber.low ? NULL : &home->fiber);
    for (;;) {
        processor_program(self);
        struct weft_processor *next = worker_pick(worker);
        if (next && !next->context) {
            worker->switches++;
            next->fiber = fiber;
            home->running = self = next;
            continue;
        }
        /* No other fiber runs before this stack is left, so it can be released
         * already. */
        fiber->next = home->unused;
        home->unused = fiber;
        worker->switches += next != NULL;
        home->running = next;
        void *left;
        if (next)
            fibers_go(fiber, &left, next->fiber, next->context, true);
        else
            fibers_go(fiber, &left, &home->fiber, home->context, true);
    }
}

#define FIBERS_FETCHED                                                         \
    8 /* number of cache lines of a stack to prefetch before a switch */

/* The C++ runtime stores the exceptions that a program is handling per thread,
 * but they belong to the processor. Accessed only if there is a C++ runtime. */
static int fibers_pass(struct weft_processor *from, struct weft_processor *to)
{
    struct fibers_home *home = home_of(from);
    struct exceptions *thread = home->exceptions, own = {0};
    if (thread) {
        own = *thread;
        *thread = (struct exceptions){0};
    }
    home->running = to;
    /* stack address; 0 if the processor is new */
    uintptr_t stack = (uintptr_t)to->context;
    for (unsigned i = 0; i < FIBERS_FETCHED; i++)
        __builtin_prefetch((void *)(stack + 64 * i));
    go_to(from->fiber, &from->context, to);
    if (thread)
        *thread = own;
    return 0;
}

/* ---- workers --------------------------------------------------------------
 */

static void thread_ended(struct run *run, struct fibers_home *home)
{
#if SANITIZE_THREAD
    for (struct fiber *f = home->unused; f; f = f->next)
        __tsan_destroy_fiber(f->shadow);
#else
    (void)home;
#endif
    flush_worker_ended(run);
}

/* Cleanup handler for a program that called pthread_exit(), which unwinds to
 * the thread's own stack. The other processors of the worker still run first;
 * the abandoned stack is not used again. */
static void fibers_leave(void *arg)
{
    struct fibers_home *home = arg;
    struct weft_processor *self = home->running;
    struct worker *worker = self->worker;
    shadow_left(home);
    processor_left(self);
    struct weft_processor *next = worker_pick(worker);
    worker->switches += next != NULL;
    home->running = next;
    if (next)
        go_to(&home->fiber, &home->context, next);
    thread_ended(worker->run, home);
}

void fibers_serve(struct run *run)
{
    struct fibers_home *home = run->engine_state;
    fibers_go(home->running->fiber, &home->resolver, &home->fiber,
              home->context, false);
}

/* Serve the batches of a resolver, whose processor may be DONE, and switch back
 * to it. */
static void fibers_attend(struct run *run, struct fibers_home *home)
{
    while (home->resolver) {
        void *resolver = home->resolver;
        home->resolver = NULL;
        merge_serve_batch(run);
        fibers_go(&home->fiber, &home->context, home->running->fiber, resolver,
                  false);
    }
}

static void *worker_main(void *arg)
{
    struct weft_processor *first = arg;
    struct fibers_home *home = home_of(first);
    shadow_adopt(&home->fiber);
    home->running = first;
    home->exceptions = __cxa_get_globals ? __cxa_get_globals() : NULL;
    overflow_watch(first->run, first->worker->index, &home->running);
    pthread_cleanup_push(fibers_leave, home);
    go_to(&home->fiber, &home->context, first);
    if (WEFT_ONE_THREAD)
        fibers_attend(first->run, home);
    pthread_cleanup_pop(0);
    thread_ended(first->run, home);
    return NULL;
}

static int fibers_launch(struct weft_processor *processor)
{
    struct fibers_home *home = home_of(processor);
    home->started = true;
    processor->worker->threads++;
    if (WEFT_ONE_THREAD) {
        worker_main(processor);
        return 0;
    }
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    /* with several processes, the launcher may have bound this one */
    if (!processor->run->share)
        pin_worker(processor->worker, &attributes);
    int code =
        pthread_create(&home->thread, &attributes, worker_main, processor);
    pthread_attr_destroy(&attributes);
    if (!code)
        return 0;
    home->started = false;
    processor->worker->threads--;
    return code;
}

static int fibers_open_engine(struct run *run, struct weft_error *err)
{
    shadow_stacks_find();
    run->engine_state =
        calloc((size_t)run->workers, sizeof(struct fibers_home));
    if (!run->engine_state)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for fibers");
    if (stack_open(run, err)) {
        free(run->engine_state);
        return -1;
    }
    overflow_open(run, run->workers);
    return 0;
}

static void fibers_close_engine(struct run *run)
{
    struct fibers_home *homes = run->engine_state;
    for (int r = 0; r < run->workers && !WEFT_ONE_THREAD; r++)
        if (homes[r].started)
            pthread_join(homes[r].thread, NULL);
    free(homes);
    overflow_close(run);
    stack_close(run);
}

const struct engine engine_fibers = {
    .info =
        {"fibers",
         "one thread per worker, one stack per processor (default from 4096 "
         "processors on)"},
    .open = fibers_open_engine,
    .launch = fibers_launch,
    .pass = fibers_pass,
    .close = fibers_close_engine,
};
