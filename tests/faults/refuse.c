/* A library to preload: one chosen call of the system fails.
 *
 *     WEFT_FAULT=malloc:17 LD_PRELOAD=librefuse.so weft ...
 *
 * makes the 17th allocation of the process fail. The kinds are the rows of
 * the table below. WEFT_FAULT_COUNT=FILE writes how many calls of each kind
 * there were, one line "kind count" each, when the process ends. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

enum kind { MALLOC, READ, WRITE, OPEN, RENAME, THREAD, MAP, DEFLATE, KINDS };

static struct {
    const char *name;
    int error;
    atomic_uint calls;
    unsigned refused; /* this one fails; 0: none */
} kinds[KINDS] = {
    [MALLOC] = {"malloc", ENOMEM, 0, 0}, [READ] = {"read", EIO, 0, 0},
    [WRITE] = {"write", ENOSPC, 0, 0},   [OPEN] = {"open", EMFILE, 0, 0},
    [RENAME] = {"rename", EACCES, 0, 0}, [THREAD] = {"thread", EAGAIN, 0, 0},
    [MAP] = {"map", ENOMEM, 0, 0},       [DEFLATE] = {"deflate", 0, 0, 0},
};
static bool ready; /* set by the constructor, before there are threads */

__attribute__((constructor)) static void begin(void)
{
    const char *fault = getenv("WEFT_FAULT");
    for (int i = 0; fault && i < KINDS; i++) {
        size_t length = strlen(kinds[i].name);
        if (strncmp(fault, kinds[i].name, length) == 0 && fault[length] == ':')
            kinds[i].refused = (unsigned)atoi(fault + length + 1);
    }
    ready = true;
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("WEFT_FAULT_COUNT");
    ready = false;
    FILE *out = path ? fopen(path, "w") : NULL;
    for (int i = 0; out && i < KINDS; i++)
        fprintf(out, "%s %u\n", kinds[i].name, kinds[i].calls);
    if (out)
        fclose(out);
}

static bool refused(enum kind kind)
{
    if (!ready ||
        atomic_fetch_add(&kinds[kind].calls, 1) + 1 != kinds[kind].refused)
        return false;
    errno = kinds[kind].error;
    return true;
}

/* ---- memory: glibc's own names, since dlsym() itself allocates ----------- */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size)
{
    return refused(MALLOC) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return refused(MALLOC) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return refused(MALLOC) ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return refused(MALLOC) ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size)
{
    void *memory = refused(MALLOC) ? NULL : __libc_memalign(alignment, size);
    if (memory)
        *result = memory;
    return memory ? 0 : ENOMEM;
}

/* ---- the rest --------------------------------------------------------------
 */

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t read(int file, void *data, size_t size)
{
    return refused(READ) ? -1 : NEXT(read)(file, data, size);
}

ssize_t write(int file, const void *data, size_t size)
{
    return refused(WRITE) ? -1 : NEXT(write)(file, data, size);
}

ssize_t pread(int file, void *data, size_t size, off_t at)
{
    return refused(READ) ? -1 : NEXT(pread)(file, data, size, at);
}

ssize_t pwrite(int file, const void *data, size_t size, off_t at)
{
    return refused(WRITE) ? -1 : NEXT(pwrite)(file, data, size, at);
}

int open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode =
        flags & (O_CREAT | __O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return refused(OPEN) ? -1 : NEXT(open)(path, flags, mode);
}

FILE *fopen(const char *path, const char *mode)
{
    return refused(OPEN) ? NULL : NEXT(fopen)(path, mode);
}

int rename(const char *from, const char *to)
{
    return refused(RENAME) ? -1 : NEXT(rename)(from, to);
}

int linkat(int from, const char *old, int to, const char *path, int flags)
{
    return refused(RENAME) ? -1 : NEXT(linkat)(from, old, to, path, flags);
}

int mkdir(const char *path, mode_t mode)
{
    int (*next)(const char *, mode_t) =
        (int (*)(const char *, mode_t))dlsym(RTLD_NEXT, "mkdir");
    return refused(RENAME) ? -1 : next(path, mode);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                   void *(*start)(void *), void *arg)
{
    return refused(THREAD)
               ? EAGAIN
               : NEXT(pthread_create)(thread, attributes, start, arg);
}

void *mmap(void *at, size_t size, int protection, int flags, int file,
           off_t from)
{
    return refused(MAP) ? MAP_FAILED
                        : NEXT(mmap)(at, size, protection, flags, file, from);
}

int deflate(void *stream, int flush)
{
    int (*next)(void *, int) =
        (int (*)(void *, int))dlsym(RTLD_NEXT, "deflate");
    return refused(DEFLATE) ? -2 : next(stream, flush);
}
