/* Linked with --wrap into each instrumented copy of a C++ program: reports
 * memory that `delete` frees. This is a separate file because programs of C
 * have no __real__ZdlPv. */
#include "mpi/program/hook.h"

#define DELETE(name)                                                           \
    void __real_##name(void *memory);                                          \
    void __wrap_##name(void *memory);                                          \
    void __wrap_##name(void *memory)                                           \
    {                                                                          \
        hook_tell_free(memory, __builtin_return_address(0));                   \
        __real_##name(memory);                                                 \
    }
#define DELETE_SIZED(name)                                                     \
    void __real_##name(void *memory, size_t size);                             \
    void __wrap_##name(void *memory, size_t size);                             \
    void __wrap_##name(void *memory, size_t size)                              \
    {                                                                          \
        hook_tell_free(memory, __builtin_return_address(0));                   \
        __real_##name(memory, size);                                           \
    }

DELETE(_ZdlPv)
DELETE(_ZdaPv)
DELETE_SIZED(_ZdlPvm)
DELETE_SIZED(_ZdaPvm)
