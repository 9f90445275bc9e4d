/* weft stats: statistics of a trace. */
#include "common/answer.h"
#include "common/command.h"
#include "common/json.h"
#include "common/network-word.h"
#include "common/options.h"
#include "common/reading.h"
#include "common/terminal.h"
#include "stats/stats-text.h"
#include "stats/stats-waits.h"

#include <argp.h>
#include <string.h>
#include <weft/trace.h>
#include <weft/unstable/stats.h>

struct stats_arguments {
    struct one_trace trace;
    struct weft_network *network;
    bool matrix, links, waits;
};

enum stats_key { KEY_MATRIX = 256, KEY_LINKS, KEY_WAITS };

static const struct argp_option stats_options[] = {
    {"network", 'n', "NETWORK", 0,
     "count messages on each arc of this network, over its routes", 0},
    {"matrix", KEY_MATRIX, NULL, 0,
     "print how much each processor sent to each other", 0},
    {"links", KEY_LINKS, NULL, 0, "print the load of each arc (with -n)", 0},
    {"waits", KEY_WAITS, NULL, 0,
     "print how long processors waited for each other, and efficiencies", 0},
    NETWORK_OPTIONS,
    {"json", 'j', NULL, 0, "print one JSON object", 0},
    {0},
};

static error_t stats_parse(int key, char *value, struct argp_state *state)
{
    struct stats_arguments *arguments = state->input;
    switch (key) {
    case KEY_MATRIX:
        arguments->matrix = true;
        return 0;
    case KEY_LINKS:
        arguments->links = true;
        return 0;
    case KEY_WAITS:
        arguments->waits = true;
        return 0;
    case ARGP_KEY_SUCCESS:
        if (arguments->links && !arguments->trace.words.spec)
            misuse(state, "--links needs a network (-n)");
        return 0;
    default:
        return one_trace_parse(key, value, &arguments->trace, state);
    }
}

static const struct argp stats_argp = {
    .options = stats_options,
    .parser = stats_parse,
    .children = reading_only,
    .args_doc = "TRACE",
    .doc = "Prints for each processor, and in total, the time it is busy "
           "(computing), in overhead (sending or receiving) and idle, and its "
           "messages and bytes; then prints the link with the most messages "
           "and the critical path."
           "\vTRACE is a trace in any format that weft reads, or FORMAT:FILE. "
           "Times are in time units; in unit time, a step is one. In a trace "
           "without steps, they count from its first record, in ns, us, ms or "
           "s (JSON: in time units, as in the trace); a processor is busy when "
           "it neither communicates nor waits, and its time runs from its "
           "first to its last record."};

/* ---- the names of processors in the trace ------------------------------- */

/* A filter before the sink of the statistics that also records the trace's
 * parameters. */
struct named {
    struct weft_trace trace; /* the trace without its events, except waits */
    bool whole;
    struct weft_sink collect;
    const struct weft_sink *stats;
};

static int named_begin(void *arg, const struct weft_trace_info *info)
{
    const struct named *named = arg;
    int status = named->collect.begin(named->collect.arg, info);
    return status ? status : named->stats->begin(named->stats->arg, info);
}

static int named_events(void *arg, const struct weft_event *event, size_t count)
{
    const struct named *named = arg;
    int status = named->whole
                     ? named->collect.events(named->collect.arg, event, count)
                     : 0;
    return status ? status
                  : named->stats->events(named->stats->arg, event, count);
}

static int named_end(void *arg)
{
    const struct named *named = arg;
    return named->stats->end(named->stats->arg);
}

/* ---- JSON ------------------------------------------------------------ */

static void stats_json_load(struct json *json, const char *key,
                            const char *name,
                            const struct weft_stats_load *load)
{
    json_open(json, key, '{');
    if (name)
        json_text(json, "name", name);
    if (load->absent)
        json_bool(json, "absent", true);
    json_number(json, "first", load->first);
    json_number(json, "last", load->last);
    json_number(json, "busy", load->busy);
    if (load->measured_busy != UINT64_MAX)
        json_number(json, "measured_busy", load->measured_busy);
    json_number(json, "overhead", load->overhead);
    json_number(json, "idle", load->idle);
    json_number(json, "sent", load->sent);
    json_number(json, "received", load->received);
    json_number(json, "bytes_sent", load->bytes_sent);
    json_number(json, "bytes_received", load->bytes_received);
    json_close(json, '}');
}

static void json_flow(struct json *json, const char *key,
                      const struct weft_stats_flow *flow)
{
    json_open(json, key, '{');
    json_number(json, "from", (uint64_t)flow->from);
    json_number(json, "to", (uint64_t)flow->to);
    json_number(json, "messages", flow->messages);
    json_number(json, "bytes", flow->bytes);
    json_number(json, "time", flow->time);
    json_close(json, '}');
}

static void json_flows(struct json *json, const char *key,
                       const struct weft_stats_flow *flow, size_t count)
{
    json_open(json, key, '[');
    for (size_t i = 0; i < count; i++)
        json_flow(json, NULL, &flow[i]);
    json_close(json, ']');
}

static void stats_print_json(const struct stats_arguments *arguments,
                             const struct weft_trace_info *info,
                             const struct weft_read_report *report,
                             const struct weft_stats_result *result,
                             const struct weft_waits *waits)
{
    struct json json = answer_open("stats", stdout);
    json_text(&json, "file", arguments->trace.file);
    json_text(&json, "format", report->format);
    json_number(&json, "processors", (uint64_t)result->processors);
    json_number(&json, "absent", (uint64_t)result->absent);
    json_number(&json, "makespan", result->makespan);
    json_number(&json, "unit_ns", result->unit_ns);
    if (weft_trace_info_ticks(info) > 1)
        json_number(&json, "ticks", weft_trace_info_ticks(info));
    if (stats_clock_shift(info))
        json_number(&json, "shift", stats_clock_shift(info));
    json_number(&json, "steps", result->steps);
    json_number(&json, "messages", result->messages);
    json_number(&json, "bytes", result->bytes);
    json_number(&json, "unmatched", result->unmatched);
    stats_json_load(&json, "total", NULL, &result->total);
    json_open(&json, "loads", '[');
    for (int rank = 0; rank < result->processors; rank++)
        stats_json_load(&json, NULL, weft_processor_name(info, rank),
                        &result->load[rank]);
    json_close(&json, ']');
    if (result->busiest)
        json_flow(&json, "most_loaded_link", result->busiest);
    if (arguments->matrix)
        json_flows(&json, "matrix", result->flow, result->flows);
    if (arguments->links)
        json_flows(&json, "links", result->link, result->links);
    stats_path_json(&json, result);
    if (waits)
        stats_waits_json(&json, waits, info);
    answer_close(&json);
}

/* ---- the command ----------------------------------------------------- */

/* Returns 0, or -1 with err. */
static int cmd_stats_print(const struct stats_arguments *arguments,
                           const struct weft_trace *trace,
                           const struct weft_read_report *report,
                           const struct weft_stats_result *result,
                           struct weft_error *err)
{
    struct weft_waits waits = {.pairs = 0};
    if (arguments->waits && weft_waits_measure(trace, result, &waits, err))
        return -1;
    const struct stats_report text = {
        .file = arguments->trace.file,
        .matrix = arguments->matrix,
        .links = arguments->links,
        .info = &trace->info,
        .read = report,
        .result = result,
        .waits = arguments->waits ? &waits : NULL,
    };
    if (arguments->trace.json)
        stats_print_json(arguments, text.info, report, result, text.waits);
    else
        stats_print(&text);
    weft_waits_finish(&waits);
    if (!report->events)
        say_empty(arguments->trace.file);
    return 0;
}

static int stats_failed(const struct stats_arguments *arguments,
                        struct weft_error *err)
{
    if (err->kind == WEFT_ERROR_WRONG && arguments->network)
        weft_error_set(err, WEFT_ERROR_WRONG, 0,
                       "the trace has more processors than %s",
                       weft_network_name(arguments->network));
    return complain_of_file(arguments->trace.file, err);
}

static int stats_measure(const struct stats_arguments *arguments)
{
    struct weft_error err = {.text = "no memory"};
    struct weft_read_report report;
    struct weft_stats *stats = weft_stats_create(arguments->network);
    if (!stats)
        return complain(EXIT_FAILED, NULL, &err);
    if (read_unlimited())
        weft_stats_unlimited(stats);
    int status = EXIT_GOOD;
    struct named named = {.stats = weft_stats_sink(stats),
                          .whole = arguments->waits};
    named.collect = weft_trace_collect(&named.trace);
    const struct weft_sink sink = {named_begin, named_events, named_end,
                                   &named};
    if (read_trace(arguments->trace.file, &sink, &report, &err) ||
        cmd_stats_print(arguments, &named.trace, &report,
                        weft_stats_result(stats), &err))
        status = stats_failed(arguments, &err);
    weft_trace_finish(&named.trace);
    weft_stats_destroy(stats);
    return status;
}

static int stats_run(int argc, char **argv)
{
    struct stats_arguments arguments = {0};
    int status = parse_arguments(&stats_argp, argc, argv, &arguments);
    if (!status)
        status =
            network_make("stats", &arguments.trace.words, &arguments.network);
    if (status)
        return status;
    status = stats_measure(&arguments);
    weft_network_destroy(arguments.network);
    return status;
}

const struct command cmd_stats = {
    .name = "stats",
    .summary = "print times, messages, links and the critical path of a trace",
    .run = stats_run,
};
