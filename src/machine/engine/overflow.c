/* Stack overflows. Below each stack is a guard page (stack.c). An access to it
 * calls a handler of SIGSEGV on a separate stack, which leaves the program with
 * longjmp() to the processor's frame at the upper end of its stack, which is
 * intact. The run then ends as with any other failure.
 *
 * The handler is global: it is installed while any machine runs, and passes all
 * other faults to the previous handler. It is not used under AddressSanitizer
 * and ThreadSanitizer, which have their own. */
#include "overflow.h"
#include "base/sanitize.h"
#include "base/system/thread.h"
#include "machine/processor.h"
#include "machine/run.h"
#include "stack.h"
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __wasm__ /* WebAssembly has no signals */
#define WATCHES false
#else
#define WATCHES (!SANITIZE_ADDRESS && !SANITIZE_THREAD)
#endif

/* stack space in bytes that the machine needs when a program waits */
#define RESERVE 4096

static struct {
    /* guards the other members, except that the handler reads `before` without
     * it */
    pthread_mutex_t lock;
    int machines; /* number of machines that are running */
    struct sigaction before;
} handling = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local struct weft_processor *const *watched;

/* Return the distance of an address from the lower end of its stack; SIZE_MAX:
 * on no stack. */
static size_t height(const struct run *run, const void *address)
{
    uintptr_t at = (uintptr_t)address, low = (uintptr_t)run->stacks;
    if (!low || at < low || at - low >= run->stack * (size_t)run->size)
        return SIZE_MAX;
    return (at - low) % run->stack;
}

_Noreturn void overflow_end(struct weft_processor *self)
{
    self->overflowed = true;
    _longjmp(*self->escape, 1);
}

uintptr_t overflow_reserve(const struct run *run)
{
    const void *here = __builtin_frame_address(0);
    return (uintptr_t)here - height(run, here) + stack_guard(run) + RESERVE;
}

bool overflow_is_stack(const struct run *run, const void *address)
{
#ifdef __wasm__ /* no guard page stops an overflow at the end of the stack */
    return run && address;
#else
    return height(run, address) != SIZE_MAX;
#endif
}

/* Handle the signal as if this handler were not installed. */
static void overflow_pass_on(int number, siginfo_t *info, void *context)
{
    const struct sigaction *before = &handling.before;
    if (before->sa_flags & SA_SIGINFO) {
        before->sa_sigaction(number, info, context);
    } else if (before->sa_handler != SIG_DFL && before->sa_handler != SIG_IGN) {
        before->sa_handler(number);
    } else {
        sigaction(number, before, NULL);
        if (info->si_code <= 0) /* a signal sent by a process will not recur */
            raise(number);
    }
}

static void overflow_on_fault(int number, siginfo_t *info, void *context)
{
    struct weft_processor *self = watched ? *watched : NULL;
    if (self && self->escape && info->si_code > 0 &&
        height(self->run, info->si_addr) < stack_guard(self->run))
        overflow_end(self);
    overflow_pass_on(number, info, context);
}

const struct weft_processor *overflow_running(void)
{
    return watched ? *watched : NULL;
}

int weft_running(void)
{
    const struct weft_processor *self = overflow_running();
    return self ? self->rank : -1;
}

static void install(void)
{
    struct sigaction action = {.sa_sigaction = overflow_on_fault,
                               .sa_flags =
                                   SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    pthread_mutex_lock(&handling.lock);
    if (!handling.machines++)
        sigaction(SIGSEGV, &action, &handling.before);
    pthread_mutex_unlock(&handling.lock);
}

/* Restore the previous handler, unless another one has been installed since. */
static void uninstall(void)
{
    struct sigaction now;
    pthread_mutex_lock(&handling.lock);
    if (!--handling.machines && !sigaction(SIGSEGV, NULL, &now) &&
        now.sa_flags & SA_SIGINFO && now.sa_sigaction == overflow_on_fault)
        sigaction(SIGSEGV, &handling.before, NULL);
    pthread_mutex_unlock(&handling.lock);
}

static size_t alternate_size(void)
{
    long least = sysconf(_SC_SIGSTKSZ);
    return least > 16384 ? (size_t)least : 16384;
}

void overflow_open(struct run *run, int threads)
{
    if (!WATCHES)
        return;
    run->alternates_size = alternate_size() * (size_t)threads;
    run->alternates = mmap(NULL, run->alternates_size, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (run->alternates == MAP_FAILED)
        run->alternates = NULL;
    else
        install();
}

void overflow_close(struct run *run)
{
    watched = NULL; /* the caller's thread may have run processors itself */
    if (!run->alternates)
        return;
    uninstall();
    munmap(run->alternates, run->alternates_size);
    run->alternates = NULL;
}

void overflow_watch(struct run *run, int index,
                    struct weft_processor *const *running)
{
    watched = running;
    if (!run->alternates)
        return;
    stack_t stack = {.ss_size = alternate_size()};
    stack.ss_sp = (char *)run->alternates + stack.ss_size * (size_t)index;
    sigaltstack(&stack, NULL);
}

#ifdef __wasm__
const char *overflow_text(void)
{
    static char text[200];
    const struct weft_processor *self = overflow_running();
    if (!self)
        return NULL;
    snprintf(text, sizeof text, OVERFLOW_TEXT, self->rank, self->run->stack);
    return text;
}
#endif
