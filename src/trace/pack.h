/* Compression of a stream of blocks into one gzip member, by several threads.
 * The bytes do not depend on the number of threads. */
#ifndef WEFT_SRC_TRACE_PACK_H
#define WEFT_SRC_TRACE_PACK_H

#include <stddef.h>

struct weft_pack;

#define WEFT_PACK_THREADS_MAX 8

/* `write` gets the compressed bytes in order, on the caller's thread, which
 * helps the others, of which there are `threads` at most. NULL with errno
 * ENOMEM. */
struct weft_pack *weft_pack_create(int threads,
                                   int (*write)(void *arg, const void *bytes,
                                                size_t count),
                                   void *arg);
/* The block to fill next, [WEFT_OUT_BLOCK]. */
char *weft_pack_block(struct weft_pack *pack);
/* That block is filled. 0, or -1 with errno; the pack can still be used. */
int weft_pack_submit(struct weft_pack *pack, size_t count);
/* Wait for the blocks under way and end the member. 0, or -1 with errno. */
int weft_pack_finish(struct weft_pack *pack);
void weft_pack_destroy(struct weft_pack *pack);

#endif
