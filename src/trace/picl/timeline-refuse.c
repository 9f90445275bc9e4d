/* What PICL cannot hold, and how that is said. */
#include "timeline.h"

#include "trace/io/out.h"

int timeline_check_fit(const struct timeline *timeline, struct output *out,
                       const struct weft_event *group, uint64_t need)
{
    const struct weft_trace_info *info = &timeline->params.info;
    if (!timeline->exact || need <= timeline->unit_us)
        return 0;
    return out_fail(
        out, WEFT_ERROR_LIMIT,
        "processor %d at time %llu needs %llu microseconds of one time unit in "
        "PICL: make a step last at least %llu microseconds (--step-us)",
        group->rank, (unsigned long long)group->start, (unsigned long long)need,
        (unsigned long long)(need * info->step));
}

int timeline_refuse_loose(struct output *out, const struct weft_event *group)
{
    return out_fail(out, WEFT_ERROR_MISUSE,
                    "PICL needs both ends of each transfer; a transfer of "
                    "processor %d at time %llu has only one",
                    group->rank, (unsigned long long)group->start);
}

int timeline_refuse_unnumbered(struct output *out,
                               const struct weft_event *event)
{
    return out_fail(out, WEFT_ERROR_MISUSE,
                    "the %s of processor %d at time %llu has no number, "
                    "which PICL needs",
                    weft_event_names[event->kind], event->rank,
                    (unsigned long long)event->start);
}

int timeline_refuse_wait(struct output *out, const struct weft_event *event)
{
    const char *wrong =
        event->kind == WEFT_WAIT
            ? "processor %d begins to wait at time %llu while it receives; "
              "PICL cannot represent this"
            : "processor %d receives an awaited message at time %llu, but the "
              "trace has no such wait at that time";
    return out_fail(out, WEFT_ERROR_MISUSE, wrong, event->rank,
                    (unsigned long long)event->start);
}

int timeline_check_overlap(const struct timeline *timeline, struct output *out,
                           const struct weft_event *event)
{
    if (!timeline->dialect->has[TIMELINE_STAT])
        return 0;
    return out_fail(out, WEFT_ERROR_LIMIT,
                    "calls of processor %d at time %llu overlap or have no "
                    "duration; picl1 cannot represent this, picl can",
                    event->rank, (unsigned long long)event->start);
}

int timeline_check_longest(struct timeline *timeline, struct output *out)
{
    bool good = !timeline->exact || timeline->longer <= timeline->longest;
    timeline->longer = 0;
    return good ? 0
                : out_fail(
                      out, WEFT_ERROR_MISUSE,
                      "a receive of processor %d at time %llu lasts longer "
                      "than all sends before it; PICL cannot represent this",
                      timeline->longer_rank,
                      (unsigned long long)timeline->start.time);
}

/* A millisecond later than they were. */
#define MOVED_MAX 1000

int timeline_check_moved(const struct timeline *timeline, struct output *out,
                         int32_t rank)
{
    uint64_t from = timeline->start.microseconds;
    uint64_t to = timeline->node[rank].early;
    if (timeline->exact || to <= from + MOVED_MAX)
        return 0;
    return out_fail(
        out, WEFT_ERROR_LIMIT,
        "the records of processor %d at time %llu need a microsecond each in "
        "PICL and do not fit: make a time unit longer (weft convert --step-us)",
        rank, (unsigned long long)timeline->start.time);
}
