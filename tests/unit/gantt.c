/* The boxes of Gantt charts: colours show the states of processors. */
#include "figures.h"

#define HATCH "url(#hatch)"
#define GANTT_CALL "#ddd"

static int count_fill(const xmlNode *node, const char *fill)
{
    int count = 0;
    for (; node; node = node->next)
        if (node->type == XML_ELEMENT_NODE)
            count += (!strcmp((const char *)node->name, "rect") &&
                      svg_has(node, "fill", fill)) +
                     count_fill(node->children, fill);
    return count;
}

static bool has_text(const struct svg *svg, const char *text)
{
    for (size_t i = 0; i < svg->texts; i++)
        if (!strcmp(svg->text[i].text, text))
            return true;
    return false;
}

/* Check the number of boxes of a colour, and that the legend explains it. */
static void gantt_expect(const struct svg *svg, const char *fill,
                         const char *name, int boxes, const char *what)
{
    const xmlNode *root = xmlDocGetRootElement(svg->document);
    bool told = has_text(svg, name);
    cr_expect_eq(told, boxes > 0, "%s: '%s' in the legend", what, name);
    cr_expect_eq(count_fill(root, fill) - told, boxes, "%s: %s", what, name);
}

static struct weft_event gantt_event(uint64_t start, uint64_t duration,
                                     int kind, int rank, int message)
{
    return (struct weft_event){.start = start,
                               .since = start,
                               .duration = duration,
                               .message = message,
                               .dimension = -1,
                               .rank = rank,
                               .peer = kind == WEFT_CALL ? -1 : 1 - rank,
                               .kind = (uint8_t)kind};
}

static void draw_events(struct weft_event *events, size_t count,
                        const struct weft_trace_info *info, struct svg *svg)
{
    struct weft_trace trace = {0};
    struct weft_sink sink = weft_trace_collect(&trace);
    weft_events_sort(events, count);
    cr_assert_eq(sink.begin(sink.arg, info), 0);
    cr_assert_eq(sink.events(sink.arg, events, count), 0);
    *svg = drawn("gantt", &(struct weft_panel){.trace = &trace});
    weft_trace_finish(&trace);
}

/* Charts in steps only show states that events record. */
Test(gantt, in_steps)
{
    static const struct weft_trace_info info = {
        .processors = 2, .unit_ns = 1000000, .step = 1};
    struct weft_event events[] = {
        gantt_event(0, 1, WEFT_SEND, 0, 1),
        gantt_event(0, 1, WEFT_RECEIVE, 1, 1),
        gantt_event(1, 3, WEFT_COMPUTE, 1, -1),
        gantt_event(5, 2, WEFT_COMPUTE, 0, -1),
        gantt_event(8, 1, WEFT_SLEEP, 0, -1),
        gantt_event(3, 1, WEFT_CALL, 0, -1),
    };
    struct svg svg;
    draw_events(events, 6, &info, &svg);
    gantt_expect(&svg, HATCH, "computes", 2, "steps");
    gantt_expect(&svg, GANTT_CALL, "other calls", 1, "steps");
    cr_expect(has_text(&svg, "sends") && has_text(&svg, "receives"));
    cr_expect(!has_text(&svg, "is busy"));
    svg_finish(&svg);
    draw_events(events, 2, &info, &svg);
    gantt_expect(&svg, HATCH, "computes", 0, "transfers only");
    gantt_expect(&svg, GANTT_CALL, "other calls", 0, "transfers only");
    cr_expect(!has_text(&svg, "is busy"));
    svg_finish(&svg);
}

/* In traces of real machines a processor counts as computing whenever it does
 * nothing else, unless the trace records computations. */
Test(gantt, by_the_clock)
{
    static const struct weft_trace_info info = {.processors = 2,
                                                .unit_ns = 1000};
    const struct weft_event all[] = {
        gantt_event(0, 0, WEFT_PRESENT, 0, -1),
        gantt_event(0, 0, WEFT_PRESENT, 1, -1),
        gantt_event(20, 5, WEFT_SEND, 0, 1),
        gantt_event(40, 6, WEFT_CALL, 0, -1),
        gantt_event(30, 5, WEFT_RECEIVE, 1, 1),
        gantt_event(60, 6, WEFT_CALL, 1, -1),
        gantt_event(90, 0, WEFT_PRESENT, 0, -1),
        gantt_event(90, 0, WEFT_PRESENT, 1, -1),
        gantt_event(70, 9, WEFT_COMPUTE, 0, -1),
    };
    struct weft_event events[9];
    struct svg svg;
    memcpy(events, all, sizeof all);
    draw_events(events, 8, &info, &svg);
    /* before, between and after a transfer and a call, on two processors */
    gantt_expect(&svg, HATCH, "is busy", 6, "clock");
    gantt_expect(&svg, GANTT_CALL, "other calls", 2, "clock");
    cr_expect(!has_text(&svg, "computes"));
    svg_finish(&svg);
    memcpy(events, all, sizeof all);
    draw_events(events, 9, &info, &svg);
    gantt_expect(&svg, HATCH, "computes", 1, "clock, computations");
    gantt_expect(&svg, GANTT_CALL, "other calls", 2, "clock, computations");
    cr_expect(!has_text(&svg, "is busy"));
    svg_finish(&svg);
}

static bool gantt_says(const struct svg *svg, const char *part)
{
    char all[4096] = "";
    for (size_t i = 0; i < svg->texts; i++) {
        strncat(all, svg->text[i].text, sizeof all - strlen(all) - 1);
        strncat(all, " ", sizeof all - strlen(all) - 1);
    }
    return strstr(all, part);
}

#define SENT "#0072b2" /* colour of the chosen message, where it is sent */

/* Return the number of boxes of the chosen message among many simultaneous
 * sends. */
static int chosen_drawn(const struct weft_event *events, size_t count,
                        int message)
{
    static const struct weft_trace_info info = {.processors = 2,
                                                .unit_ns = 1000000};
    struct weft_trace trace = {0};
    struct weft_sink sink = weft_trace_collect(&trace);
    cr_assert_eq(sink.begin(sink.arg, &info), 0);
    cr_assert_eq(sink.events(sink.arg, events, count), 0);
    struct svg svg = drawn("gantt", &(struct weft_panel){.trace = &trace,
                                                         .one_message = true,
                                                         .message = message});
    weft_trace_finish(&trace);
    const xmlNode *root = xmlDocGetRootElement(svg.document);
    int boxes = count_fill(root, SENT) - 1 - has_text(&svg, "sends");
    cr_expect(gantt_says(&svg, "17 more boxes are left out"), "message %d",
              message);
    svg_finish(&svg);
    return boxes;
}

/* The chosen message is never left out; another box makes room for it. */
Test(gantt, chosen)
{
    struct weft_event events[43];
    size_t count = 0;
    for (int i = 0; i < 39; i++)
        events[count++] = gantt_event(i / 13, 90 - i, WEFT_SEND, 0, i);
    events[count++] = gantt_event(3, 99, WEFT_SEND, 0, 39);
    events[count++] = gantt_event(4, 99, WEFT_SEND, 0, 39);
    events[count++] = gantt_event(200, 5, WEFT_SEND, 0, 38);
    events[count++] = gantt_event(200, 5, WEFT_SEND, 0, 7);
    weft_events_sort(events, count);
    for (int message = 0; message <= 39; message++)
        cr_expect_eq(chosen_drawn(events, count, message),
                     message >= 38 || message == 7 ? 2 : 1, "message %d",
                     message);
}

/* The number of boxes left out covers all panels. */
Test(gantt, panels)
{
    static const struct weft_trace_info info = {.processors = 2,
                                                .unit_ns = 1000000};
    struct weft_trace trace = {0}, other = {0};
    struct weft_event events[31];
    for (int i = 0; i < 31; i++)
        events[i] = gantt_event(0, 9, i ? WEFT_CALL : WEFT_SEND, 0, i);
    weft_events_sort(events, 31);
    struct weft_sink sink = weft_trace_collect(&trace);
    cr_assert_eq(sink.begin(sink.arg, &info), 0);
    cr_assert_eq(sink.events(sink.arg, events, 3), 0);
    sink = weft_trace_collect(&other);
    cr_assert_eq(sink.begin(sink.arg, &info), 0);
    cr_assert_eq(sink.events(sink.arg, events, 31), 0);
    struct weft_panel panels[] = {
        {.trace = &trace}, {.trace = &other}, {.trace = &other}};
    struct weft_figure figure = {.kind = "gantt", .panels = 3, .panel = panels};
    char *text = weft_figure_draw(&figure, NULL);
    struct svg svg;
    cr_assert(text && svg_read(&svg, text));
    cr_expect(gantt_says(&svg, "14 more boxes are left out"));
    free(text);
    svg_finish(&svg);
    weft_trace_finish(&trace);
    weft_trace_finish(&other);
}

/* Boxes for which there are no lanes are left out and counted. */
Test(gantt, lanes)
{
    static const struct weft_trace_info info = {.processors = 2,
                                                .unit_ns = 1000000};
    struct weft_event events[32];
    struct svg svg;
    for (int i = 1; i < 31; i++)
        events[i] = gantt_event(0, 9, WEFT_CALL, 0, i);
    events[0] = gantt_event(9, 9, WEFT_SEND, 0, 1);
    events[31] = gantt_event(9, 9, WEFT_CALL, 0, 31);
    draw_events(events, 25, &info, &svg);
    gantt_expect(&svg, GANTT_CALL, "other calls", 24, "as many as lanes");
    cr_expect(!gantt_says(&svg, "left out"));
    svg_finish(&svg);
    draw_events(events, 32, &info, &svg);
    gantt_expect(&svg, GANTT_CALL, "other calls", 25, "more than lanes");
    cr_expect(gantt_says(&svg,
                         "6 more boxes are left out: a row shows at most 24 "
                         "at a time."));
    svg_finish(&svg);
}
