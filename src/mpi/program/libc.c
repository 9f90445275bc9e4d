/* Linked into each copy of a program: state that the C library keeps per
 * process is kept per rank here. */
#include "mpi/process.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/* Weak, so that a program may define its own functions. */
#pragma weak random
#pragma weak srandom
#pragma weak rand
#pragma weak srand
#pragma weak drand48
#pragma weak erand48
#pragma weak lrand48
#pragma weak nrand48
#pragma weak mrand48
#pragma weak jrand48
#pragma weak srand48
#pragma weak strtok
#pragma weak getentropy
#pragma weak getrandom

int main(int argc, char **argv, char **environment);

__attribute__((visibility("default")))
const struct weft_mpi_program weft_mpi_program = {WEFT_MPI_INTERFACE, main};

/* program.map exports these functions to the libraries of the program. */
#pragma GCC visibility push(default)

/* ---- the end --------------------------------------------------------------
 */

void exit(int status)
{
    weft_mpi_exit(status, __builtin_return_address(0));
}

void _exit(int status)
{
    weft_mpi_exit(status, __builtin_return_address(0));
}

void _Exit(int status)
{
    weft_mpi_exit(status, __builtin_return_address(0));
}

void quick_exit(int status)
{
    weft_mpi_exit(status, __builtin_return_address(0));
}

pid_t fork(void)
{
    weft_mpi_refuse("fork", __builtin_return_address(0));
}

pid_t vfork(void)
{
    weft_mpi_refuse("vfork", __builtin_return_address(0));
}

/* These functions are refused: exec in one rank would replace the process of
 * all ranks. */
#define UNUSED __attribute__((unused))
#define REFUSED(name, ...)                                                     \
    int name(UNUSED const char *path, __VA_ARGS__)                             \
    {                                                                          \
        weft_mpi_refuse(#name, __builtin_return_address(0));                   \
    }

REFUSED(execl, UNUSED const char *word, ...)
REFUSED(execlp, UNUSED const char *word, ...)
REFUSED(execle, UNUSED const char *word, ...)
REFUSED(execv, UNUSED char *const argv[])
REFUSED(execvp, UNUSED char *const argv[])
REFUSED(execve, UNUSED char *const argv[], UNUSED char *const environment[])
REFUSED(execvpe, UNUSED char *const argv[], UNUSED char *const environment[])

/* ---- random numbers: the library's own, with a state of the rank ----------
 */

static struct random_data generator;
static char libc_numbers[128];

static struct random_data *ready(void)
{
    if (!generator.state)
        initstate_r(1, libc_numbers, sizeof libc_numbers, &generator);
    return &generator;
}

long random(void)
{
    int32_t result;
    random_r(ready(), &result);
    return result;
}

void srandom(unsigned value)
{
    srandom_r(value, ready());
}

int rand(void)
{
    int32_t result;
    random_r(ready(), &result);
    return result;
}

void srand(unsigned value)
{
    srandom_r(value, ready());
}

static struct drand48_data libc_words;

double drand48(void)
{
    double result;
    drand48_r(&libc_words, &result);
    return result;
}

double erand48(unsigned short state[3])
{
    double result;
    erand48_r(state, &libc_words, &result);
    return result;
}

long lrand48(void)
{
    long result;
    lrand48_r(&libc_words, &result);
    return result;
}

long nrand48(unsigned short state[3])
{
    long result;
    nrand48_r(state, &libc_words, &result);
    return result;
}

long mrand48(void)
{
    long result;
    mrand48_r(&libc_words, &result);
    return result;
}

long jrand48(unsigned short state[3])
{
    long result;
    jrand48_r(state, &libc_words, &result);
    return result;
}

void srand48(long value)
{
    srand48_r(value, &libc_words);
}

/* ---- seeds: the same in each run ------------------------------------------
 */

ssize_t getrandom(void *buffer, size_t bytes, unsigned flags)
{
    if (!weft_mpi_runs())
        return syscall(SYS_getrandom, buffer, bytes, flags);
    weft_mpi_entropy(buffer, bytes);
    return (ssize_t)bytes;
}

int getentropy(void *buffer, size_t bytes)
{
    return getrandom(buffer, bytes, 0) < 0 ? -1 : 0;
}

/* ---- words ----------------------------------------------------------------
 */

static char *libc_rest;

char *strtok(char *restrict text, const char *restrict ends)
{
    return strtok_r(text, ends, &libc_rest);
}
