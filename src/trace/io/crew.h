/* Work in order by several threads: pieces are handed in, worked on at the
 * same time, and come back in the order in which they were handed in. */
#ifndef WEFT_SRC_TRACE_IO_CREW_H
#define WEFT_SRC_TRACE_IO_CREW_H

#include <stddef.h>

struct crew;

/* `work` is done to each piece, on any thread. The pieces are an array of the
 * caller's, `size` bytes each, used in turn. NULL with errno ENOMEM. */
struct crew *crew_create(void *pieces, size_t count, size_t size,
                         int threads_max, void (*work)(void *piece));
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
