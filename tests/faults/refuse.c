/* A library for LD_PRELOAD that makes one chosen system call fail.
 *
 *     WEFT_FAULT=malloc:17 LD_PRELOAD=librefuse.so weft ...
 *
 * makes the 17th allocation of the process fail. The table below lists the
 * kinds. When the process ends, it writes the number of calls of each kind to
 * the file named by WEFT_FAULT_COUNT, as lines "kind count".
 *
 * WEFT_KILL=17 ends the process before its 17th call that changes a file name,
 * like a power failure; WEFT_NO_LINKS=1 emulates a file system without
 * links. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#undef _FILE_OFFSET_BITS /* keep open() and open64() separate */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum kind {
    MALLOC,
    READ,
    WRITE,
    FLUSH,
    OPEN,
    RENAME,
    THREAD,
    MAP,
    DEFLATE,
    KINDS
};

static struct {
    const char *name;
    int error;
    atomic_uint calls;
    unsigned refused; /* number of the call that fails; 0: none */
} kinds[KINDS] = {
    [MALLOC] = {"malloc", ENOMEM, 0, 0},
    [READ] = {"read", EIO, 0, 0},
    [WRITE] = {"write", ENOSPC, 0, 0},
    [FLUSH] = {"flush", ENOSPC, 0, 0}, /* writes of stdio's buffer */
    [OPEN] = {"open", EMFILE, 0, 0},
    [RENAME] = {"rename", EACCES, 0, 0},
    [THREAD] = {"thread", EAGAIN, 0, 0},
    [MAP] = {"map", ENOMEM, 0, 0},
    [DEFLATE] = {"deflate", 0, 0, 0},
};
static bool ready; /* set by the constructor, before there are threads */

static unsigned killed; /* end the process before this call; 0: never */
static int by = SIGKILL;
static bool no_links;

/* Called before a file gets, loses or changes a name. */
static void name_changes(void)
{
    static atomic_uint calls;
    if (ready && killed && atomic_fetch_add(&calls, 1) + 1 == killed)
        kill(getpid(), by);
}

/* Functions of zlib, declared without its header. */
int deflate(void *stream, int flush);
int inflate(void *stream, int flush);

/* clang-format off */
#define EACH_REFUSED(X) \
    X(read) X(pread) X(pread64) X(write) X(pwrite) X(pwrite64) X(fopen) \
    X(fopen64) X(fdopen) X(open_memstream) X(mkostemp64) X(link) X(unlink) \
    X(rename) X(linkat) X(mkdir) X(mkdtemp) X(pthread_create) X(mmap) \
    X(mmap64) X(mprotect) X(fread) X(fflush) X(fclose) X(open) X(open64) \
    X(deflate) X(inflate)
/* clang-format on */

/* The functions of the libraries behind this one. They are found before the
 * program starts: a thread that calls dlsym() would wait forever once dlclose()
 * has run out of memory, because glibc keeps its lock then. */
#define DECLARE(name) static __typeof__(&name) next_##name;
EACH_REFUSED(DECLARE)

#define FIND(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define NEXT(name) (next_##name ? next_##name : FIND(name))

static void find_next(void)
{
#define KEEP(name) next_##name = FIND(name);
    EACH_REFUSED(KEEP)
}

__attribute__((constructor)) static void begin(void)
{
    find_next();
    unsetenv("LD_PRELOAD"); /* do not preload into programs that weft starts */
    const char *kills = getenv("WEFT_KILL");
    killed = kills ? (unsigned)atoi(kills) : 0;
    const char *number = getenv("WEFT_SIGNAL");
    by = number ? atoi(number) : SIGKILL;
    no_links = getenv("WEFT_NO_LINKS") != NULL;
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

/* A function for breakpoints. */
void refuse_here(void);
__attribute__((noinline)) void refuse_here(void)
{
    __asm__ volatile("");
}

static bool refused(enum kind kind)
{
    if (!ready ||
        atomic_fetch_add(&kinds[kind].calls, 1) + 1 != kinds[kind].refused)
        return false;
    refuse_here();
    if (kinds[kind].error)
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

/* Define a function that returns `failure` when refused. The parameters are
 * written twice: as declared and as passed on. */
#define REFUSE(kind, failure, type, name, declared, given)                     \
    type name declared                                                         \
    {                                                                          \
        return refused(kind) ? (failure) : NEXT(name) given;                   \
    }

REFUSE(READ, -1, ssize_t, read, (int fd, void *data, size_t n), (fd, data, n))
REFUSE(READ, -1, ssize_t, pread, (int fd, void *data, size_t n, off_t at),
       (fd, data, n, at))
REFUSE(READ, -1, ssize_t, pread64, (int fd, void *data, size_t n, off64_t at),
       (fd, data, n, at))
REFUSE(WRITE, -1, ssize_t, write, (int fd, const void *data, size_t n),
       (fd, data, n))
REFUSE(WRITE, -1, ssize_t, pwrite,
       (int fd, const void *data, size_t n, off_t at), (fd, data, n, at))
REFUSE(WRITE, -1, ssize_t, pwrite64,
       (int fd, const void *data, size_t n, off64_t at), (fd, data, n, at))
REFUSE(OPEN, NULL, FILE *, fopen, (const char *path, const char *mode),
       (path, mode))
REFUSE(OPEN, NULL, FILE *, fopen64, (const char *path, const char *mode),
       (path, mode))
REFUSE(OPEN, NULL, FILE *, fdopen, (int fd, const char *mode), (fd, mode))
REFUSE(OPEN, NULL, FILE *, open_memstream, (char **text, size_t *size),
       (text, size))
REFUSE(OPEN, -1, int, mkostemp64, (char *path, int flags), (path, flags))
#define REFUSE_NAME(name, declared, given)                                     \
    int name declared                                                          \
    {                                                                          \
        name_changes();                                                        \
        return refused(RENAME) ? -1 : NEXT(name) given;                        \
    }

int link(const char *old, const char *path)
{
    name_changes();
    if (!no_links)
        return refused(RENAME) ? -1 : NEXT(link)(old, path);
    errno = EPERM;
    return -1;
}

int unlink(const char *path)
{
    name_changes();
    return NEXT(unlink)(path);
}

REFUSE_NAME(rename, (const char *from, const char *to), (from, to))
REFUSE_NAME(linkat,
            (int from, const char *old, int to, const char *path, int flags),
            (from, old, to, path, flags))
REFUSE(RENAME, -1, int, mkdir, (const char *path, mode_t mode), (path, mode))
REFUSE(RENAME, NULL, char *, mkdtemp, (char *path), (path))
REFUSE(THREAD, EAGAIN, int, pthread_create,
       (pthread_t * thread, const pthread_attr_t *attributes,
        void *(*start)(void *), void *arg),
       (thread, attributes, start, arg))
REFUSE(MAP, MAP_FAILED, void *, mmap,
       (void *at, size_t n, int protection, int flags, int fd, off_t from),
       (at, n, protection, flags, fd, from))
REFUSE(MAP, MAP_FAILED, void *, mmap64,
       (void *at, size_t n, int protection, int flags, int fd, off64_t from),
       (at, n, protection, flags, fd, from))
REFUSE(MAP, -1, int, mprotect, (void *at, size_t n, int protection),
       (at, n, protection))

#define ERROR_SEEN 0x20 /* in glibc's _flags; tested by ferror() */

size_t fread(void *data, size_t size, size_t n, FILE *file)
{
    if (!refused(READ))
        return NEXT(fread)(data, size, n, file);
    file->_flags |= ERROR_SEEN;
    return 0;
}

/* Fail as on a full disk: stdio discovers it when it writes its buffer, whose
 * contents are lost. */
static int lose(FILE *file, int result)
{
    __fpurge(file);
    file->_flags |= ERROR_SEEN;
    errno = kinds[FLUSH].error;
    return result;
}

int fflush(FILE *file)
{
    return file && refused(FLUSH) ? lose(file, EOF) : NEXT(fflush)(file);
}

int fclose(FILE *file)
{
    bool fails = __fwritable(file) && refused(FLUSH);
    if (fails)
        lose(file, EOF);
    int result = NEXT(fclose)(file);
    errno = fails ? kinds[FLUSH].error : errno;
    return fails ? EOF : result;
}

static mode_t mode_of(int flags, va_list arguments)
{
    return flags & (O_CREAT | __O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
}

#define REFUSE_OPEN(name)                                                      \
    int name(const char *path, int flags, ...)                                 \
    {                                                                          \
        va_list arguments;                                                     \
        va_start(arguments, flags);                                            \
        mode_t mode = mode_of(flags, arguments);                               \
        va_end(arguments);                                                     \
        return refused(OPEN) ? -1 : NEXT(name)(path, flags, mode);             \
    }
REFUSE_OPEN(open)
REFUSE_OPEN(open64)

/* -2 is Z_STREAM_ERROR, -4 Z_MEM_ERROR. */
REFUSE(DEFLATE, -2, int, deflate, (void *stream, int flush), (stream, flush))
REFUSE(DEFLATE, -4, int, inflate, (void *stream, int flush), (stream, flush))
