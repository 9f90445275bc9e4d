/* The stacks of the processors; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_ENGINE_STACK_H
#define WEFT_SRC_MACHINE_ENGINE_STACK_H

#include <stddef.h>

struct run;
struct weft_error;

int stack_open(struct run *run, struct weft_error *err);
void stack_close(struct run *run);

/* Mark the memory as unused for AddressSanitizer. */
void stack_clear(const void *low, size_t size);

void *stack_get(const struct run *run, int index);

/* Return the number of bytes at the lower end of a stack that no program may
 * use. */
size_t stack_guard(const struct run *run);

#endif
