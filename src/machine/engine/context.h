/* Switching stacks inside one thread; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_ENGINE_CONTEXT_H
#define WEFT_SRC_MACHINE_ENGINE_CONTEXT_H

#include <stddef.h>

/* By hand where somebody has written it; WEFT_UCONTEXT forbids that. */
#if (defined(__x86_64__) || defined(__aarch64__)) && !defined(WEFT_UCONTEXT)
#define CONTEXT_BY_HAND 1
#else
#define CONTEXT_BY_HAND 0
#endif

/* A context that does not run is known by an address on its stack.
 *
 * One that will call entry(arg) on the stack [low, low + size). The entry
 * never returns. */
void *context_make(void *low, size_t size, void (*entry)(void *arg), void *arg);

/* Go on in the context `to`; *from becomes the one that is left. */
void context_switch(void **from, void *to);

#endif
