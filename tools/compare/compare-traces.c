/* Compares two traces: reads them, converts them to one time unit, measures
 * them, and makes the tables of changes. */
#include "compare/compare-traces.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <weft/unstable/figure.h>

#include "common/command.h"
#include "common/options.h"
#include "common/picture.h"
#include "common/reading.h"

/* ---- options ------------------------------------------------------------- */

enum { KEY_TRACES = 920, KEY_TOP };

static bool forced, top_given;
static size_t top = 10; /* 0: all */

static const struct argp_option compare_traces_options[] = {
    {"traces", KEY_TRACES, NULL, 0,
     "compare two traces in this way even if they name a problem or have steps",
     0},
    {"top", KEY_TOP, "N|all", 0, "rows of each table (default: 10)", 0},
    {0},
};

static void top_read(const struct argp_state *state, const char *text)
{
    char *end;
    unsigned long rows = strtoul(text, &end, 10);
    bool all = !strcmp(text, "all");
    if (!all && (*text < '0' || *text > '9' || *end || !rows))
        misuse(state, "--top takes a number from 1 on, or all, not '%s'", text);
    top = all ? 0 : rows;
    top_given = true;
}

static error_t compare_traces_parse(int key, char *argument,
                                    struct argp_state *state)
{
    forced |= key == KEY_TRACES;
    if (key == KEY_TOP)
        top_read(state, argument);
    return key == KEY_TRACES || key == KEY_TOP ? 0 : ARGP_ERR_UNKNOWN;
}

const struct argp compare_traces_argp = {.options = compare_traces_options,
                                         .parser = compare_traces_parse};

/* ---- reading ------------------------------------------------------------- */

static int side_begin(void *arg, const struct weft_trace_info *info)
{
    struct trace_side *side = arg;
    side->refused =
        !forced && (info->step || weft_trace_info_get(info, "problem"));
    return side->refused ? -1 : side->collect.begin(side->collect.arg, info);
}

static int side_events(void *arg, const struct weft_event *event, size_t count)
{
    const struct trace_side *side = arg;
    return side->collect.events(side->collect.arg, event, count);
}

static int side_read(struct trace_side *side)
{
    struct weft_error err;
    const struct weft_sink sink = {side_begin, side_events, NULL, side};
    side->collect = weft_trace_collect(&side->trace);
    if (!read_trace(side->file, &sink, &side->read, &err)) {
        if (!side->read.events)
            say_empty(side->file);
        return EXIT_GOOD;
    }
    return side->refused ? -1 : complain_of_file(side->file, &err);
}

/* ---- one time unit ------------------------------------------------------- */

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static int side_scale(struct trace_side *side, uint64_t factor,
                      struct weft_error *err)
{
    struct weft_trace *trace = &side->trace;
    uint64_t begin, end;
    weft_trace_times(trace, &begin, &end);
    if (end > UINT64_MAX / factor || trace->info.step > UINT64_MAX / factor)
        return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                              "the times are too large to convert to the "
                              "time unit of the other trace");
    for (size_t i = 0; i < trace->count; i++) {
        trace->events[i].start *= factor;
        trace->events[i].duration *= factor;
        trace->events[i].since *= factor;
    }
    trace->info.step *= factor;
    trace->info.unit_ns /= factor;
    return 0;
}

/* Choose a time unit in which all times of both traces are whole numbers. */
static int pair_scale(struct trace_pair *pair)
{
    struct weft_error err;
    uint64_t unit[2];
    for (int i = 0; i < 2; i++)
        unit[i] = pair->side[i].trace.info.unit_ns;
    if (unit[0] == unit[1])
        return EXIT_GOOD;
    uint64_t common = common_divisor(unit[0], unit[1]);
    for (int i = 0; i < 2; i++) {
        struct trace_side *side = &pair->side[i];
        if (!unit[i])
            weft_error_set(&err, WEFT_ERROR_WRONG, 0,
                           "the trace does not state how long its time unit "
                           "is, and the other one does");
        if (!unit[i] || side_scale(side, unit[i] / common, &err))
            return complain_of_file(side->file, &err);
    }
    return EXIT_GOOD;
}

/* ---- measuring ----------------------------------------------------------- */

static int side_feed(const struct trace_side *side)
{
    const struct weft_sink *sink = weft_stats_sink(side->stats);
    const struct weft_trace *trace = &side->trace;
    return sink->begin(sink->arg, &trace->info) ||
           sink->events(sink->arg, trace->events, trace->count) ||
           sink->end(sink->arg);
}

static int side_measure(struct trace_side *side, struct weft_error *err)
{
    weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    side->stats = weft_stats_create(NULL);
    if (!side->stats || side_feed(side))
        return -1;
    side->result = weft_stats_result(side->stats);
    return weft_waits_measure(&side->trace, side->result, &side->waits, err) ||
                   weft_task_sums_measure(&side->trace, &side->tasks, err)
               ? -1
               : 0;
}

static int pair_match(struct trace_pair *pair, struct weft_error *err)
{
    const struct weft_trace_info *a = &pair->side[0].trace.info,
                                 *b = &pair->side[1].trace.info;
    pair->same = calloc((size_t)a->processors + 1, sizeof *pair->same);
    pair->back = calloc((size_t)b->processors + 1, sizeof *pair->back);
    if (!pair->same || !pair->back)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (weft_processors_match(a, b, pair->same, err))
        return -1;
    for (int rank = 0; rank < b->processors; rank++)
        pair->back[rank] = -1;
    for (int rank = 0; rank < a->processors; rank++)
        if (pair->same[rank].other >= 0)
            pair->back[pair->same[rank].other] = rank;
    return 0;
}

/* ---- the whole ----------------------------------------------------------- */

static int pair_make(struct trace_pair *pair)
{
    struct weft_error err;
    int status = EXIT_GOOD;
    for (int i = 0; i < 2 && !status; i++)
        status = side_read(&pair->side[i]);
    if (!status)
        status = pair_scale(pair);
    for (int i = 0; i < 2 && !status; i++)
        if (side_measure(&pair->side[i], &err))
            status = complain_of_file(pair->side[i].file, &err);
    if (status)
        return status;
    if (pair_match(pair, &err))
        return complain_of(&err);
    weft_error_set(&err, WEFT_ERROR_MEMORY, 0, "no memory");
    return trace_pair_rows(pair) ? complain_of(&err) : EXIT_GOOD;
}

/* Draw both traces, one above the other, on the same time axis. */
static int pair_draw(const struct trace_pair *pair,
                     const struct trace_order *order)
{
    struct weft_error err;
    struct weft_panel panel[2];
    uint64_t longest = 0;
    for (int i = 0; i < 2; i++) {
        uint64_t makespan = pair->side[i].result->makespan;
        longest = makespan > longest ? makespan : longest;
    }
    for (int i = 0; i < 2; i++)
        panel[i] = (struct weft_panel){.caption = pair->side[i].file,
                                       .print = order->print,
                                       .trace = &pair->side[i].trace,
                                       .window = {.step = 1, .steps = longest}};
    const struct weft_figure figure = {
        .kind = "gantt", .panels = 2, .panel = panel};
    char *svg = weft_figure_draw(&figure, &err);
    int status = svg ? picture_write(order->figure, svg, &err) : -1;
    free(svg);
    return status ? complain_of(&err) : EXIT_GOOD;
}

static void pair_finish(struct trace_pair *pair)
{
    for (int i = 0; i < 2; i++) {
        struct trace_side *side = &pair->side[i];
        weft_trace_finish(&side->trace);
        weft_stats_destroy(side->stats);
        weft_waits_finish(&side->waits);
        weft_task_sums_finish(&side->tasks);
    }
    for (int i = 0; i < TABLES; i++)
        free(pair->table[i].row);
    free(pair->same);
    free(pair->back);
}

/* Return whether this is a regular file, which can be read twice, or does not
 * exist. */
static bool is_regular(const char *source)
{
    const char *colon = strchr(source, ':');
    struct stat file;
    if (stat(source, &file) && (!colon || stat(colon + 1, &file)))
        return !colon || strcmp(colon, ":-") != 0;
    return S_ISREG(file.st_mode);
}

/* Check the traces. Returns 0 to continue, -1 as compare_traces() does, or the
 * exit status. */
static int compare_traces_order_check(const struct trace_order *order)
{
    struct weft_error err;
    bool two = order->files == 2 && order->only;
    if (forced && !two)
        weft_error_set(&err, WEFT_ERROR_MISUSE, 0,
                       "--traces compares two traces, without a problem or a "
                       "setting (%zu file%s given)",
                       order->files, plural(order->files));
    else if (top_given && !two)
        weft_error_set(&err, WEFT_ERROR_MISUSE, 0,
                       "--top is for two traces (%zu file%s given)",
                       order->files, plural(order->files));
    else
        return forced || (two && is_regular(order->file[0]) &&
                          is_regular(order->file[1]))
                   ? 0
                   : -1;
    return complain_of(&err);
}

int compare_traces(const struct trace_order *order)
{
    struct trace_pair pair = {.top = top};
    int status = compare_traces_order_check(order);
    if (status)
        return status;
    for (int i = 0; i < 2; i++)
        pair.side[i].file = order->file[i];
    status = pair_make(&pair);
    if (!status && order->csv)
        trace_pair_csv(&pair);
    else if (!status && order->json)
        trace_pair_json(&pair);
    else if (!status)
        trace_pair_text(&pair);
    if (!status && order->figure)
        status = pair_draw(&pair, order);
    pair_finish(&pair);
    return status;
}
