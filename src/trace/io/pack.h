/* Compression of a stream of blocks into one gzip member, by several threads.
 * The bytes do not depend on the number of threads. */
#ifndef WEFT_SRC_TRACE_IO_PACK_H
#define WEFT_SRC_TRACE_IO_PACK_H

#include <stddef.h>

struct pack;

#define WEFT_PACK_THREADS_MAX 8

/* `write` gets the compressed bytes in order, on the caller's thread, which
 * helps the others, of which there are `threads` at most; it returns 0 or an
 * errno value. NULL: no memory. */
struct pack *pack_create(int threads,
                         int (*write)(void *arg, const void *bytes,
                                      size_t count),
                         void *arg);
/* The block to fill next, [WEFT_OUT_BLOCK]. */
char *pack_block(struct pack *pack);
/* That block is filled. 0, or an errno value; the pack can still be used. */
int pack_submit(struct pack *pack, size_t count);
/* Wait for the blocks under way and end the member. 0, or an errno value. */
int pack_finish(struct pack *pack);
void pack_destroy(struct pack *pack);

#endif
