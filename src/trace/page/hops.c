/* Distances that the messages of a run travel. */
#include <stdlib.h>
#include <weft/unstable/ways.h>

#include "page.h"

/* Make a list of the sends to each processor: first[to], then next[event]; each
 * is 1 + the index of an event, 0: none. */
static void list_sends(const struct page_run *run, size_t *first, size_t *next)
{
    for (size_t i = 0; i < run->count; i++) {
        const struct weft_event *event = &run->event[i];
        if (event->kind != WEFT_SEND || event->peer < 0 ||
            event->peer >= run->params.info.processors)
            continue;
        next[i] = first[event->peer];
        first[event->peer] = i + 1;
    }
}

int *page_hops(const struct page_run *run)
{
    const struct weft_trace_info info = {.items = run->items};
    int processors = run->params.info.processors;
    size_t *first = calloc((size_t)processors + 1, sizeof *first);
    size_t *next = malloc((run->count + 1) * sizeof *next);
    int *hops = calloc(run->count + 1, sizeof *hops);
    if (first && next && hops) {
        list_sends(run, first, next);
        for (int to = 0; to < processors; to++)
            for (size_t at = first[to]; at; at = next[at - 1])
                hops[at - 1] = weft_network_links(
                    run->network, run->event[at - 1].rank, to,
                    weft_network_way(run->network, &info, &run->event[at - 1]));
    } else {
        free(hops);
        hops = NULL;
    }
    free(first);
    free(next);
    return hops;
}
