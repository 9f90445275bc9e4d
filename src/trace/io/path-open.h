/* Opening what is to be read; private to this folder. */
#ifndef WEFT_SRC_TRACE_IO_PATH_OPEN_H
#define WEFT_SRC_TRACE_IO_PATH_OPEN_H

#include <stdbool.h>
#include <sys/stat.h>

/* "-" is standard input. *fd may be open, also if it fails; else -1. 0, or an
 * errno value; ETIMEDOUT: a pipe that nobody writes to. */
int path_open(const char *path, int *fd, struct stat *status);
/* Does it say that it is empty, and is not? Some files of /proc do, and what
 * has begun to grow meanwhile: nobody knows where that ends. */
bool path_unsized(int fd, const struct stat *status);

#endif
