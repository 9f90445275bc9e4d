/* Unnamed files, for what does not fit in memory. */
#ifndef WEFT_SRC_TRACE_IO_TEMPORARY_H
#define WEFT_SRC_TRACE_IO_TEMPORARY_H

#include <stddef.h>

/* A file in $TMPDIR, or /tmp, that vanishes when closed, into *fd. 0, or an
 * errno value. */
int temporary_open(int *fd);
/* write() all of it. 0, or an errno value. */
int write_whole(int fd, const void *bytes, size_t count);

#endif
