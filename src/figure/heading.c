/* Writes the heading of a figure of a trace, so that the figure is complete
 * without other text: the run, its duration, and the part that is shown. */
#include "figure.h"

#include "base/base.h"
#include "base/text/origins.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <weft/check.h>
#include <weft/model.h>
#include <weft/network.h>

#define HEADING_WORD_MAX 60 /* limit on the bytes of a value */

struct heading {
    char *text;
    size_t size, used;
};

static void heading_add(struct heading *heading, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void heading_add(struct heading *heading, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(heading->text + heading->used,
                           heading->size - heading->used, format, arguments);
    va_end(arguments);
    heading->used += length < 0 ? 0 : (size_t)length;
    if (heading->used >= heading->size)
        heading->used = heading->size - 1;
}

/* Append a description of the run: "successive, rotated, on hypercube:4, model
 * shouting". */
static void add_run(struct heading *heading, const struct weft_trace_info *info)
{
    static const struct {
        const char *key, *before;
    } words[] = {{"problem", ""},
                 {"strategy", ""},
                 {"network", "on "},
                 {"model", "model "},
                 {"cost", "cost "}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *value = weft_trace_info_get(info, words[i].key);
        char shown[HEADING_WORD_MAX + 1];
        if (!value)
            continue;
        text_cut(shown, sizeof shown, value);
        heading_add(heading, "%s%s%s", heading->used ? ", " : "",
                    words[i].before, shown);
    }
    if (!heading->used)
        heading_add(heading, "%d processor%s", info->processors,
                    info->processors == 1 ? "" : "s");
}

static uint64_t last_end(const struct weft_trace *trace)
{
    uint64_t last = 0;
    for (size_t i = 0; i < trace->count; i++) {
        const struct weft_event *e = &trace->events[i];
        bool counts = e->kind == WEFT_SEND || e->kind == WEFT_COMPUTE ||
                      (e->kind == WEFT_RECEIVE && e->duration);
        if ((counts || !trace->info.step) && e->start + e->duration > last)
            last = e->start + e->duration;
    }
    return last;
}

/* Append the duration, in the unit of the axes. */
static void add_time(struct heading *heading, const struct weft_trace *trace,
                     uint64_t origin)
{
    uint64_t last = last_end(trace), step = trace->info.step;
    const struct weft_trace_info *info = &trace->info;
    const struct weft_time_unit *unit = weft_time_unit(info, last);
    char text[WEFT_TIME_MAX], zero[ORIGIN_TIME_MAX];
    if (step)
        heading_add(heading, ": %" PRIu64 " step%s", steps_of(last, step),
                    last <= step ? "" : "s");
    else
        heading_add(heading, ": %s %s", clock_print(text, info, unit, last),
                    unit->name);
    if (origin_time(info, origin, zero))
        heading_add(heading, "; time 0 is %s of the trace's clock", zero);
}

static void add_window(struct heading *heading, const struct weft_panel *panel)
{
    const struct weft_window *window = &panel->window;
    const struct weft_trace_info *info = &panel->trace->info;
    const struct weft_time_unit *unit =
        weft_time_unit(info, last_end(panel->trace));
    char first[WEFT_TIME_MAX], last[WEFT_TIME_MAX];
    uint64_t from = window->step ? window->step : 1;
    uint64_t to = from + window->steps - 1;
    if (panel->one_message)
        heading_add(heading, "; message %d", panel->message);
    if (window->steps && panel->trace->info.step)
        heading_add(heading, "; step%s %" PRIu64, from == to ? "" : "s", from);
    if (window->steps && panel->trace->info.step && from != to)
        heading_add(heading, " to %" PRIu64, to);
    if (window->steps && !panel->trace->info.step)
        heading_add(heading, "; %s to %s %s",
                    clock_print(first, info, unit, from - 1),
                    clock_print(last, info, unit, to), unit->name);
    if (window->processors)
        heading_add(heading, "; processor%s %d",
                    window->processors == 1 ? "" : "s", window->processor);
    if (window->processors > 1)
        heading_add(heading, " to %" PRId64,
                    (int64_t)window->processor + window->processors - 1);
}

/* Count the violations of the rules of the trace's network and model. */
static uint64_t conflicts_count(const struct weft_panel *panel)
{
    const struct weft_trace_info *info = &panel->trace->info;
    const char *name = weft_trace_info_get(info, "model");
    struct weft_model model;
    if (!panel->network || !weft_trace_info_get(info, "network") || !name ||
        weft_model_parse(name, &model, NULL))
        return 0;
    struct weft_check_options options = {.network = panel->network,
                                         .model = &model,
                                         .root = -1,
                                         .causality = WEFT_CAUSALITY_OFF};
    struct weft_check *check = weft_check_create(&options, NULL);
    if (!check)
        return 0;
    const struct weft_sink *sink = weft_check_sink(check);
    bool checked =
        !sink->begin(sink->arg, info) &&
        !sink->events(sink->arg, panel->trace->events, panel->trace->count) &&
        !sink->end(sink->arg);
    uint64_t conflicts = checked ? weft_check_result(check)->conflicts : 0;
    weft_check_destroy(check);
    return conflicts;
}

static void add_verdict(struct heading *heading, const struct weft_panel *panel)
{
    uint64_t conflicts = conflicts_count(panel);
    if (conflicts)
        heading_add(heading, "; not valid: %" PRIu64 " conflict%s", conflicts,
                    conflicts == 1 ? "" : "s");
}

void heading_write(char *text, size_t size, const struct weft_panel *panel,
                   uint64_t origin)
{
    struct heading heading = {text, size, 0};
    add_run(&heading, &panel->trace->info);
    add_time(&heading, panel->trace, origin);
    add_window(&heading, panel);
    add_verdict(&heading, panel);
    text_make_plain(text);
}
