/* Files without a name, for data that does not fit in memory. */
#ifndef WEFT_SRC_TRACE_IO_TEMPORARY_H
#define WEFT_SRC_TRACE_IO_TEMPORARY_H

#include <weft/error.h>

#include <stddef.h>

/* Open a file in $TMPDIR or /tmp that is removed when it is closed. Return 0,
 * or -1 with err, which names the folder. */
int temporary_open(int *fd, struct weft_error *err);
/* Write all bytes with write(). Return 0, or an errno value. */
int write_whole(int fd, const void *bytes, size_t count);

#endif
