/* Switching stacks inside one thread; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_ENGINE_CONTEXT_H
#define WEFT_SRC_MACHINE_ENGINE_CONTEXT_H

#include <stddef.h>

/* By hand where somebody has written it; WEFT_UCONTEXT forbids that. */
#if (defined(__x86_64__) || defined(__aarch64__)) && !defined(WEFT_UCONTEXT)
#define CONTEXT_BY_HAND 1
#else
#define CONTEXT_BY_HAND 0
#include <ucontext.h>
#endif

struct context {
#if CONTEXT_BY_HAND
    void *stack; /* pointer of a context that does not run */
#else
    ucontext_t ucontext;
    void (*entry)(void *arg);
    void *arg;
#endif
};

/* A context that will call entry(arg) on the stack [low, low + size). The
 * entry never returns. */
void context_make(struct context *context, void *low, size_t size,
                  void (*entry)(void *arg), void *arg);

/* Save this context in `from`, go on in `to`. */
void context_switch(struct context *from, struct context *to);

#endif
