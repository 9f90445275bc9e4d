/* Programs that need more stack than there is; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_ENGINE_OVERFLOW_H
#define WEFT_SRC_MACHINE_ENGINE_OVERFLOW_H

#include <stdint.h>

struct run;
struct weft_processor;

/* Get ready for so many threads: without memory or permission, overflows end
 * the process as ever. */
void overflow_open(struct run *run, int threads);
void overflow_close(struct run *run);

/* This thread, the index-th, runs the processor *running. */
void overflow_watch(struct run *run, int index,
                    struct weft_processor *const *running);

/* The processor that this thread runs; NULL: none. Async-signal-safe. */
const struct weft_processor *overflow_running(void);

/* To what address the caller's stack may be used, so that the machine itself
 * can do with what is left. */
uintptr_t overflow_reserve(const struct run *run);

/* End the program of this processor, whose stack does not suffice. */
_Noreturn void overflow_end(struct weft_processor *self);

#endif
