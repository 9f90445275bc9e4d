/* Atomic files: a file is written beside its target, and renamed to the target
 * when it is complete. */
#ifndef WEFT_SRC_TRACE_IO_ATOMIC_FILE_H
#define WEFT_SRC_TRACE_IO_ATOMIC_FILE_H

#include <stdbool.h>
#include <sys/stat.h>
#include <weft/trace.h>

struct atomic_file {
    int fd;      /* descriptor of the file to write to; -1: none, or closed */
    bool direct; /* whether to write directly: to standard output, a device or a
                    pipe */
    char *target;    /* final path of the file, owned by this struct */
    char *beside;    /* temporary name of the file, owned by this struct; NULL:
                        it has none */
    struct stat old; /* status of the file that is replaced */
    bool replaces;   /* whether the target exists, so that `old` is set */
    struct atomic_file *next; /* next one in the list of files that are being
                           written */
};

/* Return a random name beside the target, NAME.XXXXXXXXXXXX~, which the caller
 * frees; NULL if out of memory. */
char *atomic_file_make_name(const char *target);
/* Open path ("-": standard output). Fail if another open file has the same
 * target. `file` must not move until atomic_file_close(). Return 0 or -1. */
int atomic_file_open(struct atomic_file *file, const char *path,
                     struct weft_error *err);
/* Rename the file to its target, with the permissions and, if possible, the
 * owner of the file that it replaces. Return 0, or an errno value. */
int atomic_file_take(struct atomic_file *file);
/* Rename both files or neither. If the file system cannot exchange names and
 * the first file has replaced another, the first one stays. Neither may be
 * `direct`. Return 0, or an errno value with *wrong set to the file that
 * failed. */
int atomic_file_take_both(struct atomic_file *first, struct atomic_file *second,
                          const struct atomic_file **wrong);
/* Close the file, and remove it unless it was renamed to its target. Return 0,
 * or an errno value. */
int atomic_file_close(struct atomic_file *file);

#endif
