/* Linked with --wrap into each copy of a program that is instrumented for
 * AddressSanitizer: reports loads and stores before the runtime checks them.
 * This is a separate file because other programs have no __real___asan_load4.
 */
#include "mpi/program/hook.h"

#define SANITIZED_ACCESS(name, bytes, writes)                                  \
    void __real___asan_##name##bytes(const void *at);                          \
    void __wrap___asan_##name##bytes(const void *at);                          \
    void __wrap___asan_##name##bytes(const void *at)                           \
    {                                                                          \
        hook_tell(at, bytes, writes, __builtin_return_address(0));             \
        __real___asan_##name##bytes(at);                                       \
    }
#define SANITIZED_ACCESSES(name, writes)                                       \
    SANITIZED_ACCESS(name, 1, writes)                                          \
    SANITIZED_ACCESS(name, 2, writes)                                          \
    SANITIZED_ACCESS(name, 4, writes)                                          \
    SANITIZED_ACCESS(name, 8, writes)                                          \
    SANITIZED_ACCESS(name, 16, writes)                                         \
    void __real___asan_##name##N(const void *at, size_t bytes);                \
    void __wrap___asan_##name##N(const void *at, size_t bytes);                \
    void __wrap___asan_##name##N(const void *at, size_t bytes)                 \
    {                                                                          \
        hook_tell(at, bytes, writes, __builtin_return_address(0));             \
        __real___asan_##name##N(at, bytes);                                    \
    }

SANITIZED_ACCESSES(load, WEFT_MPI_READS)
SANITIZED_ACCESSES(store, WEFT_MPI_WRITES)
