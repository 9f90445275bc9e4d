/* Unnamed files, for what does not fit in memory. */
#ifndef WEFT_SRC_TRACE_TEMPORARY_H
#define WEFT_SRC_TRACE_TEMPORARY_H

#include <stddef.h>

/* A file in $TMPDIR, or /tmp, that vanishes when closed; -1 with errno. */
int weft_temporary(void);
/* write() all of it. 0, or -1 with errno. */
int weft_write_all(int fd, const void *bytes, size_t count);

#endif
