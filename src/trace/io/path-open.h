/* Opens an input; private to this folder. */
#ifndef WEFT_SRC_TRACE_IO_PATH_OPEN_H
#define WEFT_SRC_TRACE_IO_PATH_OPEN_H

#include <stdbool.h>
#include <sys/stat.h>

/* Open a path for reading ("-": standard input). Set *fd to the file or -1; it
 * may be open even on failure. Return 0, or an errno value; ETIMEDOUT: a pipe
 * without a writer. */
int path_open(const char *path, int *fd, struct stat *status);
/* Return whether a regular file has size 0 but contents. This is so for some
 * files of /proc, and for a file that has just begun to grow; the end of these
 * files is unknown. */
bool path_unsized(int fd, const struct stat *status);

#endif
