/* Reports what PICL cannot represent. */
#include "timeline.h"

#include "trace/io/out.h"

#include <math.h>
#include <stdio.h>

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
              "PICL cannot represent this, chrome and paje can"
            : "processor %d waited for the message received at time %llu "
              "across other events; PICL cannot represent this, chrome and "
              "paje can";
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

/* Limit, in microseconds, on how far records may be moved. */
#define TIMELINE_REFUSE_MOVED_MAX 1000

int timeline_check_moved(const struct timeline *timeline, struct output *out,
                         int32_t rank)
{
    uint64_t from = timeline->start.microseconds;
    uint64_t to = timeline->node[rank].early;
    if (timeline->exact || to <= from + TIMELINE_REFUSE_MOVED_MAX)
        return 0;
    return out_fail(
        out, WEFT_ERROR_LIMIT,
        "the records of processor %d at time %llu need a microsecond each in "
        "PICL and do not fit: make all times longer (weft convert --step-us)",
        rank, (unsigned long long)timeline->start.time);
}

/* Whether a record begins or ends a call. In foreign traces, records are moved
 * because each needs its own microsecond, which changes the durations in short
 * runs. */
enum { BEGINS = 1, ENDS };
static const uint8_t side[TIMELINE_KINDS] = {
    [TIMELINE_SEND_BEGIN] = BEGINS, [TIMELINE_SEND_END] = ENDS,
    [TIMELINE_WAIT_END] = ENDS,     [TIMELINE_TAKE_BEGIN] = BEGINS,
    [TIMELINE_TAKE_END] = ENDS,     [TIMELINE_COMPUTE_BEGIN] = BEGINS,
    [TIMELINE_COMPUTE_END] = ENDS,  [TIMELINE_SLEEP_BEGIN] = BEGINS,
    [TIMELINE_SLEEP_END] = ENDS,    [TIMELINE_CALL_BEGIN] = BEGINS,
    [TIMELINE_CALL_END] = ENDS,
};

static int drift_class(uint8_t what)
{
    if (what >= TIMELINE_SLEEP_BEGIN)
        return 2;
    return what < TIMELINE_COMPUTE_BEGIN;
}

static void drift_span(struct timeline_drift *drift, uint64_t begin,
                       uint64_t end)
{
    if (!drift->any || begin < drift->begin)
        drift->begin = begin;
    if (end > drift->end)
        drift->end = end;
}

void timeline_drift_add(struct timeline_drift *drift,
                        const struct timeline_record *record,
                        const struct weft_event *event, uint64_t unit_ns)
{
    uint64_t begin = event->start * unit_ns, written = record->time * 1000;
    uint64_t end = begin + event->duration * unit_ns;
    if (record->what == TIMELINE_WAIT_VAIN)
        return; /* the end of a wait without a message belongs to no event */
    drift_span(drift, begin, end);
    if (!drift->any || written < drift->first)
        drift->first = written;
    drift->any = true;
    struct timeline_drift_calls *calls =
        &drift->calls[drift_class(record->what)];
    if (side[record->what] == BEGINS && end > calls->busy_end) {
        calls->busy +=
            end - (begin > calls->busy_end ? begin : calls->busy_end);
        calls->busy_end = end;
    }
    /* an explicit duration does not change when records are moved */
    if (record->explicit || record->what == TIMELINE_WAIT_END)
        return;
    if (side[record->what] == BEGINS)
        calls->longer -= (int64_t)(written - begin);
    else if (side[record->what] == ENDS)
        calls->longer += (int64_t)(written - end);
}

/* Return a change relative to the duration. */
static double drift_share(double change, double duration)
{
    return duration > 0 ? fabs(change) / duration : change != 0;
}

/* The largest relative change of a duration: of the makespan, or of the time of
 * a processor in one kind of calls. */
struct drift_loss {
    double share;
    int32_t rank;
    const char *what; /* name of the duration that changes */
};

static const char *const drift_names[TIMELINE_DRIFTS] = {
    "time in computations", "time in transfers", "time in sleeps and calls"};

static void drift_most(struct drift_loss *most, double share, int32_t rank,
                       const char *what)
{
    if (share > most->share)
        *most = (struct drift_loss){share, rank, what};
}

static struct drift_loss drift_loss(const struct timeline *timeline)
{
    struct timeline_drift all = {0};
    struct drift_loss most = {0};
    for (int32_t i = 0; i < timeline->params.info.processors; i++) {
        const struct timeline_drift *one = &timeline->node[i].drift;
        if (!one->any)
            continue;
        drift_span(&all, one->begin, one->end);
        if (!all.any || one->first < all.first)
            all.first = one->first;
        all.any = true;
        for (int k = 0; k < TIMELINE_DRIFTS; k++) {
            const struct timeline_drift_calls *calls = &one->calls[k];
            uint64_t base = calls->busy ? calls->busy : one->end - one->begin;
            drift_most(&most, drift_share((double)calls->longer, (double)base),
                       i, drift_names[k]);
        }
    }
    uint64_t last = timeline->last * 1000;
    double makespan = (double)(all.end - all.begin);
    double written = (double)(last - all.first);
    if (all.any)
        drift_most(&most, drift_share(written - makespan, makespan), -1,
                   "makespan");
    return most;
}

void timeline_drift_report(const struct timeline *timeline, struct output *out)
{
    struct drift_loss loss = drift_loss(timeline);
    double unit_ns = (double)timeline->params.info.unit_ns;
    /* aim at half of 1 %, because in longer steps less of the change cancels
     * out */
    double step_us = ceil(loss.share * unit_ns / 5);
    char of[30] = "";
    if (loss.rank >= 0)
        snprintf(of, sizeof of, " of processor %d", loss.rank);
    if (!timeline->exact && loss.share >= 0.01)
        snprintf(out->loss, sizeof out->loss,
                 "the %s%s changes by %.0f %%, because each record needs a "
                 "whole microsecond: to keep the proportions, make all times "
                 "%g times as long (--step-us %.0f)",
                 loss.what, of, loss.share * 100, step_us * 1000 / unit_ns,
                 step_us);
}
