/* Write-behind: a second thread writes blocks to a file while the caller fills
 * the next ones, because a fast writer spends most of its time in the system's
 * copying. */
#ifndef WEFT_SRC_TRACE_IO_AHEAD_H
#define WEFT_SRC_TRACE_IO_AHEAD_H

#include <stddef.h>

struct ahead;

/* Start at position 0 of a seekable, empty file. Return NULL if out of
 * memory. */
struct ahead *ahead_create(int fd);
/* Return the block to fill next, [WEFT_OUT_BLOCK]. */
char *ahead_block(struct ahead *ahead);
/* Replace the block to fill next by *bytes, [*room] of at least WEFT_OUT_BLOCK
 * from malloc(). The caller gets the old block in return. */
char *ahead_swap(struct ahead *ahead, char **bytes, size_t *room);
/* Submit the block, filled with `count` bytes. Return 0, or the errno value of
 * an earlier write that failed. */
int ahead_submit(struct ahead *ahead, size_t count);
/* Wait until all blocks are written. Return 0, or an errno value. */
int ahead_finish(struct ahead *ahead);
void ahead_destroy(struct ahead *ahead);

#endif
