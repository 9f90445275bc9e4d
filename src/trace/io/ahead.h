/* Write-behind: a second thread writes blocks to a file while the caller fills
 * the next ones, because a fast writer spends most of its time waiting for the
 * system to copy data. */
#ifndef WEFT_SRC_TRACE_IO_AHEAD_H
#define WEFT_SRC_TRACE_IO_AHEAD_H

#include <stddef.h>

struct ahead;

/* Start at position 0 of an empty file that is seekable. Return NULL if out of
 * memory. */
struct ahead *ahead_create(int fd);
/* Return the block to fill next, with WEFT_OUT_BLOCK bytes. */
char *ahead_block(struct ahead *ahead);
/* Replace the block to fill next by *bytes, a buffer of *room bytes (at least
 * WEFT_OUT_BLOCK) from malloc(). *bytes and *room are set to the old block,
 * which the caller then owns. */
char *ahead_swap(struct ahead *ahead, char **bytes, size_t *room);
/* Submit the block, which contains `count` bytes. Return 0, or the errno value
 * of an earlier write that failed. */
int ahead_submit(struct ahead *ahead, size_t count);
/* Wait until all blocks are written. Return 0, or an errno value. */
int ahead_finish(struct ahead *ahead);
void ahead_destroy(struct ahead *ahead);

#endif
