/* Functions of the C library that private libraries call.
 *
 * The executable defines them, so the dynamic linker finds these first. A
 * private library of a rank reaches the function of the rank's program
 * (program/libc.c, program/rank-time.c), so that a rank has one state and one
 * clock; all other callers reach the C library. */
#include "mpi/load.h"
#include "mpi/rank.h"
#include "mpi/world.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

/* Return the function that a caller has to reach. `next` keeps that of the C
 * library. */
static void *process_function(const char *name, void *_Atomic *next,
                              const void *caller)
{
    const struct rank *rank = rank_here();
    if (rank && load_file_of(rank->world->copies, rank->number, caller) > 0) {
        const struct program_copy *copy =
            load_copy(rank->world->copies, rank->number);
        void *own = dlsym(copy->file->object, name);
        if (own)
            return own;
    }
    if (!*next)
        *next = dlsym(RTLD_NEXT, name);
    return *next;
}

#define PROCESS_FIND(name)                                                     \
    static void *_Atomic next;                                                 \
    *(void **)&function =                                                      \
        process_function(#name, &next, __builtin_return_address(0))

#define PROCESS_CALL(type, name, parameters, arguments)                        \
    __attribute__((visibility("default"))) type name parameters                \
    {                                                                          \
        type(*function) parameters;                                            \
        PROCESS_FIND(name);                                                    \
        return function arguments;                                             \
    }
#define PROCESS_END(name)                                                      \
    __attribute__((visibility("default"))) _Noreturn void name(int status)     \
    {                                                                          \
        void (*function)(int);                                                 \
        PROCESS_FIND(name);                                                    \
        function(status);                                                      \
        __builtin_unreachable();                                               \
    }
#define PROCESS_VOID(name, parameters, arguments)                              \
    __attribute__((visibility("default"))) void name parameters                \
    {                                                                          \
        void(*function) parameters;                                            \
        PROCESS_FIND(name);                                                    \
        function arguments;                                                    \
    }

PROCESS_END(exit)
PROCESS_END(quick_exit)
PROCESS_CALL(pid_t, fork, (void), ())
PROCESS_CALL(int, execv, (const char *path, char *const words[]), (path, words))
PROCESS_CALL(int, execvp, (const char *name, char *const words[]),
             (name, words))
PROCESS_CALL(int, execve,
             (const char *path, char *const words[], char *const values[]),
             (path, words, values))

PROCESS_CALL(int, clock_gettime, (clockid_t clock, struct timespec *now),
             (clock, now))
PROCESS_CALL(int, timespec_get, (struct timespec * now, int base), (now, base))
PROCESS_CALL(int, gettimeofday,
             (struct timeval *restrict now, void *restrict zone), (now, zone))
PROCESS_CALL(time_t, time, (time_t * now), (now))
PROCESS_CALL(clock_t, clock, (void), ())
PROCESS_CALL(clock_t, times, (struct tms * spent), (spent))
PROCESS_CALL(int, getrusage, (__rusage_who_t who, struct rusage *usage),
             (who, usage))
PROCESS_CALL(unsigned, sleep, (unsigned seconds), (seconds))
PROCESS_CALL(int, usleep, (useconds_t microseconds), (microseconds))
PROCESS_CALL(int, nanosleep,
             (const struct timespec *wanted, struct timespec *left),
             (wanted, left))
PROCESS_CALL(int, clock_nanosleep,
             (clockid_t clock, int flags, const struct timespec *wanted,
              struct timespec *left),
             (clock, flags, wanted, left))

PROCESS_CALL(int, getentropy, (void *buffer, size_t bytes), (buffer, bytes))
PROCESS_CALL(ssize_t, getrandom, (void *buffer, size_t bytes, unsigned flags),
             (buffer, bytes, flags))
PROCESS_CALL(int, rand, (void), ())
PROCESS_VOID(srand, (unsigned value), (value))
PROCESS_CALL(long, random, (void), ())
PROCESS_VOID(srandom, (unsigned value), (value))
PROCESS_CALL(double, drand48, (void), ())
PROCESS_CALL(long, lrand48, (void), ())
PROCESS_CALL(long, mrand48, (void), ())
PROCESS_VOID(srand48, (long value), (value))
PROCESS_CALL(char *, strtok, (char *restrict text, const char *restrict ends),
             (text, ends))
