/* The public collectives of blocks of different sizes: find the timetable of a
 * strategy, and write the sizes as the setting --counts has them. */
#include <stdio.h>
#include <stdlib.h>
#include <weft/unstable/sized.h>

#include "base/text/memstream.h"
#include "problem/problem.h"
#include "problem/timetable/timetable.h"

/* Return the sizes as text, which the caller frees. NULL: no memory. */
static char *sized_text(const int *counts, size_t blocks)
{
    struct memstream text;
    struct weft_error err;
    bool open = !memstream_open(&text);
    for (size_t i = 0; open && i < blocks; i++)
        fprintf(text.out, "%s%d", i ? "+" : "", counts[i]);
    return memstream_close(&text, &err);
}

static int sized_call(struct weft_processor *self, const char *problem,
                      const char *name, const int *counts, size_t blocks,
                      void *data, size_t bytes)
{
    const struct weft_strategy *strategy =
        name ? strategy_named(problem_row(problem, NULL), name) : NULL;
    if (!strategy || !strategy->timetable)
        return weft_fail(self,
                         "'%.40s' is no strategy of %s for blocks of "
                         "different sizes",
                         name ? name : "", problem);
    char *text = sized_text(counts, blocks);
    if (!text)
        return weft_fail(self, "no memory for the sizes of blocks");
    const struct terms terms = {.counts = text};
    int status =
        timetable_call(self, strategy->timetable, &terms, NULL, data, bytes);
    free(text);
    return status;
}

int weft_allgather_sized(struct weft_processor *self, const char *strategy,
                         const int *counts, void *data, size_t bytes)
{
    return sized_call(self, "allgather", strategy, counts,
                      (size_t)weft_size(self), data, bytes);
}

int weft_alltoall_sized(struct weft_processor *self, const char *strategy,
                        const int *counts, void *data, size_t bytes)
{
    size_t p = (size_t)weft_size(self);
    return sized_call(self, "alltoall", strategy, counts, p * p, data, bytes);
}
