/* Reads a PICL file of either version.
 *
 * A trace written by weft has all parameters in its first records, and is read
 * once. Any other file is read twice: first for the number of processors, the
 * resolution of its times and whether it is ordered by time, then for its
 * events. PICL's own raw files list one processor after the other; their events
 * are sorted at the end (see order.c). Memory: that of order.c, and some 300
 * bytes per processor. */
#include "import.h"

#include "scanner.h"
#include "statistics.h"
#include "tracemsg.h"

#include "base/base.h"

#include <stdlib.h>

static const char *const left_names[PICL_LEFT_KINDS] = {
    [PICL_LEFT_STATISTICS] = "record| of statistics",
    [PICL_LEFT_COMPLETIONS] = "completion| of non-blocking calls",
    [PICL_LEFT_MESSAGES] = "text message",
    [PICL_LEFT_VALUES] = "value| of tracemark arrays below 0 or above 2^31-1",
    [PICL_LEFT_LISTS] = "list| of data of marks",
    [PICL_LEFT_OTHER] = "other record",
};

/* Report a wrong parameter, if any. Return 0, or -1 if there is one. */
static int refuse_params(enum weft_error_kind wrong,
                         const struct picl_params *params,
                         struct weft_error *err)
{
    if (wrong == WEFT_ERROR_FORMAT)
        weft_error_set(err, wrong, 0, "%s", params->params.wrong);
    return wrong ? -1 : 0;
}

/* Read the parameters of a run at the beginning of the file. */
static int read_params(struct input *in, const struct picl_dialect *dialect,
                       struct picl_params *params, struct weft_error *err)
{
    struct picl_record record;
    struct picl_start start = {.length = 0};
    int more;
    while ((more = picl_scan_line(in, dialect, &record, &start, err))) {
        if (more < 0)
            return -1;
        if (!record.preamble)
            break;
        if (!record.word)
            continue;
        size_t length = strcspn(record.word, " \t");
        if (refuse_params(picl_params_word(params, record.word, length), params,
                          err))
            return -1;
    }
    if (in_failed(in, err))
        return -1;
    return refuse_params(picl_params_complete(params), params, err);
}

/* Results of the first pass over a foreign trace. */
struct picl_survey {
    int64_t high; /* highest number of a processor */
    uint64_t last;
    /* sorted: whether the file is ordered by time; fine: whether some times are
     * not whole microseconds */
    bool sorted, fine;
    uint64_t *in_calls; /* [found] time in calls of each processor, in
                           nanoseconds */
    size_t found, room;
    struct statistics **statistics; /* [counted] statistics of each processor,
                                       owned */
    size_t counted, more;
    uint64_t replaced; /* number of values that were replaced by later ones of
                          the same processor */
};

/* Lengthen in_calls[] to `processors` elements. Return 0, or -1 if out of
 * memory. */
static int import_reach(struct picl_survey *survey, size_t processors)
{
    if (array_grow(&survey->in_calls, &survey->room, processors,
                   sizeof *survey->in_calls))
        return -1;
    while (survey->found < processors)
        survey->in_calls[survey->found++] = UINT64_MAX;
    return 0;
}

/* Store the numbers of a statistics record. Return 0, or -1 if out of
 * memory. */
static int import_count(struct picl_survey *survey,
                        const struct picl_record *record)
{
    size_t node = (size_t)record->node;
    if (array_grow(&survey->statistics, &survey->more, node + 1,
                   sizeof *survey->statistics))
        return -1;
    while (survey->counted <= node)
        survey->statistics[survey->counted++] = NULL;
    int replaced = statistics_keep(&survey->statistics[node], record->row - 1,
                                   record->word);
    survey->replaced += replaced > 0;
    return replaced < 0 ? -1 : 0;
}

/* Process a record in the first pass. Return 0, or -1 if out of memory. */
static int import_look_at(struct picl_survey *survey,
                          const struct picl_record *record)
{
    if (record->node > survey->high)
        survey->high = record->node;
    if (record->peer > survey->high)
        survey->high = record->peer;
    survey->fine = survey->fine || record->time % 1000;
    survey->sorted = survey->sorted && record->time >= survey->last;
    survey->last = record->time;
    if (record->node < 0 || record->node >= WEFT_TRACE_PROCESSORS_MAX)
        return 0;
    if (record->row && record->word && import_count(survey, record))
        return -1;
    if (!record->in_calls)
        return 0;
    if (import_reach(survey, (size_t)record->node + 1))
        return -1;
    survey->in_calls[record->node] = record->in_calls;
    return 0;
}

/* Copy the measured values to the parameters. Return 0, or -1 if out of
 * memory. */
static int take_measured(const struct picl_survey *found, struct params *params)
{
    uint64_t unit = params->info.unit_ns;
    for (size_t i = 0; i < found->found; i++)
        if (found->in_calls[i] != UINT64_MAX &&
            params_set_calls(params, i, found->in_calls[i] / unit))
            return -1;
    for (size_t i = 0; i < found->counted; i++) {
        struct statistics *kept = found->statistics[i];
        char *text = kept ? statistics_text(kept) : NULL;
        int status = kept && (!text || params_set_statistics(params, i, text));
        free(text);
        if (status)
            return -1;
    }
    return 0;
}

/* Make the first pass over the file. Return 0, or -1; err is set in the same
 * cases as by picl_read(). */
static int look_at_all(struct input *in, const struct picl_dialect *dialect,
                       struct picl_survey *found, struct weft_error *err)
{
    struct picl_scanner *scanner = picl_scanner_create(in, dialect);
    if (!scanner)
        return -1;
    const struct picl_batch *batch;
    unsigned line = 0; /* number of the line that has a processor above the
                          limit; 0: none */
    int result = 0;
    while (!line && !result && (batch = picl_scanner_next(scanner)))
        for (size_t i = 0; !line && !result && i < batch->count; i++) {
            result = import_look_at(found, &batch->record[i]);
            line = found->high < WEFT_TRACE_PROCESSORS_MAX ? 0 : batch->line[i];
        }
    int failed = picl_scanner_end(scanner, NULL, line || result ? NULL : err);
    if (line)
        return weft_error_set(err, WEFT_ERROR_FORMAT, line,
                              "a processor must be below %d",
                              WEFT_TRACE_PROCESSORS_MAX);
    return failed || result ? -1 : 0;
}

/* Survey a foreign trace: find its number of processors, its time unit and
 * whether it is sorted. */
static int import_survey(struct input *in, const struct picl_dialect *dialect,
                         struct params *params, bool *sorted,
                         uint64_t *replaced, struct weft_error *err)
{
    struct weft_trace_info *info = &params->info;
    struct picl_survey found = {.high = -1, .sorted = true};
    int result = look_at_all(in, dialect, &found, err);
    *sorted = found.sorted;
    *replaced = found.replaced;
    info->unit_ns = found.fine ? 1 : 1000;
    info->step = 0;
    info->processors = (int)found.high + 1;
    if (!result)
        result = take_measured(&found, params);
    for (size_t i = 0; i < found.counted; i++)
        statistics_free(found.statistics[i]);
    free(found.statistics);
    free(found.in_calls);
    return result;
}

static int import_apply(const struct picl_dialect *dialect, struct calls *calls,
                        const struct picl_record *record, unsigned line,
                        uint64_t *left, struct weft_error *err)
{
    if (record->node >= calls->processors)
        return weft_error_set(
            err, WEFT_ERROR_FORMAT, line,
            "processor %lld is out of range: the trace has %d",
            (long long)record->node, calls->processors);
    if (calls_advance(calls, record->time))
        return weft_error_set(err, WEFT_ERROR_FORMAT, line,
                              "the times are not in order");
    if (record->node < 0) {
        left[PICL_LEFT_OTHER]++;
        return 0;
    }
    if (!dialect->apply(calls, record, left))
        return 0;
    if (err->kind && !err->line)
        err->line = line;
    return -1;
}

static int import_read_events(struct input *in,
                              const struct picl_dialect *dialect,
                              struct calls *calls, uint64_t replaced,
                              struct weft_read_report *report,
                              struct weft_error *err)
{
    struct wrong_records wrong;
    uint64_t left[PICL_LEFT_KINDS] = {[PICL_LEFT_STATISTICS] = replaced};
    struct picl_scanner *scanner = picl_scanner_create(in, dialect);
    if (!scanner)
        return -1;
    int result = 0;
    const struct picl_batch *batch;
    while (!result && (batch = picl_scanner_next(scanner)))
        for (size_t i = 0; !result && i < batch->count; i++)
            result = import_apply(dialect, calls, &batch->record[i],
                                  batch->line[i], left, err);
    int failed = picl_scanner_end(scanner, &wrong, result ? NULL : err);
    if (result || failed || calls_end(calls))
        return -1;
    report_wrong(report, &wrong, "malformed line");
    for (int i = 0; i < PICL_LEFT_KINDS; i++)
        report_skipped(report, left[i], left_names[i]);
    report_skipped(report, calls->endless, "call| without end");
    report_skipped(report, calls->to_host,
                   "transfer| with no processor (the host)");
    return 0;
}

int picl_read(struct input *in, const struct picl_dialect *dialect,
              const struct weft_sink *sink, struct weft_read_report *report,
              struct weft_error *err)
{
    struct picl_params params;
    struct calls calls = {0};
    bool sorted = true;
    uint64_t replaced = 0; /* number of statistics records that later ones
                              replaced */
    int result = -1;
    const struct weft_trace_info *info = &params.params.info;
    picl_params_init(&params);
    if (read_params(in, dialect, &params, err) || in_rewind(in))
        goto out;
    bool own = info->processors > 0;
    if (!own &&
        (import_survey(in, dialect, &params.params, &sorted, &replaced, err) ||
         in_rewind(in)))
        goto out;
    if (!calls_begin(&calls, &params.params, own, sorted, sink, err))
        result = import_read_events(in, dialect, &calls, replaced, report, err);
out:
    calls_finish(&calls);
    picl_params_finish(&params);
    return result;
}
