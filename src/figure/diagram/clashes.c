/* Runs the checker to find the processors that break a rule in the drawn
 * steps. */
#include "diagram.h"

#include <stdlib.h>
#include <weft/check.h>
#include <weft/trace.h>

static void clashes_mark(void *arg, uint64_t slot, int rank)
{
    (void)slot;
    bool *clashes = arg;
    if (rank >= 0)
        clashes[rank] = true;
}

/* Return the transfers of the window as events, sorted. */
static struct weft_event *clashes_events_of(const struct view *view)
{
    size_t count = 2 * view->transfers;
    struct weft_event *events = calloc(count + 1, sizeof *events);
    for (size_t i = 0; events && i < count; i++) {
        const struct view_transfer *t = &view->transfer[i / 2];
        bool sends = i % 2 == 0;
        events[i] = (struct weft_event){
            .start = t->start,
            .duration = t->end - t->start,
            .since = t->start,
            .rank = sends ? t->source : t->destination,
            .peer = sends ? t->destination : t->source,
            .message = t->message,
            .dimension = -1,
            .kind = sends ? WEFT_SEND : WEFT_RECEIVE,
        };
    }
    if (events)
        weft_events_sort(events, count);
    return events;
}

static int clashes_feed(struct weft_check *check, const struct view *view)
{
    struct weft_event *events = clashes_events_of(view);
    const struct weft_sink *sink = weft_check_sink(check);
    struct weft_trace_info info = view->trace->info;
    int result = -1;
    if (events && !sink->begin(sink->arg, &info) &&
        !sink->events(sink->arg, events, 2 * view->transfers))
        result = sink->end(sink->arg);
    free(events);
    return result;
}

int diagram_judge(struct diagram *d)
{
    const struct weft_trace_info *info = &d->view.trace->info;
    const char *name = weft_trace_info_get(info, "model");
    struct weft_model model;
    if (!name || weft_model_parse(name, &model, NULL))
        return 0;
    int size = weft_network_size(d->network);
    d->clashes = calloc((size_t)size + 1, sizeof *d->clashes);
    if (!d->clashes)
        return -1;
    struct weft_check_options options = {.network = d->network,
                                         .model = &model,
                                         .root = -1,
                                         .causality = WEFT_CAUSALITY_OFF,
                                         .reported = clashes_mark,
                                         .reported_arg = d->clashes};
    struct weft_check *check = weft_check_create(&options, NULL);
    int result = check ? clashes_feed(check, &d->view) : -1;
    weft_check_destroy(check);
    return result;
}
