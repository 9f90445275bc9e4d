/* A worker pool for readers and writers: the caller submits pieces of work,
 * other threads work on them, and the pieces come back in the order of
 * submission. All threads of src/trace belong to such pools: they write blocks
 * (ahead), compress them (pack), sort lines (picl/timeline-sort) and parse
 * lines (picl/scanner.c). */
#ifndef WEFT_SRC_TRACE_IO_CREW_H
#define WEFT_SRC_TRACE_IO_CREW_H

#include <stddef.h>

struct crew;

/* Create a pool that calls `work` for each piece, on any thread including the
 * caller's, for at most `at_once` pieces at a time. With `at_once` = 1, the
 * pool works on one piece after the other, so that each may continue where the
 * previous one ended, but still concurrently with the caller. `pieces` is an
 * array of the caller with `count` elements of `size` bytes, which are used in
 * turn. Return NULL if out of memory. */
struct crew *crew_create(void *pieces, size_t count, size_t size, int at_once,
                         void (*work)(void *piece));
/* Return the number of cores, at most `limit`. */
int crew_cores(int limit);
/* Return the piece to fill next, or NULL if all are in use: then call
 * crew_oldest() first. */
void *crew_next(struct crew *crew);
/* Submit the piece that was filled. From now on it belongs to the pool. */
void crew_submit(struct crew *crew);
/* Wait for the oldest piece and return it to the caller; NULL if there is
 * none. */
void *crew_oldest(struct crew *crew);
/* Stop the threads. Pieces that no thread has begun are dropped. The pool may
 * be NULL. */
void crew_destroy(struct crew *crew);

#endif
