/* Linked into each copy of a program: callbacks for its loads and stores.
 *
 * weft-mpicc compiles with -fsanitize=thread, so that the compiler inserts a
 * call before each access to memory that others might reach, but does not link
 * ThreadSanitizer: this file implements the calls. Without a registered
 * callback a call costs one test. Atomic operations are calls, too, and are
 * executed here.
 *
 * The names are those of the compilers' interface. */
#include "mpi/program/hook.h"
#include <stdbool.h>
#include <string.h>

__attribute__((visibility("protected"))) struct weft_mpi_hook weft_mpi_hook;

#define INLINE static inline __attribute__((always_inline))

#define HOOKS_CALLER __builtin_return_address(0)

#define FUNCTION(type, name, ...)                                              \
    type name(__VA_ARGS__);                                                    \
    type name(__VA_ARGS__)

/* ---- loads and stores -----------------------------------------------------
 */

#define ACCESS(name, bytes, writes)                                            \
    FUNCTION(void, __tsan_##name##bytes, void *at)                             \
    {                                                                          \
        hook_tell(at, bytes, writes, HOOKS_CALLER);                            \
    }
#define ACCESSES(name, writes)                                                 \
    ACCESS(name, 1, writes)                                                    \
    ACCESS(name, 2, writes)                                                    \
    ACCESS(name, 4, writes)                                                    \
    ACCESS(name, 8, writes)                                                    \
    ACCESS(name, 16, writes)

ACCESSES(read, 0)
ACCESSES(write, 1)
ACCESSES(read_write, 1)
ACCESSES(unaligned_read, 0)
ACCESSES(unaligned_write, 1)
ACCESSES(unaligned_read_write, 1)
ACCESSES(volatile_read, 0)
ACCESSES(volatile_write, 1)
ACCESSES(unaligned_volatile_read, 0)
ACCESSES(unaligned_volatile_write, 1)

FUNCTION(void, __tsan_read_range, void *at, size_t bytes)
{
    hook_tell(at, bytes, 0, HOOKS_CALLER);
}
FUNCTION(void, __tsan_write_range, void *at, size_t bytes)
{
    hook_tell(at, bytes, 1, HOOKS_CALLER);
}
FUNCTION(void, __tsan_vptr_read, void **at)
{
    hook_tell(at, sizeof *at, 0, HOOKS_CALLER);
}
FUNCTION(void, __tsan_vptr_update, void **at, void *value)
{
    if (*at != value)
        hook_tell(at, sizeof *at, 1, HOOKS_CALLER);
}
FUNCTION(void, __tsan_init, void)
{
}
FUNCTION(void, __tsan_func_entry, void *caller)
{
    (void)caller;
}
FUNCTION(void, __tsan_func_exit, void)
{
}
FUNCTION(void, __tsan_ignore_thread_begin, void)
{
}
FUNCTION(void, __tsan_ignore_thread_end, void)
{
}

/* ---- memory as a whole ----------------------------------------------------
 */

INLINE void tell_copy(const void *to, const void *from, size_t bytes,
                      const void *caller)
{
    if (bytes) {
        hook_tell(from, bytes, 0, caller);
        hook_tell(to, bytes, 1, caller);
    }
}

#define COPY(name, real)                                                       \
    FUNCTION(void *, name, void *to, const void *from, size_t bytes)           \
    {                                                                          \
        tell_copy(to, from, bytes, HOOKS_CALLER);                              \
        return real(to, from, bytes);                                          \
    }
COPY(__tsan_memcpy, memcpy)
COPY(__tsan_memmove, memmove)
FUNCTION(void *, __tsan_memset, void *to, int value, size_t bytes)
{
    if (bytes)
        hook_tell(to, bytes, 1, HOOKS_CALLER);
    return memset(to, value, bytes);
}

/* ---- atomic operations ----------------------------------------------------
 */

/* The program never demands a stronger memory order. */
#define HOOKS_ORDER __ATOMIC_SEQ_CST

enum {
    ATOMIC_READS = WEFT_MPI_READS | WEFT_MPI_ATOMIC,
    ATOMIC_WRITES = WEFT_MPI_WRITES | WEFT_MPI_ATOMIC
};

#define FETCH(bits, type, operation)                                           \
    FUNCTION(type, __tsan_atomic##bits##_fetch_##operation, volatile type *at, \
             type value, int order)                                            \
    {                                                                          \
        (void)order;                                                           \
        hook_tell(at, sizeof *at, ATOMIC_WRITES, HOOKS_CALLER);                \
        return __atomic_fetch_##operation(at, value, HOOKS_ORDER);             \
    }

#define SWAP(bits, type, kind)                                                 \
    FUNCTION(int, __tsan_atomic##bits##_compare_exchange_##kind,               \
             volatile type *at, type *expected, type value, int good, int bad) \
    {                                                                          \
        (void)good;                                                            \
        (void)bad;                                                             \
        hook_tell(at, sizeof *at, ATOMIC_WRITES, HOOKS_CALLER);                \
        return __atomic_compare_exchange_n(at, expected, value, false,         \
                                           HOOKS_ORDER, HOOKS_ORDER);          \
    }

#define ATOMIC(bits, type)                                                     \
    FUNCTION(type, __tsan_atomic##bits##_load, const volatile type *at,        \
             int order)                                                        \
    {                                                                          \
        (void)order;                                                           \
        hook_tell(at, sizeof *at, ATOMIC_READS, HOOKS_CALLER);                 \
        return __atomic_load_n(at, HOOKS_ORDER);                               \
    }                                                                          \
    FUNCTION(void, __tsan_atomic##bits##_store, volatile type *at, type value, \
             int order)                                                        \
    {                                                                          \
        (void)order;                                                           \
        hook_tell(at, sizeof *at, ATOMIC_WRITES, HOOKS_CALLER);                \
        __atomic_store_n(at, value, HOOKS_ORDER);                              \
    }                                                                          \
    FUNCTION(type, __tsan_atomic##bits##_exchange, volatile type *at,          \
             type value, int order)                                            \
    {                                                                          \
        (void)order;                                                           \
        hook_tell(at, sizeof *at, ATOMIC_WRITES, HOOKS_CALLER);                \
        return __atomic_exchange_n(at, value, HOOKS_ORDER);                    \
    }                                                                          \
    FETCH(bits, type, add)                                                     \
    FETCH(bits, type, sub)                                                     \
    FETCH(bits, type, and)                                                     \
    FETCH(bits, type, or)                                                      \
    FETCH(bits, type, xor)                                                     \
    FETCH(bits, type, nand)                                                    \
    SWAP(bits, type, strong)                                                   \
    SWAP(bits, type, weak)                                                     \
    FUNCTION(type, __tsan_atomic##bits##_compare_exchange_val,                 \
             volatile type *at, type expected, type value, int good, int bad)  \
    {                                                                          \
        (void)good;                                                            \
        (void)bad;                                                             \
        hook_tell(at, sizeof *at, ATOMIC_WRITES, HOOKS_CALLER);                \
        __atomic_compare_exchange_n(at, &expected, value, false, HOOKS_ORDER,  \
                                    HOOKS_ORDER);                              \
        return expected;                                                       \
    }

ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)

FUNCTION(void, __tsan_atomic_thread_fence, int order)
{
    (void)order;
    hook_tell(NULL, 0, ATOMIC_READS, HOOKS_CALLER);
    __atomic_thread_fence(HOOKS_ORDER);
}
FUNCTION(void, __tsan_atomic_signal_fence, int order)
{
    (void)order;
    __atomic_signal_fence(HOOKS_ORDER);
}
