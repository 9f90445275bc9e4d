/* Switching stacks within one thread; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_ENGINE_CONTEXT_H
#define WEFT_SRC_MACHINE_ENGINE_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>

/* In WebAssembly programs cannot access their stack: functions that are left
 * save their locals in this many bytes of the stack given below. */
#ifdef __wasm__
#define CONTEXT_SAVED(size) (64 + ((size) / 4 > 4096 ? (size) / 4 : 4096))
#endif

/* Use assembly where it is available; WEFT_UCONTEXT forbids it. */
#if (defined(__x86_64__) || defined(__aarch64__)) && !defined(WEFT_UCONTEXT)
#define CONTEXT_BY_HAND 1
#else
#define CONTEXT_BY_HAND 0
#endif

/* Create a context that will call entry(arg) on the stack [low, low + size).
 * The entry must never return. A context that is not running is identified by
 * an address on its stack. */
void *context_make(void *low, size_t size, void (*entry)(void *arg), void *arg);

/* Continue in the context `to`; *from becomes the one that is left. */
void context_switch(void **from, void *to);

/* Return whether the running program has exceeded the lower end of its stack.
 * Used only if there is no guard page below it. */
#ifdef __wasm__
bool context_is_broken(void);
#else
#define context_is_broken() false
#endif

#endif
