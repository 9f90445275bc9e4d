/* Replacements for what the playground's system lacks, included before every
 * file of its build: functions that are never called there, or may fail. */
#ifndef WEFT_TOOLS_PLAYGROUND_SYSTEM_H
#define WEFT_TOOLS_PLAYGROUND_SYSTEM_H

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#define __ELF_NATIVE_CLASS 32
#define _SC_SIGSTKSZ _SC_PAGESIZE
#define RENAME_EXCHANGE 2

/* defined in src/base/system/qsort.c */
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
    errno = EINVAL; /* as on file systems without exchange */
    return -1;
}

/* for futexes: never called, because there is only one thread */
#define syscall(...) abort()

#endif
