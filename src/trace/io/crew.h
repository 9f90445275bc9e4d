/* The helper threads of readers and writers: pieces of work are handed in,
 * worked on by other threads, and come back in the order in which they were
 * handed in. All threads of src/trace are made here: they write blocks (ahead),
 * compress them (pack), put lines in order (picl/timeline-sort) and take lines
 * apart (picl/scanner.c). */
#ifndef WEFT_SRC_TRACE_IO_CREW_H
#define WEFT_SRC_TRACE_IO_CREW_H

#include <stddef.h>

struct crew;

/* `work` is done to each piece, on any thread, the caller's too, to `at_once`
 * pieces at one time at most. 1: one after the other, in order, so that each
 * piece may go on where the one before it ended; but still beside the caller.
 * The pieces are an array of the caller's, `size` bytes each, used in turn.
 * NULL: no memory. */
struct crew *crew_create(void *pieces, size_t count, size_t size, int at_once,
                         void (*work)(void *piece));
/* The cores there are, at most `limit`. */
int crew_cores(int limit);
/* The piece to fill next; NULL: one must come back first. */
void *crew_next(struct crew *crew);
/* That piece is filled: from now on it belongs to the crew. */
void crew_submit(struct crew *crew);
/* Wait for the oldest piece, which belongs to the caller again; NULL: there
 * is none. */
void *crew_oldest(struct crew *crew);
/* Stop the threads. Pieces not worked on are left alone. NULL is fine. */
void crew_destroy(struct crew *crew);

#endif
