/* Writing of blocks to a file by a second thread, while the next ones are
 * made: most of the time of a fast writer is the system's copying. */
#ifndef WEFT_SRC_TRACE_IO_AHEAD_H
#define WEFT_SRC_TRACE_IO_AHEAD_H

#include <stddef.h>

struct ahead;

/* The file must be empty, and one with positions. NULL: no memory. */
struct ahead *ahead_create(int fd);
/* The block to fill next, [WEFT_OUT_BLOCK]. */
char *ahead_block(struct ahead *ahead);
/* Let the block to fill next be these bytes instead, [*room] of at least
 * WEFT_OUT_BLOCK from malloc(); the caller gets what it was. */
char *ahead_swap(struct ahead *ahead, char **bytes, size_t *room);
/* That block is filled. 0, or the errno value why writing one before
 * failed. */
int ahead_submit(struct ahead *ahead, size_t count);
/* Wait until all is written. 0, or an errno value. */
int ahead_finish(struct ahead *ahead);
void ahead_destroy(struct ahead *ahead);

#endif
