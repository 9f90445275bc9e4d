/* Buffer the actions of processors, and deliver them in order of start. */
#include "acts.h"

#include <stdlib.h>

int acts_init(struct acts *acts, const struct match *match)
{
    *acts = (struct acts){.match = match, .processors = match->processors};
    acts->waiting =
        calloc((size_t)match->processors + 1, sizeof(struct use_heap *));
    return acts->waiting ? 0 : -1;
}

/* Deliver the buffered actions that begin no later than `last`. */
static int acts_drain(struct acts *acts, int rank, uint64_t last)
{
    struct use_heap *waiting = acts->waiting[rank];
    const struct port_use *first;
    while (waiting && (first = use_heap_first(waiting)) &&
           first->start <= last) {
        struct port_use use = use_heap_take(waiting);
        if (acts->tell(acts->arg, rank, &use))
            return -1;
    }
    return 0;
}

int acts_add(struct acts *acts, int rank, const struct port_use *use)
{
    struct use_heap **waiting = &acts->waiting[rank];
    if ((!*waiting || !(*waiting)->count) &&
        use->start <= match_oldest(acts->match, rank))
        return acts->tell(acts->arg, rank, use);
    if (!*waiting)
        *waiting = calloc(1, sizeof **waiting);
    return *waiting ? use_heap_put(*waiting, *use) : -1;
}

int acts_advance(struct acts *acts, int rank)
{
    if (!acts->waiting[rank] || !acts->waiting[rank]->count)
        return 0;
    return acts_drain(acts, rank, match_oldest(acts->match, rank));
}

int acts_flush(struct acts *acts, int rank)
{
    return acts_drain(acts, rank, UINT64_MAX);
}

void acts_finish(struct acts *acts)
{
    for (int rank = 0; acts->waiting && rank < acts->processors; rank++)
        if (acts->waiting[rank]) {
            use_heap_finish(acts->waiting[rank]);
            free(acts->waiting[rank]);
        }
    free(acts->waiting);
    *acts = (struct acts){0};
}
