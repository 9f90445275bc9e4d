/* Opening what is to be read; private to this folder. */
#ifndef WEFT_SRC_TRACE_IO_PATH_OPEN_H
#define WEFT_SRC_TRACE_IO_PATH_OPEN_H

#include <sys/stat.h>

/* "-" is standard input. *fd may be open, also if it fails; else -1. 0, or an
 * errno value; ETIMEDOUT: a pipe that nobody writes to. */
int path_open(const char *path, int *fd, struct stat *status);

#endif
