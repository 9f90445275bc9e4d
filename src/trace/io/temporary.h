/* Unnamed files, for what does not fit in memory. */
#ifndef WEFT_SRC_TRACE_IO_TEMPORARY_H
#define WEFT_SRC_TRACE_IO_TEMPORARY_H

#include <stddef.h>

/* A file in $TMPDIR, or /tmp, that vanishes when closed; -1 with errno. */
int temporary_open(void);
/* write() all of it. 0, or -1 with errno. */
int write_whole(int fd, const void *bytes, size_t count);

#endif
