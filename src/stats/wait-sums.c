/* Adds up wait states, and derives values from the sums. */
#include "waits.h"

#include "base/base.h"

#include <math.h>
#include <stdlib.h>

const char *const weft_wait_names[WEFT_WAIT_KINDS] = {
    [WEFT_WAIT_LATE_SENDER] = "late sender",
    [WEFT_WAIT_LATE_RECEIVER] = "late receiver",
    [WEFT_WAIT_BARRIER] = "wait at barrier",
    [WEFT_WAIT_ALL_TO_ALL] = "wait at all-to-all",
    [WEFT_WAIT_LATE_ROOT] = "late broadcast",
    [WEFT_WAIT_EARLY_ROOT] = "early reduce",
};

int wait_rows_add(struct wait_rows *rows, const struct wait_row *row)
{
    if (!row->what.time)
        return 0;
    if (array_grow(&rows->row, &rows->capacity, rows->count + 1,
                   sizeof *rows->row))
        return -1;
    rows->row[rows->count] = *row;
    rows->row[rows->count++].what.count = 1;
    return 0;
}

static int compare_numbers(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* Compare two waits by all that a sum distinguishes. Equal waits are added
 * up. */
static int compare_what(const void *a, const void *b)
{
    const struct weft_waiting *x = a, *y = b;
    int kind = compare_numbers(x->kind, y->kind);
    int cause = compare_numbers(x->cause, y->cause);
    int waiter = compare_numbers(x->waiter, y->waiter);
    if (kind || cause)
        return kind ? kind : cause;
    return waiter ? waiter : compare_numbers(x->task, y->task);
}

static int compare_time(const void *a, const void *b)
{
    const struct weft_waiting *x = a, *y = b;
    if (x->time != y->time)
        return x->time > y->time ? -1 : 1;
    return compare_what(a, b);
}

struct weft_waiting *wait_rows_sum(const struct wait_rows *rows, bool pairs,
                                   size_t *count)
{
    struct weft_waiting *sum = malloc((rows->count + 1) * sizeof *sum);
    size_t kept = 0;
    if (!sum)
        return NULL;
    for (size_t i = 0; i < rows->count; i++) {
        sum[i] = rows->row[i].what;
        if (pairs)
            sum[i].task = -1;
        else
            sum[i].waiter = sum[i].cause = -1;
    }
    qsort(sum, rows->count, sizeof *sum, compare_what);
    for (size_t i = 0; i < rows->count; i++) {
        if (!kept || compare_what(&sum[kept - 1], &sum[i]) != 0) {
            sum[kept++] = sum[i];
            continue;
        }
        sum[kept - 1].count++;
        sum[kept - 1].time += sum[i].time;
    }
    qsort(sum, kept, sizeof *sum, compare_time);
    *count = kept;
    return sum;
}

static int compare_waits(const void *a, const void *b)
{
    const struct weft_wait *x = a, *y = b;
    int waiter = compare_numbers(x->waiter, y->waiter);
    if (waiter)
        return waiter;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    if (x->end != y->end)
        return x->end < y->end ? -1 : 1;
    return compare_numbers(x->cause, y->cause);
}

struct weft_wait *wait_rows_each(const struct wait_rows *rows)
{
    struct weft_wait *wait = malloc((rows->count + 1) * sizeof *wait);
    for (size_t i = 0; wait && i < rows->count; i++) {
        const struct wait_row *row = &rows->row[i];
        wait[i] = (struct weft_wait){row->what.kind, row->what.waiter,
                                     row->what.cause, row->from,
                                     row->from + row->what.time};
    }
    if (wait)
        qsort(wait, rows->count, sizeof *wait, compare_waits);
    return wait;
}

static int by_waiter_and_time(const void *a, const void *b)
{
    const struct wait_row *x = a, *y = b;
    if (x->what.kind != y->what.kind)
        return x->what.kind < y->what.kind ? -1 : 1;
    if (x->what.waiter != y->what.waiter)
        return x->what.waiter < y->what.waiter ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

uint64_t wait_rows_on_path(struct wait_rows *rows,
                           const struct weft_stats_result *stats)
{
    uint64_t sum = 0;
    if (rows->count)
        qsort(rows->row, rows->count, sizeof *rows->row, by_waiter_and_time);
    for (size_t i = 0; i < stats->path_events && rows->count; i++) {
        const struct weft_event *event = &stats->path_event[i];
        const struct wait_row key = {
            .what = {.kind = WEFT_WAIT_LATE_SENDER, .waiter = event->rank},
            .at = event->start};
        const struct wait_row *row =
            event->kind == WEFT_RECEIVE
                ? bsearch(&key, rows->row, rows->count, sizeof key,
                          by_waiter_and_time)
                : NULL;
        sum += row ? row->what.time : 0;
    }
    return sum;
}

static double ratio(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : NAN;
}

void wait_efficiencies(struct weft_waits *result,
                       const struct weft_stats_result *stats, int processors)
{
    int there = 0;
    result->makespan = stats->makespan;
    for (int rank = 0; rank < processors; rank++) {
        uint64_t busy = stats->load[rank].busy;
        there += !stats->load[rank].absent;
        result->useful += busy;
        result->most_useful =
            busy > result->most_useful ? busy : result->most_useful;
    }
    result->load_balance =
        ratio(result->useful, result->most_useful) / (there ? there : 1);
    result->serialisation = ratio(result->most_useful, result->ideal);
    result->transfer =
        result->most_useful ? ratio(result->ideal, result->makespan) : NAN;
    result->communication = result->serialisation * result->transfer;
    result->parallel = result->load_balance * result->communication;
}
