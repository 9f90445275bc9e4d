/* Collects the events of a run by processor and start and converts them to
 * records (timeline-calls.c); complete records are sorted and written
 * (timeline-sort.c). */
#include "timeline-pen.h"

#include "base/base.h"
#include "trace/io/out.h"

#include <stdlib.h>

static int compare_as_text(const void *a, const void *b)
{
    char x[12], y[12];
    *put_number(x, *(const uint32_t *)a) = '\0';
    *put_number(y, *(const uint32_t *)b) = '\0';
    return strcmp(x, y);
}

/* Set by_text to the ranks in the order in which they sort as text. */
static int sort_as_text(struct timeline *timeline, size_t processors)
{
    timeline->by_text = malloc((processors + 1) * sizeof(uint32_t));
    if (!timeline->by_text)
        return -1;
    for (size_t i = 0; i < processors; i++)
        timeline->by_text[i] = (uint32_t)i;
    qsort(timeline->by_text, processors, sizeof(uint32_t), compare_as_text);
    return 0;
}

int timeline_begin(struct timeline *timeline, struct output *out,
                   const struct timeline_dialect *dialect,
                   const struct weft_trace_info *info)
{
    size_t processors = (size_t)info->processors;
    timeline->dialect = dialect;
    timeline->unit_us = info->unit_ns / 1000;
    timeline->exact = info->step > 0;
    timeline->longest = info->step;
    if (weft_trace_info_ticks(info) > 1)
        return out_fail(out, WEFT_ERROR_MISUSE,
                        "PICL cannot represent the times of shared links, "
                        "which are in ticks of %llu to a time unit; chrome, "
                        "csv and paje can",
                        (unsigned long long)weft_trace_info_ticks(info));
    if (info->step && info->unit_ns < 8000)
        return out_fail(out, WEFT_ERROR_LIMIT,
                        "a step must last at least %llu microseconds in "
                        "PICL, %u for each time unit",
                        (unsigned long long)info->step * 8, 8u);
    timeline->node = calloc(processors + 1, sizeof *timeline->node);
    timeline->name = names_create(info->processors);
    if (!timeline->node || !timeline->name ||
        sort_as_text(timeline, processors) || timeline_batches_begin(timeline))
        return -1;
    for (size_t i = 0; i < processors; i++)
        timeline->node[i].task = -1;
    return params_copy(&timeline->params, info);
}

void timeline_finish(struct timeline *timeline)
{
    timeline_batches_finish(timeline);
    params_finish(&timeline->params);
    free(timeline->node);
    free(timeline->name);
    free(timeline->by_text);
    free(timeline->record);
    agenda_finish(&timeline->ends);
    free(timeline->group);
}

static bool timeline_belongs(const struct weft_event *a,
                             const struct weft_event *b)
{
    return a->start == b->start && a->rank == b->rank;
}

/* Keep the first events of a group until the others arrive. */
static int timeline_keep(struct timeline *timeline,
                         const struct weft_event *event, size_t count)
{
    if (array_grow(&timeline->group, &timeline->group_capacity,
                   timeline->group_count + count, sizeof *event))
        return -1;
    memcpy(timeline->group + timeline->group_count, event,
           count * sizeof *event);
    timeline->group_count += count;
    return 0;
}

/* Lay out the group that was kept, when an event arrives that does not belong
 * to it. */
static int finish_kept(struct timeline *timeline, struct output *out)
{
    size_t count = timeline->group_count;
    timeline->group_count = 0;
    return count ? timeline_lay_out(timeline, out, timeline->group, count) : 0;
}

int timeline_events(struct timeline *timeline, struct output *out,
                    const struct weft_event *event, size_t count)
{
    size_t begin = 0, last = count;
    while (begin < count && timeline->group_count &&
           timeline_belongs(timeline->group, &event[begin]))
        begin++;
    if (begin && timeline_keep(timeline, event, begin))
        return -1;
    if (begin == count)
        return 0;
    do
        last--;
    while (last > begin && timeline_belongs(&event[last - 1], &event[last]));
    return finish_kept(timeline, out) ||
                   timeline_lay_out(timeline, out, event + begin,
                                    last - begin) ||
                   timeline_keep(timeline, event + last, count - last)
               ? -1
               : 0;
}

/* End the waits that are in progress at the end of the trace. */
static int end_waits(struct timeline *timeline)
{
    uint64_t time = timeline->last + 1;
    for (int i = 0; i < timeline->params.info.processors; i++) {
        struct weft_event event = {.rank = i};
        if (!timeline->node[i].waiting)
            continue;
        if (timeline_reserve(timeline, 1))
            return -1;
        struct timeline_pen pen = pen_of(timeline, i);
        pen_close_wait(&pen, &event, time);
        pen_put_down(&pen, timeline);
    }
    return 0;
}

/* End the tasks that are in progress at the end of the trace. */
static int end_tasks(struct timeline *timeline, uint64_t time)
{
    int processors = timeline->params.info.processors;
    if (timeline_reserve(timeline, (size_t)processors))
        return -1;
    for (int i = 0; i < processors; i++) {
        struct weft_event event = {.rank = i};
        struct timeline_pen pen = pen_of(timeline, i);
        if (pen.node->task >= 0)
            pen_add(&pen, TIMELINE_SERVE_END, time, &event,
                    (uint64_t)pen.node->task);
        pen_put_down(&pen, timeline);
    }
    return 0;
}

int timeline_end(struct timeline *timeline, struct output *out, uint64_t *end)
{
    if (finish_kept(timeline, out) || timeline_check_longest(timeline, out) ||
        timeline_end_until(timeline, out, UINT64_MAX))
        return -1;
    if (end_waits(timeline))
        return -1;
    timeline_drift_report(timeline, out);
    /* the gap before the end of the file shows whether a task that ends right
     * after the last receive gives the message its number */
    uint64_t gap = 1;
    for (int i = 0; i < timeline->params.info.processors; i++)
        if (timeline->node[i].unnumbered)
            gap = 3;
    if (end_tasks(timeline, timeline->last + gap))
        return -1;
    *end = timeline->last + gap + 1;
    return timeline_flush(timeline, out, UINT64_MAX) ||
                   timeline_batches_end(timeline, out)
               ? -1
               : 0;
}
