/* Stacks: one region of memory for all, to limit the number of mappings. The
 * lowest page of each stack is a guard page: one that does not split the
 * mapping if the kernel supports this, else, for as many stacks as the limit on
 * mappings allows, one that does. Unused stacks take no memory. */
#include "stack.h"
#include "base/invariant.h"
#include "base/system/shadow-stack.h"
#include "context.h"
#include "machine/run.h"
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102
#endif

/* Half of the usual limit vm.max_map_count, at two mappings each. */
#define SPLIT_MAX 16000

#ifdef __wasm__ /* WebAssembly has no memory protection */

#define STACK_PAGE ((size_t)4096)

size_t stack_guard(const struct run *run)
{
    return CONTEXT_SAVED(run->stack); /* including the canary */
}

int stack_open(struct run *run, struct weft_error *err)
{
    if (run->stack < 4 * STACK_PAGE)
        run->stack = 4 * STACK_PAGE;
    run->stack = (run->stack + STACK_PAGE - 1) / STACK_PAGE * STACK_PAGE;
    run->stacks =
        run->stack <= SIZE_MAX / (size_t)run->size
            ? aligned_alloc(STACK_PAGE, run->stack * (size_t)run->size)
            : NULL;
    if (!run->stacks)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no address space for %d stacks of %zu bytes",
                              run->size, run->stack);
    return 0;
}

void stack_close(struct run *run)
{
    free(run->stacks);
    run->stacks = NULL;
}

void stack_clear(const void *low, size_t size)
{
    (void)low;
    (void)size;
}

void *stack_get(const struct run *run, int index)
{
    INVARIANT(index >= 0 && index < run->size);
    return (char *)run->stacks + run->stack * (size_t)index;
}

#else

size_t stack_guard(const struct run *run)
{
    (void)run;
    return (size_t)sysconf(_SC_PAGESIZE);
}

int stack_open(struct run *run, struct weft_error *err)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (run->stack < 4 * page)
        run->stack = 4 * page;
    run->stack = (run->stack + page - 1) / page * page;
    run->stacks =
        mmap(NULL, run->stack * (size_t)run->size, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (run->stacks == MAP_FAILED) {
        run->stacks = NULL;
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no address space for %d stacks of %zu bytes",
                              run->size, run->stack);
    }
    madvise(run->stacks, run->stack * (size_t)run->size, MADV_NOHUGEPAGE);
    run->split = run->size <= SPLIT_MAX &&
                 madvise(run->stacks, page, MADV_GUARD_INSTALL) != 0;
    return 0;
}

void stack_close(struct run *run)
{
    if (run->stacks)
        munmap(run->stacks, run->stack * (size_t)run->size);
    run->stacks = NULL;
}

void stack_clear(const void *low, size_t size)
{
    shadow_stacks_find();
    if (shadow_stacks.clear)
        shadow_stacks.clear(low, size);
}

void *stack_get(const struct run *run, int index)
{
    INVARIANT(index >= 0 && index < run->size);
    char *stack = (char *)run->stacks + run->stack * (size_t)index;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (run->split)
        mprotect(stack, page, PROT_NONE);
    else
        madvise(stack, page, MADV_GUARD_INSTALL);
    stack_clear(stack, run->stack);
    return stack;
}

#endif
