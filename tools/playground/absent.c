/* Replacements for what the playground does not have: signals, plug-ins that
 * may crash, MPI programs, and functions of the system that Emscripten lacks.
 */
#include "common/command.h"
#include "common/crash.h"
#include "common/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

void crash_watch(int argc, char **argv)
{
    (void)argc;
    (void)argv;
}

void interrupt_watch(const char *late)
{
    (void)late;
}

void interrupt_met(void)
{
}

void interrupt_ends(const char *text, bool in_steps)
{
    (void)text;
    (void)in_steps;
}

int interrupt_calls(void (*stop)(void *arg, int signal), void *arg)
{
    (void)stop;
    (void)arg;
    return 0;
}

void interrupt_clear(void)
{
}

int interrupt_signal(void)
{
    return 0;
}

bool is_interrupted(void)
{
    return false;
}

static int absent_mpi(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    fputs("weft: not in the playground: MPI programs\n", stderr);
    return EXIT_MISUSE;
}

const struct command cmd_mpi = {
    .name = "mpi",
    .summary = "run an MPI program on the emulated machine and find its errors",
    .run = absent_mpi,
};

/* ---- of the system --------------------------------------------------------
 */

int posix_spawnp(pid_t *child, const char *file,
                 const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const argv[],
                 char *const environment[])
{
    (void)child;
    (void)file;
    (void)actions;
    (void)attributes;
    (void)argv;
    (void)environment;
    return ENOSYS;
}

int sched_getaffinity(pid_t process, size_t size, cpu_set_t *cores)
{
    (void)process;
    (void)size;
    (void)cores;
    errno = ENOSYS;
    return -1;
}

int __sched_cpucount(size_t size, const cpu_set_t *cores)
{
    (void)size;
    (void)cores;
    return 1;
}

ssize_t getrandom(void *bytes, size_t count, unsigned flags)
{
    (void)flags;
    return getentropy(bytes, count) ? -1 : (ssize_t)count;
}

char *secure_getenv(const char *name)
{
    return getenv(name);
}

int sigaltstack(const stack_t *restrict stack, stack_t *restrict before)
{
    (void)stack;
    (void)before;
    errno = ENOSYS;
    return -1;
}

ssize_t tee(int from, int to, size_t count, unsigned flags)
{
    (void)from;
    (void)to;
    (void)count;
    (void)flags;
    errno = EINVAL;
    return -1;
}
