/* Compresses a stream of blocks into one gzip member, with several threads. The
 * output does not depend on the number of threads. */
#ifndef WEFT_SRC_TRACE_IO_COMPRESSOR_H
#define WEFT_SRC_TRACE_IO_COMPRESSOR_H

#include <stddef.h>

struct compressor;

#define COMPRESSOR_THREADS_MAX 8

/* Create a compressor. `write` is called with the compressed bytes in order, on
 * the caller's thread, and returns 0 or an errno value. At most `threads` other
 * threads compress, and the caller helps them. Return NULL if out of memory. */
struct compressor *compressor_create(int threads,
                                     int (*write)(void *arg, const void *bytes,
                                                  size_t count),
                                     void *arg);
/* Return the block to fill next, with WEFT_OUT_BLOCK bytes. */
char *compressor_block(struct compressor *compressor);
/* Submit the block, which contains `count` bytes. Return 0 or an errno value;
 * the compressor remains usable in both cases. */
int compressor_submit(struct compressor *compressor, size_t count);
/* Wait for the pending blocks and end the member. Return 0, or an errno
 * value. */
int compressor_finish(struct compressor *compressor);
void compressor_destroy(struct compressor *compressor);

#endif
