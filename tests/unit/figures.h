/* Hand-made traces and figures, for the tests of figures. */
#ifndef WEFT_TESTS_FIGURES_H
#define WEFT_TESTS_FIGURES_H

#include "svg.h"

#include <criterion/criterion.h>
#include <weft/unstable/figure.h>

/* Convert a schedule in unit time to a trace, to be freed by the caller. */
static inline struct weft_trace trace_of(const char *schedule, int processors,
                                         const char *network, const char *model)
{
    struct weft_parameter parameters[] = {{"network", network},
                                          {"model", model}};
    struct weft_trace_info info = {.processors = processors,
                                   .unit_ns = 1000000,
                                   .step = 1,
                                   .parameters = network ? 2 : 0,
                                   .parameter = parameters};
    struct weft_trace trace = {0};
    struct weft_sink sink = weft_trace_collect(&trace);
    cr_assert_eq(sink.begin(sink.arg, &info), 0);
    for (const char *at = schedule; at; at = strchr(at, '|')) {
        at += *at == '|';
        int slot, source, destination, message;
        if (sscanf(at, "%d %d %d %d", &slot, &source, &destination, &message) !=
            4)
            break;
        struct weft_event event = {.start = (uint64_t)slot - 1,
                                   .since = (uint64_t)slot - 1,
                                   .duration = 1,
                                   .message = message,
                                   .bytes = 8};
        struct weft_event both[] = {event, event};
        both[0].kind = WEFT_SEND;
        both[0].rank = both[1].peer = source;
        both[1].kind = WEFT_RECEIVE;
        both[1].rank = both[0].peer = destination;
        cr_assert_eq(sink.events(sink.arg, both, 2), 0);
    }
    weft_events_sort(trace.events, trace.count);
    cr_assert_eq(sink.end ? sink.end(sink.arg) : 0, 0);
    return trace;
}

static inline char *draw(const char *kind, const struct weft_panel *panel,
                         struct weft_error *err)
{
    struct weft_figure figure = {.kind = kind, .panels = 1, .panel = panel};
    return weft_figure_draw(&figure, err);
}

static inline struct svg drawn(const char *kind, const struct weft_panel *panel)
{
    struct weft_error err = {0};
    char *text = draw(kind, panel, &err);
    cr_assert(text, "%s: %s", kind, err.text);
    struct svg svg;
    cr_assert(svg_read(&svg, text), "%s: not well-formed", kind);
    free(text);
    return svg;
}

static inline void refused(const char *kind, const struct weft_panel *panel,
                           enum weft_error_kind wanted, const char *part)
{
    struct weft_error err = {0};
    char *text = draw(kind, panel, &err);
    cr_assert_null(text);
    cr_expect_eq(err.kind, wanted, "%s: kind %d", kind, (int)err.kind);
    cr_expect(strstr(err.text, part), "%s: '%s' not in '%s'", kind, part,
              err.text);
    cr_expect_null(strchr(err.text, '\n'));
}

#endif
