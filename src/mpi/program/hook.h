/* Calls of the hook of a copy of a program (weft_mpi_hook); private to
 * src/mpi/program. */
#ifndef WEFT_SRC_MPI_PROGRAM_HOOK_H
#define WEFT_SRC_MPI_PROGRAM_HOOK_H

#include "mpi/process.h"

#include <malloc.h>
#include <stddef.h>

extern struct weft_mpi_hook weft_mpi_hook
    __attribute__((visibility("protected")));

/* Report an access; without a callback this costs one test. */
static inline __attribute__((always_inline)) void
hook_tell(const volatile void *at, size_t bytes, int writes, const void *caller)
{
    if (__builtin_expect(weft_mpi_hook.touch != NULL, 0))
        weft_mpi_hook.touch(weft_mpi_hook.arg, (const void *)at, bytes, writes,
                            caller);
}

/* Report that a block of the heap is freed. */
static inline void hook_tell_free(void *memory, const void *caller)
{
    size_t bytes = weft_mpi_hook.touch ? malloc_usable_size(memory) : 0;
    if (bytes)
        hook_tell(memory, bytes, WEFT_MPI_FREES, caller);
}

#endif
