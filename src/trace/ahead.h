/* Writing of blocks to a file by a second thread, while the next ones are
 * made: most of the time of a fast writer is the system's copying. */
#ifndef WEFT_SRC_TRACE_AHEAD_H
#define WEFT_SRC_TRACE_AHEAD_H

#include <stddef.h>

struct weft_ahead;

/* The file must be empty, and one with positions. NULL with errno ENOMEM. */
struct weft_ahead *weft_ahead_create(int fd);
/* The block to fill next, [WEFT_OUT_BLOCK]. */
char *weft_ahead_block(struct weft_ahead *ahead);
/* Let the block to fill next be these bytes instead, [*room] of at least
 * WEFT_OUT_BLOCK from malloc(); the caller gets what it was. */
char *weft_ahead_swap(struct weft_ahead *ahead, char **bytes, size_t *room);
/* That block is filled. 0, or -1 with errno if writing one before failed. */
int weft_ahead_submit(struct weft_ahead *ahead, size_t count);
/* Wait until all is written. 0, or -1 with errno. */
int weft_ahead_finish(struct weft_ahead *ahead);
void weft_ahead_destroy(struct weft_ahead *ahead);

#endif
