/* The outcome of a run, and the error if it failed. */
#include "verdict.h"
#include "base/base.h"
#include "cluster/cluster.h"
#include "conflict.h"
#include "engine/limits.h"
#include "link.h"
#include "loop/loop.h"
#include "processor.h"
#include "record/merge.h"
#include "run.h"
#include "schedule/deadlock.h"
#include "schedule/worker.h"
#include <errno.h>
#include <string.h>

void outcome_untaken(struct weft_outcome *outcome, uint64_t count,
                     const struct weft_untaken *first)
{
    if (count &&
        (!outcome->untaken || untaken_before(first, &outcome->first_untaken)))
        outcome->first_untaken = *first;
    outcome->untaken += count;
}

/* Count messages that were not taken; those in links precede missed ones. */
static void count_untaken(const struct run *run, struct weft_outcome *outcome)
{
    for (int i = run->low; i < run->high; i++) {
        struct weft_untaken first;
        uint64_t count = link_untaken(&run->processor[i].links, i, &first);
        outcome_untaken(outcome, count, &first);
    }
    for (int r = 0; r < run->workers; r++)
        outcome_untaken(outcome, run->worker[r].missed,
                        &run->worker[r].first_missed);
}

void outcome_count(const struct run *run, struct weft_outcome *outcome)
{
    outcome->slot = run->slot;
    outcome->ticks = run->ticks;
    for (int r = 0; r < run->workers; r++) {
        const struct worker *worker = &run->worker[r];
        if (worker->makespan > outcome->makespan)
            outcome->makespan = worker->makespan;
        outcome->messages += worker->messages;
        outcome->bytes += worker->bytes;
        if (worker->longest > outcome->longest)
            outcome->longest = worker->longest;
        outcome->threads += worker->threads;
        outcome->switches += worker->switches;
        conflicts_merge(outcome, &worker->conflicts);
    }
    count_untaken(run, outcome);
    for (int i = run->low; i < run->high; i++)
        outcome->load[i] = run->processor[i].load;
}

static int fail_conflict(const struct run *run,
                         const struct weft_outcome *outcome,
                         struct weft_error *err)
{
    char text[400];
    conflict_format(&outcome->conflict[0], run->machine->model.name, text,
                    sizeof text);
    return weft_error_set(err, WEFT_ERROR_RULE, 0, "conflict: %s", text);
}

static int fail_program(const struct run *run, struct weft_outcome *outcome,
                        struct weft_error *err)
{
    const struct weft_processor *processor = &run->processor[run->fail_rank];
    unsigned long long step = run_step(run, processor->clock);
    const char *reason =
        processor->reason ? processor->reason : "no reason given";
    if (run->fail_kind == WEFT_ERROR_LIMIT)
        return weft_error_set(err, WEFT_ERROR_LIMIT, 0, "%s", reason);
    outcome->report = format_text("processor %d failed in step %llu: %s\n",
                                  processor->rank, step, reason);
    if (!processor->reason)
        return weft_error_set(err, WEFT_ERROR_STOPPED, 0,
                              "processor %d failed in step %llu",
                              processor->rank, step);
    return weft_error_set(err, WEFT_ERROR_STOPPED, 0, "%s (step %llu)", reason,
                          step);
}

/* Set an error with the first lines of the report joined. */
static int fail_stopped(const struct weft_outcome *outcome,
                        enum weft_error_kind kind, struct weft_error *err)
{
    char text[300] = "no memory for a report";
    size_t used = 0;
    const char *from = outcome->report ? outcome->report : "";
    for (int lines = 0; *from && lines < 2 && used < sizeof text - 3; from++) {
        bool end = *from == '\n';
        lines += end;
        if (end && lines < 2)
            text[used++] = ';';
        if (!end || lines < 2)
            text[used++] = end ? ' ' : *from;
        text[used] = '\0';
    }
    return weft_error_set(err, kind, 0, "%s", text);
}

int outcome_refused(const struct run *run, struct weft_error *err)
{
    if (run->hard_system == EAGAIN)
        return limits_explain(run, err);
    if (run->hard_system)
        return weft_error_system(err, run->hard_system, 0, "%s",
                                 strerror(run->hard_system));
    return weft_error_set(err, run->hard, 0, "%s", run->hard_text);
}

int outcome_judge(struct run *run, struct weft_outcome *outcome,
                  struct weft_error *err)
{
    conflicts_merge(outcome, &run->conflicts);
    if (run->fail_rank >= 0)
        return fail_program(run, outcome, err);
    if (run->deadlock || run->limited)
        outcome->report = deadlock_report(run);
    if (outcome->conflicts && run->machine->on_conflict != WEFT_CONFLICT_REPORT)
        return fail_conflict(run, outcome, err);
    if (run->deadlock)
        return fail_stopped(outcome, WEFT_ERROR_DEADLOCK, err);
    if (run->limited)
        return fail_stopped(outcome, WEFT_ERROR_LIMIT, err);
    if (run->limit && outcome->makespan >= run->limit)
        return weft_error_set(
            err, WEFT_ERROR_LIMIT, 0,
            "the run took %llu time units, more than the "
            "limit of %llu (%llu steps)",
            (unsigned long long)steps_of(outcome->makespan, run->ticks),
            (unsigned long long)(run->limit - 1) / run->ticks,
            (unsigned long long)run->machine->max_steps);
    const struct weft_sink *sink = run->sink;
    if (!sink || !sink->end)
        return 0;
    return merge_refused(sink->end(sink->arg), err);
}

int verdict(struct run *run, struct weft_outcome *outcome,
            struct weft_error *err)
{
    if (run->share)
        return share_end(run, outcome, err);
    if (run->hard)
        return outcome_refused(run, err);
    if (merge_rest(run, err))
        return -1;
    outcome_count(run, outcome);
    if (run->loop)
        loop_sum_up(run, outcome);
    return outcome_judge(run, outcome, err);
}
