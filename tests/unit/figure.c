/* Figures drawn from hand-made traces and trees: their contents, and rejected
 * input. */
#include "figures.h"
#include "schedules.h"

#include <criterion/criterion.h>
#include <locale.h>
#include <weft/unstable/figure.h>

Test(figure, an_arrow_for_every_message)
{
    struct weft_trace trace =
        trace_of(cube3_rotated, 8, "hypercube:3", "shouting");
    struct weft_panel panel = {.trace = &trace};
    struct svg svg = drawn("spacetime", &panel);
    cr_expect_eq(svg_count_inside(&svg, "transfers", "line"), 56);
    cr_expect_eq(svg_count(&svg, "circle", "begin"), 8);
    cr_expect_eq(svg_says(&svg, "101"), 1);
    cr_expect_null(svg_outside(&svg), "%s", svg_said(svg_outside(&svg)));
    cr_expect_null(svg_overlap(&svg), "%s", svg_said(svg_overlap(&svg)));
    svg_finish(&svg);
    weft_trace_finish(&trace);
}

Test(figure, a_window_cuts)
{
    struct weft_trace trace =
        trace_of(cube3_rotated, 8, "hypercube:3", "shouting");
    struct weft_panel panel = {.trace = &trace,
                               .window = {.step = 2, .steps = 2}};
    struct svg svg = drawn("spacetime", &panel);
    cr_expect_eq(svg_count_inside(&svg, "transfers", "line"), 7);
    svg_finish(&svg);
    panel.window = (struct weft_window){.processor = 7, .processors = 1};
    svg = drawn("spacetime", &panel);
    /* only transfers from or to processor 7 */
    int at_7 = 0;
    for (size_t i = 0; i < trace.count; i++)
        at_7 += trace.events[i].kind == WEFT_SEND &&
                (trace.events[i].rank == 7 || trace.events[i].peer == 7);
    cr_expect_eq(svg_count_inside(&svg, "transfers", "line"), at_7);
    svg_finish(&svg);
    weft_trace_finish(&trace);
}

Test(figure, a_box_for_every_action)
{
    struct weft_trace trace =
        trace_of(cube2_rotated, 4, "hypercube:2", "shouting");
    struct weft_panel panel = {.trace = &trace};
    struct svg svg = drawn("gantt", &panel);
    /* 12 receptions, 8 sends (4 have two receivers), page, 2 legend entries */
    cr_expect_eq(svg_count(&svg, "rect", NULL), 12 + 8 + 1 + 2);
    cr_expect_eq(svg_says(&svg, "3"), 5 + 1);
    cr_expect_null(svg_outside(&svg), "%s", svg_said(svg_outside(&svg)));
    cr_expect_null(svg_overlap(&svg), "%s", svg_said(svg_overlap(&svg)));
    svg_finish(&svg);
    weft_trace_finish(&trace);
}

Test(figure, the_matrix_counts)
{
    struct weft_trace trace =
        trace_of("1 0 1 5 | 2 0 1 6 | 3 1 2 7", 3, NULL, NULL);
    struct weft_panel panel = {.trace = &trace};
    struct svg svg = drawn("matrix", &panel);
    cr_expect_eq(svg_count(&svg, "rect", "cell"), 2);
    svg_finish(&svg);
    weft_trace_finish(&trace);
    /* too many processors for a cell each: the matrix is drawn in blocks */
    trace = trace_of("1 0 999 5 | 2 999 0 6", 1000, NULL, NULL);
    svg = drawn("matrix", &panel);
    cr_expect_eq(svg_count(&svg, "rect", "cell"), 2);
    cr_expect_eq(svg_says(&svg, "1; 16 processors in a cell"), 1);
    svg_finish(&svg);
    weft_trace_finish(&trace);
}

Test(figure, links_are_loaded_along_the_route)
{
    /* 0 -> 2 and 1 -> 2 share the arc 1 -> 2 in step 2 */
    struct weft_trace trace =
        trace_of("1 0 1 0 | 2 0 2 0 | 2 1 2 1", 4, "line:4", "one-port");
    struct weft_panel panel = {.trace = &trace};
    struct svg svg = drawn("links", &panel);
    cr_expect_eq(svg_says(&svg, "0 \xe2\x86\x92 1"), 1);
    cr_expect_eq(svg_says(&svg, "1 \xe2\x86\x92 2"), 1);
    cr_expect_eq(svg_says(&svg, "0 \xe2\x86\x92 2"), 0);
    cr_expect_geq(svg_says(&svg, "2"), 1);
    svg_finish(&svg);
    weft_trace_finish(&trace);
}

Test(figure, utilisation_covers_every_step)
{
    struct weft_trace trace =
        trace_of(cube3_rotated, 8, "hypercube:3", "shouting");
    struct weft_panel panel = {.trace = &trace};
    struct svg svg = drawn("utilisation", &panel);
    cr_expect_eq(svg_says(&svg, "sending"), 1);
    cr_expect_eq(svg_says(&svg, "receiving"), 1);
    cr_expect_eq(svg_says(&svg, "computing"), 0);
    svg_finish(&svg);
    weft_trace_finish(&trace);
}

Test(figure, the_tree_of_a_message)
{
    struct weft_trace trace =
        trace_of(cube3_rotated, 8, "hypercube:3", "shouting");
    struct weft_panel panel = {
        .trace = &trace, .one_message = true, .message = 2};
    struct svg svg = drawn("tree", &panel);
    cr_expect_eq(svg_count(&svg, "rect", "node"), 8); /* with rounded corners */
    cr_expect_eq(svg_count(&svg, "line", "edge"), 7);
    cr_expect_null(svg_outside(&svg), "%s", svg_said(svg_outside(&svg)));
    cr_expect_null(svg_overlap(&svg), "%s", svg_said(svg_overlap(&svg)));
    svg_finish(&svg);
    weft_trace_finish(&trace);
}

/* Trees passed by the caller: shapes, labels and nodes outside the tree. */
Test(figure, a_given_tree)
{
    int parent[] = {-1, 0, 0, 1, -1}, step[] = {0, 1, 2, 3, 0};
    uint8_t shape[] = {WEFT_SHAPE_CIRCLE, WEFT_SHAPE_SQUARE, WEFT_SHAPE_EMPTY,
                       WEFT_SHAPE_CIRCLE, 0};
    struct weft_tree tree = {5, 0, parent, step};
    struct weft_panel panel = {.tree = &tree, .shape = shape};
    struct svg svg = drawn("tree", &panel);
    cr_expect_eq(svg_count(&svg, "circle", "node"), 3);
    cr_expect_eq(svg_count(&svg, "rect", "node square"), 1);
    cr_expect_eq(svg_count(&svg, "line", "edge"), 3);
    cr_expect_eq(svg_says(&svg, "4"), 0);
    cr_expect_null(svg_overlap(&svg), "%s", svg_said(svg_overlap(&svg)));
    svg_finish(&svg);
    /* two nodes that are each other's parent do not reach the root: omitted */
    int circle[] = {-1, 0, 3, 2, -1};
    tree.parent = circle;
    svg = drawn("tree", &panel);
    cr_expect_eq(svg_count(&svg, "line", "edge"), 1);
    svg_finish(&svg);
}

Test(figure, cubes_and_networks)
{
    static const struct {
        const char *kind, *network;
        int nodes, links;
    } cases[] = {
        {"cube", "hypercube:1", 2, 1},   {"cube", "hypercube:4", 16, 32},
        {"network", "ring:5", 5, 5},     {"network", "line:9", 9, 8},
        {"network", "mesh:3x5", 15, 22}, {"network", "star:6", 6, 5},
        {"network", "tree:8", 8, 14},    {"network", "complete:6", 6, 15},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct weft_network *network =
            weft_network_create(cases[i].network, NULL);
        struct weft_panel panel = {.network = network};
        struct svg svg = drawn(cases[i].kind, &panel);
        cr_expect_eq(svg_count(&svg, "circle", "node"), cases[i].nodes);
        cr_expect_eq(svg_count(&svg, "line", "link"), cases[i].links, "%s",
                     cases[i].network);
        cr_expect_null(svg_outside(&svg), "%s", cases[i].network);
        cr_expect_null(svg_overlap(&svg), "%s", cases[i].network);
        svg_finish(&svg);
        weft_network_destroy(network);
    }
}

/* Three arrows cross at one point; their numbers must not overlap. */
Test(figure, numbers_keep_apart)
{
    struct weft_trace trace =
        trace_of("1 0 3 10 | 1 1 4 11 | 1 2 5 12", 6, "complete:6", "one-port");
    struct weft_panel panel = {.trace = &trace};
    struct svg svg = drawn("network", &panel);
    cr_expect_eq(svg_count(&svg, "path", "arrow"), 3);
    cr_expect_eq(svg_says(&svg, "10"), 1);
    cr_expect_null(svg_overlap(&svg), "%s", svg_said(svg_overlap(&svg)));
    svg_finish(&svg);
    weft_trace_finish(&trace);
}

/* A second reception in the same step is marked, one in another step is not. */
Test(figure, a_broken_rule_is_marked)
{
    struct weft_trace trace =
        trace_of("1 1 0 1 | 1 2 0 2 | 1 1 3 1", 4, "hypercube:2", "shouting");
    struct weft_panel panel = {.trace = &trace,
                               .window = {.step = 1, .steps = 1}};
    struct svg svg = drawn("cube", &panel);
    cr_expect_eq(svg_count(&svg, "path", "arrow"), 3);
    cr_expect_eq(svg_count(&svg, "circle", "node clash"), 2);
    svg_finish(&svg);
    weft_trace_finish(&trace);
    trace = trace_of("1 1 0 1 | 2 2 0 2", 4, "hypercube:2", "shouting");
    panel.window.steps = 2;
    svg = drawn("cube", &panel);
    cr_expect_eq(svg_count(&svg, "circle", "node clash"), 0);
    svg_finish(&svg);
    weft_trace_finish(&trace);
}

Test(figure, a_plot)
{
    double x[] = {4, 8, 16}, y[] = {8, 17, 34}, low[] = {6, 13, 26};
    struct weft_series series[] = {
        {.name = "rotated", .count = 3, .x = x, .y = y},
        {.name = "bound", .count = 3, .x = x, .y = low, .bound = true}};
    struct weft_plot plot = {.x_name = "processors",
                             .y_name = "steps",
                             .count = 2,
                             .series = series};
    struct weft_panel panel = {.plot = &plot};
    for (int i = 0; i < 2; i++) {
        plot.logarithmic = i;
        struct svg svg = drawn("plot", &panel);
        cr_expect_eq(svg_count(&svg, "polyline", "series"), 1);
        cr_expect_eq(svg_count(&svg, "polyline", "bound"), 1);
        cr_expect_null(svg_outside(&svg), "%s", svg_said(svg_outside(&svg)));
        cr_expect_null(svg_overlap(&svg), "%s", svg_said(svg_overlap(&svg)));
        svg_finish(&svg);
    }
    y[1] = 0;
    refused("plot", &panel, WEFT_ERROR_MISUSE, "positive");
}

Test(figure, what_cannot_be_drawn)
{
    struct weft_panel panel = {0};
    refused("gnatt", &panel, WEFT_ERROR_UNKNOWN, "gantt");
    refused("gantt", &panel, WEFT_ERROR_MISUSE, "needs a trace");
    refused("tree", &panel, WEFT_ERROR_MISUSE, "needs a tree");
    refused("cube", &panel, WEFT_ERROR_MISUSE, "needs a network");
    refused("plot", &panel, WEFT_ERROR_MISUSE, "numbers");
    struct weft_trace trace = trace_of("", 4, NULL, NULL);
    panel.trace = &trace;
    refused("gantt", &panel, WEFT_ERROR_EMPTY, "no events");
    refused("matrix", &panel, WEFT_ERROR_EMPTY, "no messages");
    weft_trace_finish(&trace);
    trace = trace_of("1 0 500 1", 501, NULL, NULL);
    panel.window = (struct weft_window){.processor = 501};
    refused("gantt", &panel, WEFT_ERROR_MISUSE, "0..500");
    panel.window = (struct weft_window){.step = 2};
    refused("gantt", &panel, WEFT_ERROR_MISUSE, "ends at 1");
    panel =
        (struct weft_panel){.trace = &trace, .one_message = true, .message = 2};
    refused("tree", &panel, WEFT_ERROR_EMPTY, "message 2");
    weft_trace_finish(&trace);
}

Test(figure, the_same_bytes_in_any_locale)
{
    struct weft_trace trace =
        trace_of(cube2_rotated, 4, "hypercube:2", "shouting");
    struct weft_panel panel = {.trace = &trace};
    char *first = draw("spacetime", &panel, NULL);
    setlocale(LC_ALL, "de_DE.UTF-8");
    char *second = draw("spacetime", &panel, NULL);
    setlocale(LC_ALL, "C");
    cr_assert_str_eq(first, second);
    free(first);
    free(second);
    weft_trace_finish(&trace);
}

Test(figure, foreign_names_stay_well_formed)
{
    struct weft_trace trace = trace_of("1 0 1 1", 2, NULL, NULL);
    struct weft_panel panel = {.trace = &trace, .caption = "a<b>&\"c\x01\xff"};
    struct svg svg = drawn("matrix", &panel);
    cr_expect_eq(svg_says(&svg, "a<b>&\"c??"), 1);
    svg_finish(&svg);
    weft_trace_finish(&trace);
}

/* Readers reject such events; drawing must not rely on it. */
Test(figure, processors_that_are_not_there)
{
    static const char *const kinds[] = {"spacetime", "gantt", "utilisation",
                                        "matrix",    "links", "tree"};
    struct weft_trace trace = trace_of("1 0 1 1 | 2 0 1 2", 2, NULL, NULL);
    for (size_t i = 0; i < 2; i++)
        trace.events[i].rank = i ? -5 : 1 << 20;
    struct weft_panel panel = {.trace = &trace};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct svg svg = drawn(kinds[i], &panel);
        svg_finish(&svg);
    }
    char *text = weft_figure_text(&trace, 80, false, NULL);
    cr_expect(text);
    free(text);
    weft_trace_finish(&trace);
}

Test(figure, a_chart_in_text)
{
    struct weft_trace trace =
        trace_of(cube2_rotated, 4, "hypercube:2", "shouting");
    struct weft_error err;
    char *text = weft_figure_text(&trace, 80, false, &err);
    cr_assert_str_eq(text, "step  1\n"
                           "  00 >1 .<2>2 .<3<4 .\n"
                           "  01 <1 .>2 .<3>3 .<4\n"
                           "  10 <1>1 .<2<3 .>4 .\n"
                           "  11  .<1<2 .>3 .<4>4\n"
                           "> sends, < receives, . neither; a digit is a "
                           "message\n");
    free(text);
    text = weft_figure_text(&trace, 13, false, &err);
    cr_assert_str_eq(text, "step  1\n"
                           "  00 >1 .<2>2\n"
                           "  01 <1 .>2 .\n"
                           "  10 <1>1 .<2\n"
                           "  11  .<1<2 .\n"
                           "4 of 8 steps shown\n"
                           "> sends, < receives, . neither; a digit is a "
                           "message\n");
    free(text);
    text = weft_figure_text(&trace, 9, true, &err);
    cr_assert(strstr(text, "\033[7;"));
    free(text);
    weft_trace_finish(&trace);
}

/* ---- odd arguments ------------------------------------------------------ */

Test(figure, a_network_has_room_for_the_trace)
{
    static const char *const kinds[] = {"network", "cube", "links",
                                        "spacetime"};
    struct weft_trace trace = trace_of("1 0 1 1 | 2 7 3 1", 8, NULL, NULL);
    struct weft_network *small = weft_network_create("hypercube:2", NULL);
    struct weft_panel panel = {.trace = &trace, .network = small};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        refused(kinds[i], &panel, WEFT_ERROR_MISUSE,
                "the trace has 8 processors, hypercube:2 has 4");
    weft_network_destroy(small);
    weft_trace_finish(&trace);
}

Test(figure, any_message_number_has_a_colour)
{
    struct weft_trace trace =
        trace_of("1 0 1 2147483647 | 2 1 0 2147483646", 2, NULL, NULL);
    struct weft_error err = {0};
    char *text = weft_figure_text(&trace, 80, true, &err);
    cr_assert(text, "%s", err.text);
    free(text);
    weft_trace_finish(&trace);
}

/* A long path, and a tree with separate cycles: no path to the root is walked
 * repeatedly. */
Test(figure, trees_of_long_paths, .timeout = 10)
{
    enum { FIGURE_SIZE = 1000000 };
    struct weft_tree tree;
    cr_assert_eq(weft_tree_init(&tree, FIGURE_SIZE, 0), 0);
    for (int u = 1; u < FIGURE_SIZE; u++)
        tree.parent[u] = u - 1, tree.step[u] = u;
    struct weft_panel panel = {.tree = &tree};
    refused("tree", &panel, WEFT_ERROR_LIMIT, "a tree of 1000000 nodes");
    for (int u = 5; u < FIGURE_SIZE; u++)
        tree.parent[u] = u < FIGURE_SIZE - 1 ? u + 1 : 5;
    struct svg svg = drawn("tree", &panel);
    cr_expect_eq(svg_count(&svg, "circle", NULL), 5);
    svg_finish(&svg);
    weft_tree_finish(&tree);
}

Test(figure, links_of_a_long_way_are_refused_at_once)
{
    struct weft_trace trace = trace_of("1 0 1048575 1 | 1 1048575 0 2", 1 << 20,
                                       "line:1048576", "one-port");
    struct weft_panel panel = {.trace = &trace};
    refused("links", &panel, WEFT_ERROR_LIMIT,
            "transfers over links, the maximum");
    weft_trace_finish(&trace);
}

/* Sends and receptions have separate lines if both occur at once. */
Test(figure, a_duplex_chart_in_text)
{
    struct weft_trace trace =
        trace_of("1 0 1 1 | 1 1 0 12 | 2 1 2 1", 3, NULL, NULL);
    struct weft_error err;
    char *text = weft_figure_text(&trace, 80, false, &err);
    cr_assert_str_eq(text, "step   1\n"
                           "   0 > 1.\n"
                           "     < c.\n"
                           "   1 > c1\n"
                           "     < 1.\n"
                           "   2 > ..\n"
                           "     < .1\n"
                           "> sends, < receives, . neither; a sign is a "
                           "message: 0-9, a-z, A-Z, then again\n");
    free(text);
    weft_trace_finish(&trace);
}

Test(figure, a_moment_in_text)
{
    struct weft_trace trace =
        trace_of(cube2_rotated, 4, "hypercube:2", "shouting");
    static const struct {
        uint64_t step;
        int rows, columns;
        const char *text;
    } cases[] = {
        {1, 0, 80,
         "step 1 of 8\n  00  > 1 to 01, 10\n  01  < 1 from 00\n"
         "  10  < 1 from 00\n  11  .\n"},
        {1, 2, 80,
         "step 1 of 8\n  00  > 1 to 01, 10\n  01  < 1 from 00\n"
         "and 2 more processors\n"},
        {1, 1, 18, "step 1 of 8\n  00  > 1 to 0...\nand 3 more processors\n"},
        {99, 1, 80, "step 8 of 8\n  00  .\nand 3 more processors\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = weft_figure_moment(&trace, cases[i].step, cases[i].rows,
                                        cases[i].columns, false, NULL);
        cr_expect_str_eq(text, cases[i].text);
        free(text);
    }
    weft_trace_finish(&trace);
}
