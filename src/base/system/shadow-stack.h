/* Switches of stacks, for AddressSanitizer, which must know where the stack of
 * a thread is. It may be in a process whose weft was compiled without it: an
 * MPI program brings it along.
 *
 * Defined in the header because the runtime of MPI programs is part of the
 * executable, which cannot use internal functions of the library. */
#ifndef WEFT_SRC_BASE_SYSTEM_SHADOW_STACK_H
#define WEFT_SRC_BASE_SYSTEM_SHADOW_STACK_H

#include "base/system/thread.h"
#include <stddef.h>
#if !WEFT_ONE_THREAD
#include <dlfcn.h>
#include <pthread.h>
#endif

/* Functions of AddressSanitizer; all NULL without it. */
struct shadow_stacks {
    /* Begin a switch from the current stack, whose state becomes *state (NULL:
     * the stack is left forever). */
    void (*start)(void **state, const void *low, size_t size);
    /* Complete a switch on the new stack; *low and *size describe the previous
     * one. */
    void (*finish)(void *state, const void **low, size_t *size);
    /* Forget frames that a jump has left behind. */
    void (*clear)(const volatile void *low, size_t size);
};

/* Those of this process; set by shadow_stacks_find(), read-only afterwards. */
static struct shadow_stacks shadow_stacks;

#if !WEFT_ONE_THREAD
static inline void shadow_stacks_search(void)
{
    *(void **)&shadow_stacks.clear =
        dlsym(RTLD_DEFAULT, "__asan_unpoison_memory_region");
    if (!shadow_stacks.clear)
        return;
    *(void **)&shadow_stacks.start =
        dlsym(RTLD_DEFAULT, "__sanitizer_start_switch_fiber");
    *(void **)&shadow_stacks.finish =
        dlsym(RTLD_DEFAULT, "__sanitizer_finish_switch_fiber");
}
#endif

/* Find the functions once. Each file that includes this header calls it before
 * it uses them. Thread-safe. */
static inline void shadow_stacks_find(void)
{
#if !WEFT_ONE_THREAD
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, shadow_stacks_search);
#endif
}

#endif
