/* Linked into each copy of a program: POSIX threads may be threads of weft. */
#include "mpi/program/posix-calls.h"

#include <sched.h>

/* Weak, so that a program may define its own functions. */
#define POSIX_CALL(name, parameters, arguments)                                \
    __attribute__((weak)) int name(parameters)                                 \
    {                                                                          \
        return weft_mpi_##name(arguments, __builtin_return_address(0));        \
    }
POSIX_CALLS(POSIX_CALL)

__attribute__((weak)) pthread_t pthread_self(void)
{
    return weft_mpi_pthread_self();
}

__attribute__((weak)) void *pthread_getspecific(pthread_key_t key)
{
    return weft_mpi_pthread_getspecific(key);
}

__attribute__((weak)) int pthread_setspecific(pthread_key_t key,
                                              const void *value)
{
    return weft_mpi_pthread_setspecific(key, (uintptr_t)value);
}

__attribute__((weak)) void pthread_exit(void *result)
{
    weft_mpi_pthread_exit(result);
}

__attribute__((weak)) int sched_yield(void)
{
    return weft_mpi_sched_yield();
}
