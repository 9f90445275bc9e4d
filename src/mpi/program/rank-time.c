/* Linked into each copy of a program: clocks and sleep functions use the
 * virtual time of the machine. */
#include "mpi/process.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#define BILLION 1000000000u

/* Weak, so that a program may define its own functions. */
#pragma weak clock_gettime
#pragma weak timespec_get
#pragma weak gettimeofday
#pragma weak time
#pragma weak clock
#pragma weak times
#pragma weak getrusage
#pragma weak sleep
#pragma weak usleep
#pragma weak nanosleep
#pragma weak clock_nanosleep

/* program.map exports these functions to the libraries of the program. */
#pragma GCC visibility push(default)

/* ---- clocks ---------------------------------------------------------------
 * Statics begin at 0; a thread of the program's own gets the latest
 * time of its rank. */

static uint64_t now_ns(void)
{
    static _Atomic uint64_t latest;
    if (weft_mpi_runs())
        latest = weft_mpi_now();
    return latest;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    uint64_t time = now_ns();
    (void)clock;
    now->tv_sec = (time_t)(time / BILLION);
    now->tv_nsec = (long)(time % BILLION);
    return 0;
}

int timespec_get(struct timespec *now, int base)
{
    return clock_gettime(CLOCK_REALTIME, now) ? 0 : base;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    uint64_t time = now_ns();
    (void)zone;
    now->tv_sec = (time_t)(time / BILLION);
    now->tv_usec = (suseconds_t)(time % BILLION / 1000);
    return 0;
}

time_t time(time_t *now)
{
    time_t seconds = (time_t)(now_ns() / BILLION);
    if (now)
        *now = seconds;
    return seconds;
}

/* ---- CPU time: each rank has a processor of its own, which is never idle - */

clock_t clock(void)
{
    return (clock_t)(now_ns() / 1000);
}

clock_t times(struct tms *spent)
{
    clock_t ticks =
        (clock_t)(now_ns() / (BILLION / (uint64_t)sysconf(_SC_CLK_TCK)));
    *spent = (struct tms){.tms_utime = ticks};
    return ticks;
}

int getrusage(__rusage_who_t who, struct rusage *usage)
{
    if (syscall(SYS_getrusage, who, usage))
        return -1;
    gettimeofday(&usage->ru_utime, NULL);
    usage->ru_stime = (struct timeval){0};
    return 0;
}

/* ---- sleep ----------------------------------------------------------------
 */

static void sleep_ns(uint64_t time)
{
    struct timespec wanted = {(time_t)(time / BILLION), (long)(time % BILLION)};
    if (weft_mpi_runs())
        weft_mpi_sleep(time);
    else
        syscall(SYS_nanosleep, &wanted, NULL);
}

unsigned sleep(unsigned seconds)
{
    sleep_ns(seconds * (uint64_t)BILLION);
    return 0;
}

int usleep(useconds_t microseconds)
{
    sleep_ns(microseconds * (uint64_t)1000);
    return 0;
}

static uint64_t nanoseconds(const struct timespec *time)
{
    return (uint64_t)time->tv_sec * BILLION + (uint64_t)time->tv_nsec;
}

int nanosleep(const struct timespec *wanted, struct timespec *left)
{
    sleep_ns(nanoseconds(wanted));
    if (left)
        *left = (struct timespec){0};
    return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted,
                    struct timespec *left)
{
    (void)clock;
    if (!(flags & TIMER_ABSTIME))
        return nanosleep(wanted, left);
    uint64_t now = now_ns(), then = nanoseconds(wanted);
    if (then > now)
        sleep_ns(then - now);
    return 0;
}

/* ---- OpenMP ---------------------------------------------------------------
 */

#pragma weak omp_get_wtime
#pragma weak omp_get_wtick
double omp_get_wtime(void);
double omp_get_wtick(void);

double omp_get_wtime(void)
{
    return (double)now_ns() * 1e-9;
}

double omp_get_wtick(void)
{
    return 1e-9;
}

/* ---- C++ ------------------------------------------------------------------
 * std::chrono calls these functions of the C++ library: of libstdc++ (_V2) and
 * libc++ (__1). They return a class with one 64-bit member, which is passed
 * like the number itself. */

#define CLOCK(function, name, unit)                                            \
    int64_t function(void) __asm__(name);                                      \
    __attribute__((weak)) int64_t function(void)                               \
    {                                                                          \
        return (int64_t)(now_ns() / (unit));                                   \
    }

CLOCK(steady_gnu, "_ZNSt6chrono3_V212steady_clock3nowEv", 1)
CLOCK(system_gnu, "_ZNSt6chrono3_V212system_clock3nowEv", 1)
CLOCK(steady_llvm, "_ZNSt3__16chrono12steady_clock3nowEv", 1)
CLOCK(system_llvm, "_ZNSt3__16chrono12system_clock3nowEv", 1000)
