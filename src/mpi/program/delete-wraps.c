/* Linked with --wrap into each instrumented copy of a C++ program: reports
 * memory that `delete` frees. This is a separate file because programs of C
 * have no
 * __real__ZdlPv. */
#include "mpi/process.h"

#include <malloc.h>

extern struct weft_mpi_hook weft_mpi_hook
    __attribute__((visibility("protected")));

static void delete_tell(void *memory, const void *caller)
{
    size_t bytes = weft_mpi_hook.touch ? malloc_usable_size(memory) : 0;
    if (bytes)
        weft_mpi_hook.touch(weft_mpi_hook.arg, memory, bytes, WEFT_MPI_FREES,
                            caller);
}

#define DELETE(name)                                                           \
    void __real_##name(void *memory);                                          \
    void __wrap_##name(void *memory);                                          \
    void __wrap_##name(void *memory)                                           \
    {                                                                          \
        delete_tell(memory, __builtin_return_address(0));                      \
        __real_##name(memory);                                                 \
    }
#define DELETE_SIZED(name)                                                     \
    void __real_##name(void *memory, size_t size);                             \
    void __wrap_##name(void *memory, size_t size);                             \
    void __wrap_##name(void *memory, size_t size)                              \
    {                                                                          \
        delete_tell(memory, __builtin_return_address(0));                      \
        __real_##name(memory, size);                                           \
    }

DELETE(_ZdlPv)
DELETE(_ZdaPv)
DELETE_SIZED(_ZdlPvm)
DELETE_SIZED(_ZdaPvm)
