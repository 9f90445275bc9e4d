/* A worker pool for readers and writers: the caller submits pieces of work,
 * other threads work on them, and the pieces come back in the order of
 * submission. All threads of src/trace belong to such pools: they write blocks
 * (behind), compress them (compressor), sort lines (picl/timeline-sort) and
 * parse lines (picl/scanner.c). */
#ifndef WEFT_SRC_TRACE_IO_WORKER_POOL_H
#define WEFT_SRC_TRACE_IO_WORKER_POOL_H

#include <stddef.h>

struct worker_pool;

/* Create a pool that calls `work` for each piece, on any thread including the
 * caller's, for at most `at_once` pieces at a time. With `at_once` = 1, the
 * pool works on one piece after the other, so that each may continue where the
 * previous one ended, but still concurrently with the caller. `pieces` is an
 * array of the caller with `count` elements of `size` bytes, which are used in
 * turn. Return NULL if out of memory. */
struct worker_pool *worker_pool_create(void *pieces, size_t count, size_t size,
                                       int at_once, void (*work)(void *piece));
/* Return the number of cores, at most `limit`. */
int worker_pool_cores(int limit);
/* Return the piece to fill next, or NULL if all are in use: then call
 * worker_pool_oldest() first. */
void *worker_pool_next(struct worker_pool *pool);
/* Submit the piece that was filled. From now on it belongs to the pool. */
void worker_pool_submit(struct worker_pool *pool);
/* Wait for the oldest piece and return it to the caller; NULL if there is
 * none. */
void *worker_pool_oldest(struct worker_pool *pool);
/* Stop the threads. Pieces that no thread has begun are dropped. The pool may
 * be NULL. */
void worker_pool_destroy(struct worker_pool *pool);

#endif
