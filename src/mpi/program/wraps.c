/* Linked with --wrap into each instrumented copy of a program: reports accesses
 * by functions that copy, fill, compare and free memory. This is a separate
 * file because programs linked without --wrap have no __real_memcpy. */
#include "mpi/program/hook.h"

void *__real_memcpy(void *to, const void *from, size_t bytes);
void *__real_memmove(void *to, const void *from, size_t bytes);
void *__real_memset(void *to, int value, size_t bytes);
int __real_memcmp(const void *a, const void *b, size_t bytes);
void *__wrap_memcpy(void *to, const void *from, size_t bytes);
void *__wrap_memmove(void *to, const void *from, size_t bytes);
void *__wrap_memset(void *to, int value, size_t bytes);
int __wrap_memcmp(const void *a, const void *b, size_t bytes);
void __real_free(void *memory);
void *__real_realloc(void *memory, size_t bytes);
void __wrap_free(void *memory);
void *__wrap_realloc(void *memory, size_t bytes);

static void wraps_tell(const void *at, size_t bytes, int writes,
                       const void *caller)
{
    if (bytes)
        hook_tell(at, bytes, writes, caller);
}

#define WRAPS_CALLER __builtin_return_address(0)

void *__wrap_memcpy(void *to, const void *from, size_t bytes)
{
    wraps_tell(from, bytes, 0, WRAPS_CALLER);
    wraps_tell(to, bytes, 1, WRAPS_CALLER);
    return __real_memcpy(to, from, bytes);
}

void *__wrap_memmove(void *to, const void *from, size_t bytes)
{
    wraps_tell(from, bytes, 0, WRAPS_CALLER);
    wraps_tell(to, bytes, 1, WRAPS_CALLER);
    return __real_memmove(to, from, bytes);
}

void *__wrap_memset(void *to, int value, size_t bytes)
{
    wraps_tell(to, bytes, 1, WRAPS_CALLER);
    return __real_memset(to, value, bytes);
}

int __wrap_memcmp(const void *a, const void *b, size_t bytes)
{
    wraps_tell(a, bytes, 0, WRAPS_CALLER);
    wraps_tell(b, bytes, 0, WRAPS_CALLER);
    return __real_memcmp(a, b, bytes);
}

void __wrap_free(void *memory)
{
    hook_tell_free(memory, WRAPS_CALLER);
    __real_free(memory);
}

void *__wrap_realloc(void *memory, size_t bytes)
{
    hook_tell_free(memory, WRAPS_CALLER);
    return __real_realloc(memory, bytes);
}
