/* Draws the critical path over a space-time diagram: along the line of a
 * processor while the run depends on this processor, along an arrow while it
 * depends on a message. */
#include "spacetime.h"

#include <string.h>

int path_find(struct spacetime *figure)
{
    const struct weft_trace *trace = figure->chart.view.trace;
    figure->path = weft_stats_create(NULL);
    if (!figure->path)
        return -1;
    const struct weft_sink *sink = weft_stats_sink(figure->path);
    if (sink->begin(sink->arg, &trace->info) ||
        sink->events(sink->arg, trace->events, trace->count))
        return -1;
    return sink->end(sink->arg) ? -1 : 0;
}

static uint64_t spacetime_path_end_of(const struct weft_event *event)
{
    return event->start + event->duration;
}

/* Return whether the event is the reception of the message that `before`
 * sent. */
static bool spacetime_path_receives(const struct weft_event *event,
                                    const struct weft_event *before)
{
    return before && event->kind == WEFT_RECEIVE && before->kind == WEFT_SEND &&
           before->rank != event->rank && before->rank == event->peer &&
           before->message == event->message;
}

static void stay(const struct spacetime *figure, int rank, uint64_t start,
                 uint64_t end, const struct style *style, struct svg *svg)
{
    struct view_transfer line = {
        .start = start, .end = end, .source = rank, .destination = rank};
    if (end > start && view_rank(&figure->chart.view, rank))
        spacetime_arrow(&figure->chart, &line, style, svg);
}

static void spacetime_path_go(const struct spacetime *figure,
                              const struct weft_event *send,
                              const struct weft_event *receive,
                              const struct style *style, struct svg *svg)
{
    struct view_transfer line = {.start = send->start,
                                 .end = spacetime_path_end_of(receive),
                                 .source = send->rank,
                                 .destination = receive->rank};
    const struct view *view = &figure->chart.view;
    if (view_rank(view, line.source) || view_rank(view, line.destination))
        spacetime_arrow(&figure->chart, &line, style, svg);
}

void path_draw(const struct spacetime *figure, struct svg *svg)
{
    const struct weft_stats_result *result = weft_stats_result(figure->path);
    const struct weft_event *path = result->path_event;
    static const struct style line = {0}, arrow = {.marker = "arrow-3"};
    svg_group(svg, 0, 0,
              &(struct style){
                  .class = "path", .stroke = palette_colour(3), .width = 2.4});
    for (size_t i = 0; i < result->path_events; i++) {
        const struct weft_event *before = i ? &path[i - 1] : NULL;
        bool leaves = i + 1 < result->path_events &&
                      spacetime_path_receives(&path[i + 1], &path[i]);
        if (spacetime_path_receives(&path[i], before)) {
            spacetime_path_go(figure, before, &path[i], &arrow, svg);
            continue;
        }
        if (before && before->rank == path[i].rank)
            stay(figure, path[i].rank, spacetime_path_end_of(before),
                 path[i].start, &line, svg);
        if (!leaves)
            stay(figure, path[i].rank, path[i].start,
                 spacetime_path_end_of(&path[i]), &line, svg);
    }
    svg_end(svg);
}
