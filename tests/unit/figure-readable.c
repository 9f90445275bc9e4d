/* Large and crowded figures remain readable: nothing covers anything drawn
 * earlier. */
#include "figures.h"

#include <math.h>
#include <strings.h>

#define NODES 64

static void cross(const xmlNode *edge, const xmlNode *node, int *hidden)
{
    double x1 = svg_number(edge, "x1"), y1 = svg_number(edge, "y1");
    double x2 = svg_number(edge, "x2"), y2 = svg_number(edge, "y2");
    double x = svg_number(node, "cx"), y = svg_number(node, "cy");
    double dx = x2 - x1, dy = y2 - y1;
    double at = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy);
    bool its_own = hypot(x - x1, y - y1) < 1 || hypot(x - x2, y - y2) < 1;
    if (its_own || at < 0 || at > 1)
        return;
    *hidden +=
        hypot(x1 + at * dx - x, y1 + at * dy - y) < svg_number(node, "r");
}

/* Count the edges that pass behind a node. Edges and nodes are siblings. */
static int hidden_edges(const xmlNode *first)
{
    int hidden = 0;
    for (const xmlNode *edge = first; edge; edge = edge->next) {
        if (edge->type != XML_ELEMENT_NODE)
            continue;
        hidden += hidden_edges(edge->children);
        for (const xmlNode *node = first; node; node = node->next)
            if (svg_has(edge, "class", "edge") && node->type == edge->type &&
                svg_has(node, "class", "node"))
                cross(edge, node, &hidden);
    }
    return hidden;
}

Test(figure_readable, no_edge_passes_behind_a_node)
{
    int parent[NODES], step[NODES];
    /* binomial tree of 64: the last children of the root are leaves, far
     * away */
    for (int u = 0; u < NODES; u++) {
        parent[u] = u & (u - 1);
        step[u] = u ? 7 - ffs(u) : 0;
    }
    parent[0] = -1;
    struct weft_tree tree = {NODES, 0, parent, step};
    struct weft_panel panel = {.tree = &tree};
    struct svg svg = drawn("tree", &panel);
    cr_expect_eq(svg_count(&svg, "line", "edge"), NODES - 1);
    cr_expect_eq(hidden_edges(xmlDocGetRootElement(svg.document)), 0);
    cr_expect_null(svg_outside(&svg), "%s", svg_said(svg_outside(&svg)));
    cr_expect_null(svg_overlap(&svg), "%s", svg_said(svg_overlap(&svg)));
    svg_finish(&svg);
}

/* Return a trace in which 0 sends messages to 1, and processor 63 also
 * exists. */
static struct weft_trace many(int messages)
{
    char schedule[128 * 16] = "1 62 63 0";
    for (int i = 0; i < messages; i++) {
        size_t used = strlen(schedule);
        snprintf(schedule + used, sizeof schedule - used, " | %d 0 1 %d", i + 1,
                 i);
    }
    return trace_of(schedule, 64, NULL, NULL);
}

Test(figure_readable, the_matrix_tells_its_highest_number)
{
    struct weft_trace trace = many(98);
    struct weft_panel panel = {.trace = &trace};
    struct svg svg = drawn("matrix", &panel);
    /* also in the sums of its row and column, and in the scale */
    cr_expect_eq(svg_says(&svg, "98"), 4);
    cr_expect_eq(svg_says(&svg, "99"), 1);
    cr_expect_null(svg_overlap(&svg), "%s", svg_said(svg_overlap(&svg)));
    svg_finish(&svg);
    weft_trace_finish(&trace);
}

/* With up to 40 messages, each has a legend entry; with more, none has. */
Test(figure_readable, a_sign_has_one_entry_in_the_legend)
{
    for (int more = 0; more <= 1; more++) {
        struct weft_trace trace = many(40 + more);
        struct weft_panel panel = {.trace = &trace,
                                   .window = {.processors = 2}};
        struct svg svg = drawn("spacetime", &panel);
        cr_expect_eq(svg_says(&svg, "message"), !more);
        cr_expect_eq(
            svg_says(
                &svg,
                "41 messages: signs repeat after 40; --message highlights one"),
            more);
        cr_expect_null(svg_outside(&svg), "%s", svg_said(svg_outside(&svg)));
        svg_finish(&svg);
        weft_trace_finish(&trace);
    }
}

/* Return the width of the first line of a class. */
static double width_of(const xmlNode *node, const char *class)
{
    double width = 0;
    for (; node && width == 0; node = node->next)
        if (node->type == XML_ELEMENT_NODE)
            width = svg_has(node, "class", class)
                        ? svg_number(node, "stroke-width")
                        : width_of(node->children, class);
    return width;
}

Test(figure_readable, lines_that_are_the_same_are_all_seen)
{
    double x[] = {4, 8, 16}, y[] = {2, 3, 4}, other[] = {2, 3, 5};
    for (int same = 0; same < 2; same++) {
        struct weft_series series[] = {
            {.name = "one", .count = 3, .x = x, .y = y},
            {.name = "two", .count = 3, .x = x, .y = same ? y : other},
            {.name = "low", .count = 3, .x = x, .y = y, .bound = true}};
        struct weft_plot plot = {.x_name = "processors",
                                 .y_name = "steps",
                                 .count = 3,
                                 .series = series};
        struct weft_panel panel = {.plot = &plot};
        struct svg svg = drawn("plot", &panel);
        const xmlNode *root = xmlDocGetRootElement(svg.document);
        double line = width_of(root, "series"), bound = width_of(root, "bound");
        cr_expect_eq(line > 2, same, "%g", line);
        cr_expect_gt(bound, line + 1);
        svg_finish(&svg);
    }
}

/* The numbers of the axes overlap neither each other nor the names of the axes,
 * however large they are; bytes are multiples of powers of 1024. */
Test(figure_readable, numbers_have_space)
{
    static const struct {
        double high;
        const char *linear, *logarithmic; /* a number of an axis in bytes */
    } cases[] = {
        {64, "60", "64"},        {4096, "4K", "4K"},
        {1.5e6, "1400K", "16K"}, {16 << 20, "16M", "64K"},
        {1e12, "900G", "64K"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int way = 0; way < 8; way++) {
            double x[] = {1, cases[i].high}, y[] = {1, cases[i].high * 7};
            struct weft_series series = {
                .name = "one", .count = 2, .x = x, .y = y};
            struct weft_plot plot = {.x_name = "bytes",
                                     .y_name = "time",
                                     .count = 1,
                                     .series = &series,
                                     .logarithmic = way & 1,
                                     .x_bytes = way & 2};
            struct weft_panel panel = {.plot = &plot, .print = way & 4};
            struct svg svg = drawn("plot", &panel);
            const struct svg_text *wrong = svg_overlap(&svg);
            cr_expect_null(wrong, "%zu %d: %s", i, way, svg_said(wrong));
            if (!panel.print)
                wrong = svg_outside(&svg);
            cr_expect_null(wrong, "%zu %d: %s", i, way, svg_said(wrong));
            if (plot.x_bytes && !panel.print)
                cr_expect(svg_says(&svg, plot.logarithmic ? cases[i].logarithmic
                                                          : cases[i].linear),
                          "%zu %d", i, way);
            svg_finish(&svg);
        }
}

Test(figure_readable, an_empty_trace_says_so)
{
    struct weft_trace trace = {0};
    struct weft_panel panel = {.trace = &trace};
    refused("gantt", &panel, WEFT_ERROR_EMPTY, "no events");
    refused("matrix", &panel, WEFT_ERROR_EMPTY, "no messages");
}
