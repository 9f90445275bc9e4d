/* The details of events, numbered in the order in which events refer to them:
 * their numbers in the table of the trace depend on the engine. */
#include "page.h"

#include "trace/io/out.h"

#include <stdlib.h>
#include <weft/unstable/details.h>

int page_details_make(const struct page_run *run, struct page_details *details)
{
    const struct weft_trace_info info = {.details = run->details};
    struct weft_details unused;
    uint32_t most = 0;
    *details = (struct page_details){.number = NULL};
    for (size_t i = 0; run->details && i < run->count; i++)
        if (run->event[i].items > most &&
            weft_event_details(&info, &run->event[i], &unused))
            most = run->event[i].items;
    details->room = most + 1;
    details->number = calloc(details->room, sizeof *details->number);
    details->event = calloc(details->room, sizeof *details->event);
    if (!details->number || !details->event)
        return -1;
    for (size_t i = 0; most && i < run->count; i++) {
        uint32_t items = run->event[i].items;
        if (!items || items > most || details->number[items])
            continue;
        details->event[details->count++] = (uint32_t)i;
        details->number[items] = (uint32_t)details->count;
    }
    return 0;
}

void page_details_finish(struct page_details *details)
{
    free(details->number);
    free(details->event);
}

/* Write [["5","MPI_COMM_WORLD","ring.c:17"],...]. */
int page_details_write(const struct page_run *run, struct output *out)
{
    const struct weft_trace_info info = {.details = run->details};
    struct weft_details found;
    struct page_details details;
    int result = page_details_make(run, &details);
    out_text(out, "[");
    for (size_t i = 0; !result && i < details.count; i++) {
        weft_event_details(&info, &run->event[details.event[i]], &found);
        for (int k = 0; k < WEFT_DETAILS; k++) {
            const char *before = i ? ",[" : "[";
            out_text(out, k ? "," : before);
            page_text(out, found.text[k]);
        }
        out_text(out, "]");
    }
    out_text(out, "]");
    page_details_finish(&details);
    return result;
}
