/* Pictures of more than can be drawn individually, and highlighting: sums,
 * dots, one message, the critical path, sizes for print. */
#include "figures.h"
#include "schedules.h"

#include <math.h>
#include <weft/unstable/gallery.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Return whether the lines of the note, joined, contain the text. */
static bool noted(const struct svg *svg, const char *text)
{
    char all[4000] = "";
    for (size_t i = 0; i < svg->texts; i++) {
        strncat(all, svg->text[i].text, sizeof all - strlen(all) - 2);
        strcat(all, " ");
    }
    return strstr(all, text) != NULL;
}

/* Return a trace of `steps` steps; in each, a processor sends to the next
 * one. */
static struct weft_trace figure_sums_chain(int processors, int steps)
{
    char *schedule = malloc((size_t)steps * 40 + 1);
    cr_assert(schedule);
    size_t used = 0;
    for (int i = 0; i < steps; i++)
        used +=
            (size_t)sprintf(schedule + used, "%s%d %d %d %d", i ? " | " : "",
                            i + 1, i % processors, (i + 1) % processors, i);
    struct weft_trace trace = trace_of(schedule, processors, NULL, NULL);
    free(schedule);
    return trace;
}

static const struct {
    const char *kind;
    int processors, steps;
    const char *says; /* NULL: no sums */
} sizes[] = {
    {"gantt", 64, 64, NULL},
    {"spacetime", 64, 64, NULL},
    {"gantt", 65, 64,
     "A row is 2 processors, from the one named, a column 1 "
     "step."},
    {"spacetime", 1000, 64,
     "A row is 16 processors, from the one named, a column 1 step."},
    {"gantt", 4, 513, "A row is a processor, a column 3 steps."},
    {"spacetime", 4, 512, NULL},
    {"spacetime", 4, 1025, "A row is a processor, a column 5 steps."},
    {"utilisation", 4, 513, "A column is 3 steps."},
    {"utilisation", 1000, 64, NULL},
    {"links", 64, 64, NULL},
    {"links", 65, 65, "65 directed links are used. A row is 2 of them"},
    {"links", 4, 513, "a box 3 steps"},
};

Test(figure_sums, rows_and_steps_are_summed_and_it_says_so)
{
    for (size_t i = 0; i < COUNT(sizes); i++) {
        struct weft_trace trace =
            figure_sums_chain(sizes[i].processors, sizes[i].steps);
        struct weft_panel panel = {.trace = &trace};
        struct svg svg = drawn(sizes[i].kind, &panel);
        if (sizes[i].says)
            cr_expect(noted(&svg, sizes[i].says), "%s of %d, %d", sizes[i].kind,
                      sizes[i].processors, sizes[i].steps);
        else
            cr_expect(!noted(&svg, "a column") && !noted(&svg, "A column") &&
                          !noted(&svg, "of them"),
                      "%s of %d, %d", sizes[i].kind, sizes[i].processors,
                      sizes[i].steps);
        cr_expect_null(svg_outside(&svg), "%s", svg_said(svg_outside(&svg)));
        cr_expect_lt(svg.width, 1121, "%s", sizes[i].kind);
        svg_finish(&svg);
        weft_trace_finish(&trace);
    }
}

/* Return the maximum number of points of an outline in a figure. */
static int points_most(const xmlNode *node)
{
    int most = 0;
    for (; node; node = node->next) {
        int count =
            node->type == XML_ELEMENT_NODE ? points_most(node->children) : 0;
        most = count > most ? count : most;
        xmlChar *points = node->type == XML_ELEMENT_NODE
                              ? xmlGetProp(node, (const xmlChar *)"points")
                              : NULL;
        count = 0;
        for (const xmlChar *at = points; at && *at; at++)
            count += *at == ',';
        most = count > most ? count : most;
        xmlFree(points);
    }
    return most;
}

/* One row is busy in three of 64 columns. */
Test(figure_sums, bands_are_drawn_where_they_have_a_height)
{
    static const char *const kinds[] = {"gantt", "spacetime"};
    struct weft_trace trace = figure_sums_chain(65, 64);
    for (size_t i = 0; i < COUNT(kinds); i++) {
        struct weft_panel panel = {.trace = &trace};
        struct svg svg = drawn(kinds[i], &panel);
        int most = points_most(xmlDocGetRootElement(svg.document));
        cr_expect(most >= 4 && most <= 12, "%s: %d", kinds[i], most);
        svg_finish(&svg);
    }
    weft_trace_finish(&trace);
}

/* Isomorphic trees are drawn alike, whatever the order of their nodes. */
Test(figure_sums, the_largest_subtree_comes_first)
{
    /* the root has a leaf and a chain; the same tree with other numbers and
     * steps */
    int parents[2][4] = {{-1, 0, 0, 2}, {-1, 0, 1, 0}};
    int steps[2][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}};
    double deepest[2];
    for (int i = 0; i < 2; i++) {
        struct weft_tree tree = {4, 0, parents[i], steps[i]};
        struct weft_panel panel = {.tree = &tree};
        struct svg svg = drawn("tree", &panel);
        for (size_t j = 0; j < svg.texts; j++)
            if (!strcmp(svg.text[j].text, i ? "2" : "3") &&
                svg.text[j].bottom > 100)
                deepest[i] = svg.text[j].left;
        svg_finish(&svg);
    }
    cr_expect_eq(deepest[0], deepest[1]);
}

static const struct {
    const char *schedule;
    int processors, nodes, edges, roots;
    const char *says;
} trees[] = {
    {"1 0 1 5 | 1 2 3 5", 4, 4, 2, 2, NULL},
    {"1 1 0 5 | 1 3 2 5 | 2 2 0 5", 4, 4, 3, 1, "Messages go to the root"},
    {"1 0 1 5 | 2 1 2 5 | 3 0 2 5", 3, 3, 2, 1,
     "1 more transfers of the message are left out"},
    {"1 0 1 5 | 1 1 0 5", 2, 2, 0, 2,
     "2 more transfers of the message are left out"},
};

static int filled(const xmlNode *node, const char *fill)
{
    int count = 0;
    for (; node; node = node->next)
        if (node->type == XML_ELEMENT_NODE)
            count += svg_has(node, "fill", fill) + filled(node->children, fill);
    return count;
}

Test(figure_sums, several_roots)
{
    for (size_t i = 0; i < COUNT(trees); i++) {
        struct weft_trace trace =
            trace_of(trees[i].schedule, trees[i].processors, NULL, NULL);
        struct weft_panel panel = {.trace = &trace};
        struct svg svg = drawn("tree", &panel);
        cr_expect_eq(svg_count(&svg, "circle", "node"), trees[i].nodes, "%zu",
                     i);
        cr_expect_eq(svg_count(&svg, "line", "edge"), trees[i].edges, "%zu", i);
        cr_expect_eq(filled(xmlDocGetRootElement(svg.document), "#e0e0e0"),
                     trees[i].roots, "%zu", i);
        cr_expect(!trees[i].says || noted(&svg, trees[i].says), "%zu", i);
        svg_finish(&svg);
        weft_trace_finish(&trace);
    }
}

Test(figure_sums, many_nodes_are_dots)
{
    static const int nodes[] = {64, 65, 4096};
    for (size_t i = 0; i < COUNT(nodes); i++) {
        struct weft_tree tree;
        cr_assert_eq(weft_tree_init(&tree, nodes[i], 0), 0);
        for (int u = 1; u < nodes[i]; u++)
            tree.parent[u] = u & (u - 1), tree.step[u] = 1;
        struct weft_panel panel = {.tree = &tree};
        struct svg svg = drawn("tree", &panel);
        cr_expect_eq(svg_count(&svg, "circle", "node"), nodes[i]);
        cr_expect_eq(noted(&svg, "drawn as dots"), nodes[i] > 64);
        cr_expect_eq(svg_says(&svg, "1") > 0, nodes[i] <= 64);
        svg_finish(&svg);
        weft_tree_finish(&tree);
    }
}

/* The message is highlighted; the others are grey, not omitted. */
Test(figure_sums, a_message_that_is_chosen)
{
    static const struct {
        const char *kind, *element, *style;
    } cases[] = {{"spacetime", "g", "stroke"}, {"gantt", "rect", "fill"}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct weft_trace trace =
            trace_of(cube3_rotated, 8, "hypercube:3", "shouting");
        struct weft_panel panel = {
            .trace = &trace, .one_message = true, .message = 5};
        struct svg svg = drawn(cases[i].kind, &panel);
        char *text = draw(cases[i].kind, &panel, NULL);
        char chosen[40], rest[40], other[40];
        snprintf(chosen, sizeof chosen, "%s=\"#0072b2\"", cases[i].style);
        snprintf(rest, sizeof rest, "%s=\"#bbb\"", cases[i].style);
        snprintf(other, sizeof other, "%s=\"#e69f00\"", cases[i].style);
        cr_expect(strstr(text, chosen) && strstr(text, rest), "%s",
                  cases[i].kind);
        cr_expect(!strstr(text, other), "%s", cases[i].kind);
        cr_expect_eq(svg_says(&svg, "the others"), 1);
        free(text);
        svg_finish(&svg);
        weft_trace_finish(&trace);
    }
}

Test(figure_sums, the_critical_path)
{
    /* 0 -> 1 -> 2, and separately 3 -> 4 */
    struct weft_trace trace =
        trace_of("1 0 1 1 | 2 1 2 1 | 1 3 4 2", 5, NULL, NULL);
    struct weft_panel panel = {.trace = &trace};
    struct svg svg = drawn("spacetime", &panel);
    cr_expect_eq(svg_count_inside(&svg, "path", "line"), 0);
    svg_finish(&svg);
    panel.path = true;
    svg = drawn("spacetime", &panel);
    cr_expect_eq(svg_count_inside(&svg, "path", "line"), 2);
    cr_expect_eq(svg_count_inside(&svg, "transfers", "line"), 3);
    cr_expect(noted(&svg, "is the critical path"));
    cr_expect(noted(&svg, "100.0 % of the run"));
    svg_finish(&svg);
    weft_trace_finish(&trace);
}

Test(figure_sums, what_a_matrix_sums)
{
    struct weft_trace trace = trace_of("1 0 1 5 | 2 0 1 6", 2, NULL, NULL);
    for (size_t i = 0; i < trace.count; i++)
        trace.events[i].bytes = 100;
    static const struct {
        enum weft_amount amount;
        const char *sum, *scale;
    } cases[] = {
        {WEFT_AMOUNT_MESSAGES, "2", "messages: 0"},
        {WEFT_AMOUNT_BYTES, "200", "bytes: 0"},
        {WEFT_AMOUNT_TIME, "2", "time in steps: 0"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct weft_panel panel = {.trace = &trace, .amount = cases[i].amount};
        struct svg svg = drawn("matrix", &panel);
        /* in the cell, in the sums of row, column and all, in the scale */
        cr_expect_eq(svg_says(&svg, cases[i].sum), 5, "%zu", i);
        cr_expect_eq(svg_says(&svg, cases[i].scale), 1, "%zu", i);
        svg_finish(&svg);
    }
    weft_trace_finish(&trace);
}

Test(figure_sums, sums_of_nothing_stand_beside_the_matrix)
{
    struct weft_trace trace = trace_of("1 0 1 5 | 2 1 0 6", 2, NULL, NULL);
    for (size_t i = 0; i < trace.count; i++)
        trace.events[i].bytes = 0;
    struct weft_panel panel = {.trace = &trace, .amount = WEFT_AMOUNT_BYTES};
    struct svg svg = drawn("matrix", &panel);
    /* x of the last column's heading, and of the sums */
    double right = 0, sum = svg.width;
    for (size_t i = 0; i < svg.texts; i++)
        if (!strcmp(svg.text[i].text, "1"))
            right = fmax(right, svg.text[i].right);
    for (size_t i = 0; i < svg.texts; i++)
        if (!strcmp(svg.text[i].text, "0") && svg.text[i].left > right)
            sum = fmin(sum, svg.text[i].left);
    cr_expect_gt(sum, right + 15);
    svg_finish(&svg);
    weft_trace_finish(&trace);
}

Test(figure_sums, what_breaks_the_model_is_hollow)
{
    double x[] = {4, 8, 16}, y[] = {8, 17, 34};
    bool broken[] = {false, true, true};
    struct weft_series series = {
        .name = "one", .count = 3, .x = x, .y = y, .broken = broken};
    struct weft_plot plot = {
        .x_name = "p", .y_name = "steps", .count = 1, .series = &series};
    struct weft_panel panel = {.plot = &plot};
    struct svg svg = drawn("plot", &panel);
    cr_expect_eq(svg_count(&svg, "circle", "broken"), 2 + 1); /* legend */
    cr_expect_eq(svg_says(&svg, "hollow: breaks the model"), 1);
    svg_finish(&svg);
    series.broken = NULL;
    svg = drawn("plot", &panel);
    cr_expect_eq(svg_count(&svg, "circle", "broken"), 0);
    cr_expect_eq(svg_says(&svg, "hollow: breaks the model"), 0);
    svg_finish(&svg);
}

/* Return the smallest font size, in points, on a page at most 7 inches wide. */
static double smallest(const xmlNode *node)
{
    double least = 1e9;
    for (; node; node = node->next)
        if (node->type == XML_ELEMENT_NODE) {
            double size = svg_number(node, "font-size");
            least = fmin(least, size > 0 ? size : smallest(node->children));
        }
    return least;
}

Test(figure_sums, every_figure_on_paper)
{
    const struct weft_exhibit *exhibit;
    for (size_t i = 0; (exhibit = weft_exhibit(i)); i++) {
        char *text = weft_exhibit_print(exhibit->name, NULL);
        struct svg svg;
        cr_assert(text && svg_read(&svg, text), "%s", exhibit->name);
        const xmlNode *root = xmlDocGetRootElement(svg.document);
        double left, top, width, height;
        xmlChar *box = xmlGetProp(root, (const xmlChar *)"viewBox");
        sscanf((const char *)box, "%lf %lf %lf %lf", &left, &top, &width,
               &height);
        double points = svg.width / width * smallest(root->children);
        cr_expect_leq(svg.width, 504.05, "%s: %g points", exhibit->name,
                      svg.width);
        cr_expect_geq(points, 6.99, "%s: %g", exhibit->name, points);
        xmlFree(box);
        svg_finish(&svg);
        free(text);
    }
}

Test(figure_sums, what_is_too_wide_for_paper)
{
    struct weft_network *network = weft_network_create("ring:64", NULL);
    struct weft_panel panel = {.network = network, .print = true};
    struct svg svg = drawn("network", &panel);
    cr_expect_leq(svg.width, 504.05);
    svg_finish(&svg);
    weft_network_destroy(network);
    panel.network = network = weft_network_create("line:64", NULL);
    refused("network", &panel, WEFT_ERROR_LIMIT,
            "inches wide; print has at most 7");
    weft_network_destroy(network);
}

/* Dots may be as small as print allows. */
Test(figure_sums, a_tree_of_dots_on_paper)
{
    static const int nodes[] = {65, 256, 400};
    for (size_t i = 0; i < COUNT(nodes); i++) {
        struct weft_tree tree;
        cr_assert_eq(weft_tree_init(&tree, nodes[i], 0), 0);
        for (int u = 1; u < nodes[i]; u++)
            tree.parent[u] = u & (u - 1), tree.step[u] = 1;
        struct weft_panel panel = {.tree = &tree, .print = true};
        struct svg svg = drawn("tree", &panel);
        cr_expect_leq(svg.width, 504.05, "%d: %g", nodes[i], svg.width);
        svg_finish(&svg);
        weft_tree_finish(&tree);
    }
}
