/* Linked with --wrap into each copy of a program that is instrumented for
 * AddressSanitizer: reports loads and stores, and then checks them as the
 * functions of the runtime would, but reports errors as the inline checks of
 * the compiler do (guard/heap-errors.c). This is a separate file because other
 * programs have no runtime. */
#include "mpi/program/hook.h"

const void *__asan_region_is_poisoned(const void *low, size_t bytes);

#define SANITIZED_ACCESS(name, bytes, writes)                                  \
    void __asan_report_##name##bytes(const void *at);                          \
    void __wrap___asan_##name##bytes(const void *at);                          \
    void __wrap___asan_##name##bytes(const void *at)                           \
    {                                                                          \
        hook_tell(at, bytes, writes, __builtin_return_address(0));             \
        if (__builtin_expect(__asan_region_is_poisoned(at, bytes) != NULL, 0)) \
            __asan_report_##name##bytes(at);                                   \
    }
#define SANITIZED_ACCESSES(name, writes)                                       \
    SANITIZED_ACCESS(name, 1, writes)                                          \
    SANITIZED_ACCESS(name, 2, writes)                                          \
    SANITIZED_ACCESS(name, 4, writes)                                          \
    SANITIZED_ACCESS(name, 8, writes)                                          \
    SANITIZED_ACCESS(name, 16, writes)                                         \
    void __asan_report_##name##_n(const void *at, size_t bytes);               \
    void __wrap___asan_##name##N(const void *at, size_t bytes);                \
    void __wrap___asan_##name##N(const void *at, size_t bytes)                 \
    {                                                                          \
        hook_tell(at, bytes, writes, __builtin_return_address(0));             \
        if (__builtin_expect(__asan_region_is_poisoned(at, bytes) != NULL, 0)) \
            __asan_report_##name##_n(at, bytes);                               \
    }

SANITIZED_ACCESSES(load, WEFT_MPI_READS)
SANITIZED_ACCESSES(store, WEFT_MPI_WRITES)
