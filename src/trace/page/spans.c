/* The states of processors as the page needs them: by processor, in order of
 * time, and summed over parts of the run. */
#include "page.h"

#include <stdlib.h>

enum span_state page_state(const struct page_run *run,
                           const struct page_span *span)
{
    return span->state == STATE_OPEN ? run->open : (enum span_state)span->state;
}

/* Return the index of each processor's first span: [processors + 1]. */
static size_t *count_spans(const struct page_run *run)
{
    size_t processors = (size_t)run->params.info.processors;
    size_t *place = calloc(processors + 1, sizeof *place);
    for (size_t i = 0; place && i < run->spans; i++)
        place[run->span[i].rank + 1]++;
    for (size_t i = 0; place && i < processors; i++)
        place[i + 1] += place[i];
    return place;
}

/* Join adjoining spans of one state. */
static void page_spans_join(struct page_run *run)
{
    size_t kept = 0;
    for (size_t i = 0; i < run->spans; i++) {
        struct page_span span = run->span[i];
        if (span.state != STATES)
            span.state = (uint8_t)page_state(run, &span);
        const struct page_span *last = &run->span[kept - !!kept];
        if (!kept || last->rank != span.rank || last->state != span.state)
            run->span[kept++] = span;
    }
    run->spans = kept;
}

int page_spans_sort(struct page_run *run)
{
    size_t *place = count_spans(run);
    struct page_span *sorted = malloc((run->spans + 1) * sizeof *sorted);
    if (!place || !sorted) {
        free(place);
        free(sorted);
        return -1;
    }
    for (size_t i = 0; i < run->spans; i++)
        sorted[place[run->span[i].rank]++] = run->span[i];
    free(place);
    free(run->span);
    run->span = sorted;
    run->span_capacity = run->spans;
    page_spans_join(run);
    return 0;
}

/* Add the time of a span to each part of the run that it overlaps. */
static void spans_add(double (*level)[STATES - 1], enum span_state state,
                      double begin, double end, double width)
{
    if (!(width > 0) || state >= STATE_OPEN)
        return;
    for (size_t bin = (size_t)(begin / width); bin < PAGE_BINS; bin++) {
        double from = (double)bin * width, to = from + width;
        if (from >= end)
            break;
        level[bin][state] +=
            (end < to ? end : to) - (begin > from ? begin : from);
    }
}

double (*page_levels(const struct page_run *run))[STATES - 1]
{
    double(*level)[STATES - 1] = calloc(PAGE_BINS, sizeof *level);
    double width = (double)(run->end - run->origin) / PAGE_BINS;
    for (size_t i = 0; level && i + 1 < run->spans; i++) {
        const struct page_span *span = &run->span[i];
        if (span->state != STATES)
            spans_add(level, page_state(run, span),
                      (double)(span->start - run->origin),
                      (double)(span[1].start - run->origin), width);
    }
    return level;
}
