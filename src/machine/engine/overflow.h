/* Stack overflows of programs; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_ENGINE_OVERFLOW_H
#define WEFT_SRC_MACHINE_ENGINE_OVERFLOW_H

#include <stdbool.h>
#include <stdint.h>

/* Format of the message; arguments: rank, size of the stack in bytes. */
#define OVERFLOW_TEXT                                                          \
    "processor %d: stack overflow (%zu bytes); raise weft_machine.stack or "   \
    "--stack"

struct run;
struct weft_processor;

/* Install the handling for `threads` threads. If memory or permission is
 * missing, overflows end the process as usual. */
void overflow_open(struct run *run, int threads);
void overflow_close(struct run *run);

/* Register the calling thread under `index`; *running is always the processor
 * that it currently runs. */
void overflow_watch(struct run *run, int index,
                    struct weft_processor *const *running);

/* Return the processor that this thread runs, or NULL. Async-signal-safe. */
const struct weft_processor *overflow_running(void);

/* Return the lowest address to which the caller may use its stack, so that
 * enough is left for the machine itself. */
uintptr_t overflow_reserve(const struct run *run);

/* Return whether an address is on the stack of a processor. Programs may also
 * call the machine on stacks of their own. */
bool overflow_is_stack(const struct run *run, const void *address);

/* End the program of this processor, whose stack has overflowed. */
_Noreturn void overflow_end(struct weft_processor *self);

#ifdef __wasm__
/* Return the message to print if the running program may have recursed too
 * deeply, or NULL if no program is running. Called from outside after a trap.
 */
const char *overflow_text(void);
#endif

#endif
