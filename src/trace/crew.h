/* Work in order by several threads: pieces are handed in, worked on at the
 * same time, and come back in the order in which they were handed in. */
#ifndef WEFT_SRC_TRACE_CREW_H
#define WEFT_SRC_TRACE_CREW_H

#include <stddef.h>

struct weft_crew;

/* `work` is done to each piece, on any thread. The pieces are an array of the
 * caller's, `size` bytes each, used in turn. NULL with errno ENOMEM. */
struct weft_crew *weft_crew_create(void *pieces, size_t count, size_t size,
                                   int threads_max, void (*work)(void *piece));
/* The cores there are, at most `limit`. */
int weft_crew_cores(int limit);
/* The piece to fill next; NULL: one must come back first. */
void *weft_crew_next(struct weft_crew *crew);
/* That piece is filled: from now on it belongs to the crew. */
void weft_crew_submit(struct weft_crew *crew);
/* Wait for the oldest piece, which belongs to the caller again; NULL: there
 * is none. */
void *weft_crew_oldest(struct weft_crew *crew);
/* Stop the threads. Pieces not worked on are left alone. NULL is fine. */
void weft_crew_destroy(struct weft_crew *crew);

#endif
