/* Write-behind: a second thread writes blocks to a file while the caller fills
 * the next ones, because a fast writer spends most of its time waiting for the
 * system to copy data. */
#ifndef WEFT_SRC_TRACE_IO_WRITE_BEHIND_H
#define WEFT_SRC_TRACE_IO_WRITE_BEHIND_H

#include <stddef.h>

struct write_behind;

/* Start at position 0 of an empty file that is seekable. Return NULL if out of
 * memory. */
struct write_behind *write_behind_create(int fd);
/* Return the block to fill next, with WEFT_OUT_BLOCK bytes. */
char *write_behind_block(struct write_behind *behind);
/* Replace the block to fill next by *bytes, a buffer of *room bytes (at least
 * WEFT_OUT_BLOCK) from malloc(). *bytes and *room are set to the old block,
 * which the caller then owns. */
char *write_behind_swap(struct write_behind *behind, char **bytes,
                        size_t *room);
/* Submit the block, which contains `count` bytes. Return 0, or the errno value
 * of an earlier write that failed. */
int write_behind_submit(struct write_behind *behind, size_t count);
/* Wait until all blocks are written. Return 0, or an errno value. */
int write_behind_finish(struct write_behind *behind);
void write_behind_destroy(struct write_behind *behind);

#endif
