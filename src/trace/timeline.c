/* The events of a run, gathered by processor and start and handed on as
 * records: what is complete is written, sorted (timeline-sort.c). What the
 * records are is told in timeline-calls.c. */
#include "timeline.h"

#include "../base/base.h"
#include "out.h"

#include <errno.h>
#include <stdlib.h>

static int compare_as_text(const void *a, const void *b)
{
    char x[12], y[12];
    *weft_put_number(x, *(const uint32_t *)a) = '\0';
    *weft_put_number(y, *(const uint32_t *)b) = '\0';
    return strcmp(x, y);
}

/* by_text: the ranks, sorted as texts; place: where each rank is there. */
static int place_as_text(struct timeline *timeline, size_t processors)
{
    timeline->by_text = malloc((processors + 1) * sizeof(uint32_t));
    timeline->place = malloc((processors + 1) * sizeof(uint32_t));
    if (!timeline->by_text || !timeline->place)
        return -1;
    for (size_t i = 0; i < processors; i++)
        timeline->by_text[i] = (uint32_t)i;
    qsort(timeline->by_text, processors, sizeof(uint32_t), compare_as_text);
    for (size_t i = 0; i < processors; i++)
        timeline->place[timeline->by_text[i]] = (uint32_t)i;
    return 0;
}

int timeline_begin(struct timeline *timeline, struct weft_out *out,
                   const struct timeline_dialect *dialect,
                   const struct weft_trace_info *info)
{
    size_t processors = (size_t)info->processors;
    timeline->dialect = dialect;
    timeline->unit_us = info->unit_ns / 1000;
    timeline->exact = info->step > 0;
    if (info->step && info->unit_ns < 8000)
        return weft_out_fail(out, ERANGE,
                             "a step must last at least %llu microseconds in "
                             "PICL, %u for each time unit",
                             (unsigned long long)info->step * 8, 8u);
    timeline->node = calloc(processors + 1, sizeof *timeline->node);
    timeline->name = weft_names_create(info->processors);
    if (!timeline->node || !timeline->name ||
        place_as_text(timeline, processors) || timeline_batches_begin(timeline))
        return -1;
    while ((size_t)1 << timeline->bits < processors)
        timeline->bits++;
    for (size_t i = 0; i < processors; i++)
        timeline->node[i].task = -1;
    return weft_params_copy(&timeline->params, info);
}

void timeline_finish(struct timeline *timeline)
{
    timeline_batches_finish(timeline);
    weft_params_finish(&timeline->params);
    free(timeline->node);
    free(timeline->name);
    free(timeline->by_text);
    free(timeline->place);
    free(timeline->record);
    free(timeline->group);
}

/* Write what is complete, if that is much: all to come is at `start` or
 * later. Where a start is the same as the one before, less would be. */
static int write_before(struct timeline *timeline, struct weft_out *out,
                        uint64_t start, uint64_t before)
{
    if (start == before || timeline->count < timeline->enough)
        return 0;
    if (timeline_flush(timeline, out, timeline_microseconds(timeline, start)))
        return -1;
    timeline->enough = 2 * timeline->count + 16384;
    return 0;
}

static bool belongs(const struct weft_event *a, const struct weft_event *b)
{
    return a->start == b->start && a->rank == b->rank;
}

/* Keep the beginning of a group whose rest is to come. */
static int keep(struct timeline *timeline, const struct weft_event *event,
                size_t count)
{
    if (weft_grow(&timeline->group, &timeline->group_capacity,
                  timeline->group_count + count, sizeof *event))
        return -1;
    memcpy(timeline->group + timeline->group_count, event,
           count * sizeof *event);
    timeline->group_count += count;
    return 0;
}

/* The group that was kept, if what comes next is none of it. */
static int finish_kept(struct timeline *timeline, struct weft_out *out)
{
    size_t count = timeline->group_count;
    timeline->group_count = 0;
    return count ? timeline_lay_out(timeline, out, timeline->group, count) : 0;
}

int timeline_events(struct timeline *timeline, struct weft_out *out,
                    const struct weft_event *event, size_t count)
{
    for (size_t i = 0, end; i < count; i = end) {
        const struct weft_event *first = &event[i];
        for (end = i + 1; end < count && belongs(first, &event[end]);)
            end++;
        bool more = timeline->group_count && belongs(timeline->group, first);
        if (timeline->group_count && !more &&
            (finish_kept(timeline, out) ||
             write_before(timeline, out, first->start, timeline->group->start)))
            return -1;
        if (more || end == count) {
            if (keep(timeline, first, end - i))
                return -1;
            continue;
        }
        if (timeline_lay_out(timeline, out, first, end - i) ||
            write_before(timeline, out, event[end].start, first->start))
            return -1;
    }
    return 0;
}

int timeline_end(struct timeline *timeline, struct weft_out *out, uint64_t *end)
{
    if (finish_kept(timeline, out))
        return -1;
    *end = 1;
    for (int i = 0; i < timeline->params.info.processors; i++) {
        const struct timeline_node *node = &timeline->node[i];
        uint64_t last = node->early > node->late ? node->early : node->late;
        *end = last >= *end ? last + 1 : *end;
    }
    if (timeline_end_tasks(timeline, (*end)++))
        return -1;
    return timeline_flush(timeline, out, UINT64_MAX) ||
                   timeline_batches_end(timeline, out)
               ? -1
               : 0;
}
