/* What the system of the playground lacks, included before every file of its
 * build: functions that are never called there, or fail as they may. */
#ifndef WEFT_TOOLS_PLAYGROUND_SYSTEM_H
#define WEFT_TOOLS_PLAYGROUND_SYSTEM_H

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#define __ELF_NATIVE_CLASS 32
#define _SC_SIGSTKSZ _SC_PAGESIZE
#define RENAME_EXCHANGE 2

/* src/base/system/qsort.c */
void qsort_r(void *base, size_t count, size_t size,
             int (*compare)(const void *a, const void *b, void *arg),
             void *arg);

static inline int renameat2(int from_folder, const char *from, int to_folder,
                            const char *to, unsigned flags)
{
    (void)from_folder;
    (void)from;
    (void)to_folder;
    (void)to;
    (void)flags;
    errno = EINVAL; /* file systems may say so */
    return -1;
}

/* Of futexes, which nobody waits for: there is one thread. */
#define syscall(...) abort()

#endif
