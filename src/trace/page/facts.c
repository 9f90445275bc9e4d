/* Write the facts about a run that are not in its columns as JSON: its
 * parameters, its network, its statistics. Numbers that a double cannot
 * represent exactly are strings. */
#include "page.h"

#include "base/base.h"
#include "base/text/who.h"
#include "trace/io/out.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* limit on the links of a network that are drawn one by one */
#define FACTS_ARCS_MAX 50000
#define PLACES_MAX 4096

static void facts_put_text(struct output *out, const char *text, size_t most)
{
    const char *end = text + strnlen(text, most);
    bool cut = *end != '\0';
    char *at = out_room(out);
    *at++ = '"';
    while (text < end) {
        out_used(out, at);
        at = out_room(out);
        unsigned char c = (unsigned char)*text;
        size_t length = weft_character_length(text);
        bool controls = weft_character_controls(text);
        if (length == 1 && (controls || strchr("\"\\<>&'", c)))
            at = put_unicode(at, c);
        else if (!length || controls)
            at = WEFT_PUT(at, "\\ufffd");
        else
            at = mempcpy(at, text, length);
        text += length ? length : 1;
    }
    if (cut)
        at = WEFT_PUT(at, "\\u2026");
    *at++ = '"';
    out_used(out, at);
}

/* Write JSON with '<' escaped: it occurs only in strings, and no other
 * character can end the element. */
void page_json(struct output *out, const char *json)
{
    for (size_t length; *json; json += length) {
        length = strcspn(json, "<");
        out_bytes(out, json, length);
        if (json[length++] != '<')
            return;
        out_text(out, "\\u003c");
    }
}

void page_text(struct output *out, const char *text)
{
    facts_put_text(out, text, PAGE_TEXT_MAX);
}

void page_long_text(struct output *out, const char *text)
{
    facts_put_text(out, text, PAGE_SHOW_MAX);
}

static void facts_key(struct output *out, const char *name)
{
    out_text(out, ",\"");
    out_text(out, name);
    out_text(out, "\":");
}

/* Write a number as a JSON string: it may exceed 2^53, the limit of exact
 * numbers in JavaScript. */
static void large(struct output *out, const char *name, uint64_t number)
{
    facts_key(out, name);
    out_text(out, "\"");
    out_number(out, number);
    out_text(out, "\"");
}

static void facts_small(struct output *out, const char *name, uint64_t number)
{
    facts_key(out, name);
    out_number(out, number);
}

/* ---- the network --------------------------------------------------------- */

static void write_places(const struct weft_network *network, struct output *out)
{
    int vertices = weft_network_vertices(network);
    int size = weft_network_size(network);
    bool placed = weft_network_layout(network) == WEFT_LAYOUT_PLACED;
    char label[64];
    facts_key(out, "at");
    for (int u = 0; u < vertices; u++) {
        int at[WEFT_NETWORK_AXES_MAX] = {0}, extents[WEFT_NETWORK_AXES_MAX];
        double place[2] = {0, 0};
        int axes = weft_network_axes(network, extents);
        out_text(out, u ? ",[" : "[[");
        if (placed) {
            weft_network_place(network, u, place);
            out_signed(out, (int64_t)(place[0] * 1000));
            out_text(out, ",");
            out_signed(out, (int64_t)(place[1] * 1000));
        } else if (u < size) {
            weft_network_coordinates(network, u, at);
            for (int axis = 0; axis < axes; axis++) {
                out_text(out, axis ? "," : "");
                out_signed(out, at[axis]);
            }
        }
        out_text(out, "]");
    }
    out_text(out, "]");
    facts_key(out, "labels");
    for (int u = 0; u < vertices; u++) {
        weft_network_label(network, u, label, sizeof label);
        out_text(out, u ? "," : "[");
        page_text(out, label);
    }
    out_text(out, "]");
}

static void write_tour(const struct weft_network *network, struct output *out)
{
    int size = weft_network_size(network);
    facts_key(out, "tour");
    for (int i = 0; i < size; i++) {
        out_text(out, i ? "," : "[");
        out_signed(out, weft_network_tour(network, i));
    }
    out_text(out, "]");
}

/* Write the arcs as [from, to, from, to, ...]. */
static void write_arcs(const struct weft_network *network, struct output *out)
{
    int vertices = weft_network_vertices(network);
    bool any = false;
    facts_key(out, "arcs");
    out_text(out, "[");
    for (int u = 0; u < vertices; u++)
        for (int port = 0; port < weft_network_degree(network, u); port++) {
            out_text(out, any ? "," : "");
            out_signed(out, u);
            out_text(out, ",");
            out_signed(out, weft_network_neighbour(network, u, port));
            any = true;
        }
    out_text(out, "]");
}

static void facts_describe_network(const struct weft_network *network,
                                   struct output *out)
{
    static const char *const layouts[] = {
        [WEFT_LAYOUT_CIRCLE] = "circle", [WEFT_LAYOUT_HUB] = "hub",
        [WEFT_LAYOUT_ROW] = "row",       [WEFT_LAYOUT_GRID] = "grid",
        [WEFT_LAYOUT_LEAVES] = "leaves", [WEFT_LAYOUT_CUBE] = "cube",
        [WEFT_LAYOUT_PLACED] = "placed"};
    int extents[WEFT_NETWORK_AXES_MAX];
    int axes = weft_network_axes(network, extents);
    facts_key(out, "network");
    out_text(out, "{\"name\":");
    page_text(out, weft_network_name(network));
    facts_key(out, "layout");
    page_text(out, layouts[weft_network_layout(network)]);
    facts_small(out, "vertices", (uint64_t)weft_network_vertices(network));
    facts_small(out, "cube", (uint64_t)weft_network_cube(network));
    facts_key(out, "extents");
    for (int axis = 0; axis < axes; axis++) {
        out_text(out, axis ? "," : "[");
        out_signed(out, extents[axis]);
    }
    out_text(out, "]");
    write_tour(network, out);
    if (weft_network_vertices(network) <= PLACES_MAX)
        write_places(network, out);
    if (weft_network_arcs(network) <= FACTS_ARCS_MAX)
        write_arcs(network, out);
    out_text(out, "}");
}

/* ---- statistics ---------------------------------------------------------- */

static void write_load(struct output *out, const struct weft_stats_load *load)
{
    const uint64_t numbers[] = {
        load->busy,     load->overhead,   load->idle,          load->sent,
        load->received, load->bytes_sent, load->bytes_received};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        out_text(out, i ? "\",\"" : "[\"");
        out_number(out, numbers[i]);
    }
    out_text(out, load->absent ? "\",1]" : "\",0]");
}

static void describe_stats(const struct weft_stats_result *result,
                           struct output *out)
{
    const struct weft_stats_flow *busiest = result->busiest;
    facts_key(out, "stats");
    out_text(out, "{\"total\":");
    write_load(out, &result->total);
    facts_key(out, "loads");
    for (int rank = 0; rank < result->processors; rank++) {
        out_text(out, rank ? "," : "[");
        write_load(out, &result->load[rank]);
    }
    out_text(out, "]");
    large(out, "makespan", result->makespan);
    large(out, "steps", result->steps);
    large(out, "messages", result->messages);
    large(out, "bytes", result->bytes);
    large(out, "unmatched", result->unmatched);
    large(out, "path", result->path);
    large(out, "pathEvents", result->path_events);
    facts_small(out, "absent", (uint64_t)result->absent);
    if (busiest) {
        facts_key(out, "busiest");
        out_text(out, "[");
        out_signed(out, busiest->from);
        out_text(out, ",");
        out_signed(out, busiest->to);
        out_text(out, ",\"");
        out_number(out, busiest->messages);
        out_text(out, "\",\"");
        out_number(out, busiest->bytes);
        out_text(out, "\",\"");
        out_number(out, busiest->time);
        out_text(out, "\"]");
    }
    out_text(out, "}");
}

/* ---- wait states --------------------------------------------------------- */

static void facts_share(struct output *out, const char *name, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.17g", value);
    facts_key(out, name);
    out_text(out, isfinite(value) ? text : "null");
}

/* Write each row as [kind, waiter, cause, task, "times", "time"]. */
static void facts_write_waiting(struct output *out, const char *name,
                                const struct weft_waiting *list, size_t count)
{
    facts_key(out, name);
    out_text(out, "[");
    for (size_t i = 0; i < count; i++) {
        const int64_t who[] = {list[i].kind, list[i].waiter, list[i].cause,
                               list[i].task};
        out_text(out, i ? ",[" : "[");
        for (size_t k = 0; k < sizeof who / sizeof *who; k++) {
            out_signed(out, who[k]);
            out_text(out, ",");
        }
        out_text(out, "\"");
        out_number(out, list[i].count);
        out_text(out, "\",\"");
        out_number(out, list[i].time);
        out_text(out, "\"]");
    }
    out_text(out, "]");
}

/* Limit the rows of a table to the longest ones. */
static size_t smaller(size_t rows)
{
    return rows < 1000 ? rows : 1000;
}

static void describe_waits(const struct page_run *run, struct output *out)
{
    const struct weft_waits *waits = &run->waits;
    facts_key(out, "waits");
    out_text(out, "{\"names\":");
    for (int kind = 0; kind < WEFT_WAIT_KINDS; kind++) {
        out_text(out, kind ? "," : "[");
        page_text(out, weft_wait_names[kind]);
    }
    out_text(out, "]");
    facts_write_waiting(out, "kinds", waits->kind, WEFT_WAIT_KINDS);
    facts_write_waiting(out, "pairs", waits->pair, smaller(waits->pairs));
    facts_write_waiting(out, "tasks", waits->task, smaller(waits->tasks));
    large(out, "allPairs", waits->pairs);
    large(out, "allTasks", waits->tasks);
    large(out, "onPath", waits->on_path);
    facts_share(out, "parallel", waits->parallel);
    facts_share(out, "loadBalance", waits->load_balance);
    facts_share(out, "communication", waits->communication);
    facts_share(out, "serialisation", waits->serialisation);
    facts_share(out, "transfer", waits->transfer);
    out_text(out, "}");
    facts_key(out, "work");
    out_text(out, weft_stats_result(run->stats)->path_works ? "true" : "false");
}

/* ---- the run ------------------------------------------------------------- */

static void describe_tasks(const struct weft_trace_info *info,
                           struct output *out)
{
    char text[WEFT_TASK_NAME_MAX];
    bool any = false;
    facts_key(out, "calls");
    for (int32_t task = WEFT_TASK_BARRIER; task < WEFT_TASK_CALLS; task++) {
        out_text(out, any ? "," : "[");
        page_text(out, weft_task_name(info, task, text));
        any = true;
    }
    out_text(out, "]");
    facts_small(out, "firstCall", WEFT_TASK_BARRIER);
}

/* Write the names of processors in the sizes that figures use: [number, name
 * in a row, name in a disc]. The complete names are among the parameters. */
static void describe_names(const struct weft_trace_info *info,
                           struct output *out)
{
    static const int sizes[] = {24, 16};
    char text[4 * WHO_LABEL + 1];
    size_t key_length = strlen(WHO_KEY);
    bool any = false;
    facts_key(out, "names");
    out_text(out, "[");
    for (size_t i = 0; i < info->parameters; i++) {
        const struct weft_parameter *parameter = &info->parameter[i];
        if (strncmp(parameter->key, WHO_KEY, key_length) || !*parameter->value)
            continue;
        int rank = (int)strtol(parameter->key + key_length, NULL, 10);
        out_text(out, any ? ",[" : "[");
        out_signed(out, rank);
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            who_label(text, parameter->value, rank, sizes[k]);
            out_text(out, ",");
            page_text(out, text);
        }
        out_text(out, "]");
        any = true;
    }
    out_text(out, "]");
}

int page_describe(const struct page_run *run, struct output *out)
{
    const struct weft_trace_info *info = &run->params.info;
    out_text(out, "{\"name\":");
    page_text(out, run->name ? run->name : "");
    facts_small(out, "processors", (uint64_t)info->processors);
    large(out, "unitNs", info->unit_ns);
    large(out, "step", info->step);
    large(out, "origin", run->origin);
    facts_key(out, "length");
    out_number(out, run->end - run->origin);
    facts_key(out, "computes");
    out_text(out, run->computes ? "true" : "false");
    facts_key(out, "parameters");
    for (size_t i = 0; i < info->parameters; i++) {
        out_text(out, i ? ",[" : "[[");
        page_text(out, info->parameter[i].key);
        out_text(out, ",");
        page_text(out, info->parameter[i].value);
        out_text(out, "]");
    }
    out_text(out, info->parameters ? "]" : "[]");
    describe_names(info, out);
    describe_tasks(info, out);
    if (run->network)
        facts_describe_network(run->network, out);
    describe_stats(weft_stats_result(run->stats), out);
    describe_waits(run, out);
    facts_key(out, "details");
    return page_details_write(run, out);
}
