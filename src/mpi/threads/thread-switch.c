/* Switching between the threads of a rank. */
#include "base/system/shadow-stack.h"
#include "mpi/load.h"
#include "mpi/threads/rank-threads.h"
#include "mpi/world.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* ---- thread-local variables -----------------------------------------------
 */

static void locals_save(struct threads *threads, struct thread *thread)
{
    char *to = thread->locals;
    if (!to)
        to = thread->locals = malloc(threads->local_bytes + 1);
    for (int i = 0; to && i < threads->locals; i++) {
        memcpy(to, threads->local[i].at, threads->local[i].bytes);
        to += threads->local[i].bytes;
    }
}

static void locals_restore(const struct threads *threads,
                           const struct thread *thread)
{
    const char *from = thread->locals;
    for (int i = 0; i < threads->locals; i++) {
        const struct thread_locals *local = &threads->local[i];
        if (from) {
            memcpy(local->at, from, local->bytes);
            from += local->bytes;
        } else {
            memcpy(local->at, local->image, local->filled);
            memset(local->at + local->filled, 0, local->bytes - local->filled);
        }
    }
}

/* ---- switching ------------------------------------------------------------
 */

/* Complete a switch for AddressSanitizer: on the stack of `self`, coming from
 * another thread, whose stack is then known. */
static void thread_arrive(const struct thread *self, struct thread *from)
{
    if (shadow_stacks.finish)
        shadow_stacks.finish(self->shadow, &from->low, &from->size);
}

void threads_arrived(struct rank *rank)
{
    const struct threads *threads = rank->threads;
    thread_arrive(threads->running, threads->left);
}

void threads_switch(struct rank *rank, struct thread *to)
{
    struct threads *threads = rank->threads;
    struct thread *from = threads->running;
    if (to == from)
        return;
    from->function = rank->function;
    from->caller = rank->caller;
    from->error = errno;
    locals_save(threads, from);
    locals_restore(threads, to);
    rank->function = to->function;
    rank->caller = to->caller;
    threads->running = to;
    threads->left = from;
    if (shadow_stacks.start)
        shadow_stacks.start(&from->shadow, to->low, to->size);
    swapcontext(&from->context, &to->context);
    thread_arrive(from, threads->left);
    errno = from->error;
    if (threads->leaving)
        longjmp(*rank->end, threads->leaving);
}

void threads_leave(struct rank *rank, int code)
{
    struct threads *threads = rank->threads;
    if (threads && threads->running != threads->thread[0]) {
        const char *function = rank->function;
        const void *caller = rank->caller;
        threads->leaving = code;
        threads->thread[0]->function = function; /* for reports of its end */
        threads->thread[0]->caller = caller;
        threads_switch(rank, threads->thread[0]);
    }
    longjmp(*rank->end, code);
}

bool threads_prepare(struct thread *thread, void (*begin)(void))
{
    size_t size = thread->rank->world->stack, page = 65536;
    if (!thread->stack) {
        void *stack = mmap(
            NULL, size + page, PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
        if (stack == MAP_FAILED || mprotect(stack, page, PROT_NONE))
            return false;
        thread->stack = stack;
    }
    if (getcontext(&thread->context))
        return false;
    shadow_stacks_find();
    thread->shadow = NULL;
    thread->low = thread->stack + page;
    thread->size = size;
    thread->context.uc_stack.ss_sp = thread->stack + page;
    thread->context.uc_stack.ss_size = size;
    thread->context.uc_link = NULL;
    makecontext(&thread->context, begin, 0);
    return true;
}

void threads_close(struct rank *rank)
{
    struct threads *threads = rank->threads;
    for (int i = 0; threads && i < threads->count; i++) {
        struct thread *thread = threads->thread[i];
        if (thread->stack)
            munmap(thread->stack, rank->world->stack + 65536);
        free(thread->locals);
    }
    rank->threads = NULL; /* its memory is the rank's */
}
