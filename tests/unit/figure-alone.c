/* Pictures on their own: they have titles, everything is within the page,
 * numbers are on their arrows, and marks are inside their frames. */
#include "figures.h"

#include <math.h>
#include <weft/problem.h>

/* From src/figure/drawing/svg.h, which has conflicting names. */
const char *palette_colour(int number);
const char *palette_dash(int number);

struct point {
    double x, y;
};

/* Run a strategy. Return its trace, to be freed by the caller. */
static struct weft_trace
figure_alone_run(const char *problem, const char *strategy, const char *network)
{
    struct weft_experiment e = weft_experiment_default(problem);
    struct weft_trace trace = {0};
    struct weft_sink collect = weft_trace_collect(&trace);
    const struct weft_sink *sink = &collect;
    struct weft_result result;
    struct weft_error err = {0};
    cr_assert(!weft_experiment_set(&e, "strategy", strategy, &err) &&
              !weft_experiment_set(&e, "network", network, &err));
    cr_assert(!weft_run(&e, &sink, 1, &result, &err), "%s", err.text);
    weft_result_finish(&result);
    return trace;
}

/* ---- numbers and arrows ---------------------------------------------------
 */

struct curves {
    double at[512][6]; /* x and y of the start, the control point and the end */
    size_t count;
    double width, height; /* size of the page */
};

static struct point on(const double c[6], double t)
{
    double a = (1 - t) * (1 - t), b = 2 * t * (1 - t), d = t * t;
    return (struct point){a * c[0] + b * c[2] + d * c[4],
                          a * c[1] + b * c[3] + d * c[5]};
}

static void curve_read(struct curves *curves, const xmlNode *node)
{
    double *c = curves->at[curves->count++];
    xmlChar *path = xmlGetProp(node, (const xmlChar *)"d");
    cr_assert_eq(sscanf((const char *)path, "M%lf %lfQ%lf %lf %lf %lf", &c[0],
                        &c[1], &c[2], &c[3], &c[4], &c[5]),
                 6);
    xmlFree(path);
}

/* Check the numbers in the group that contains the arrows. */
static void numbers_check(const struct curves *curves, const xmlNode *first,
                          const char *name)
{
    for (const xmlNode *node = first; node; node = node->next) {
        if (!svg_has(node, "font-weight", "bold"))
            continue;
        double x = svg_number(node, "x"), y = svg_number(node, "y") - 11 * 0.35;
        double nearest = 1e9;
        for (size_t i = 0; i < curves->count; i++)
            for (int k = 0; k <= 200; k++) {
                struct point p = on(curves->at[i], k / 200.0);
                nearest = fmin(nearest, hypot(p.x - x, p.y - y));
            }
        cr_expect_lt(nearest, 1, "%s: a number %f beside its arrow", name,
                     nearest);
    }
}

static void arrows_check(struct curves *curves, const xmlNode *first,
                         const char *name)
{
    size_t before = curves->count;
    for (const xmlNode *node = first; node; node = node->next)
        if (node->type == XML_ELEMENT_NODE) {
            if (svg_has(node, "class", "arrow"))
                curve_read(curves, node);
            else
                arrows_check(curves, node->children, name);
        }
    if (curves->count > before)
        numbers_check(curves, first, name);
}

static const struct {
    const char *kind, *problem, *strategy, *network, *heading;
} pictures[] = {
    {"cube", "multinode", "necklace", "hypercube:3",
     "multinode, necklace, on hypercube:3, model all-port: 3 steps."},
    {"network", "successive", "greedy", "ring:8",
     "successive, greedy, on ring:8, model shouting: 25 steps."},
    {"network", "broadcast", "binomial", "mesh:3x4", NULL},
    {"cube", "multinode", "split", "hypercube:3", NULL},
};

Test(figure_alone, numbers_stand_on_arrows_and_arrows_on_the_page)
{
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
        struct weft_trace trace = figure_alone_run(
            pictures[i].problem, pictures[i].strategy, pictures[i].network);
        struct weft_panel panel = {.trace = &trace};
        struct svg svg = drawn(pictures[i].kind, &panel);
        const xmlNode *root = xmlDocGetRootElement(svg.document);
        static struct curves curves;
        curves = (struct curves){.width = svg_number(root, "width"),
                                 .height = svg_number(root, "height")};
        arrows_check(&curves, root->children, pictures[i].network);
        cr_expect_gt(curves.count, 5);
        for (size_t k = 0; k < curves.count; k++)
            for (int t = 0; t <= 20; t++) {
                struct point p = on(curves.at[k], t / 20.0);
                cr_expect(p.x >= -12 && p.y >= -12 && p.x <= curves.width &&
                              p.y <= curves.height,
                          "%s: an arrow leaves the page at %f %f",
                          pictures[i].network, p.x, p.y);
            }
        cr_expect_null(svg_outside(&svg), "%s", svg_said(svg_outside(&svg)));
        svg_finish(&svg);
        weft_trace_finish(&trace);
    }
}

/* ---- words -----------------------------------------------------------------
 */

/* Return all text of a picture, with blanks for line ends. */
static char *words_of(const struct svg *svg)
{
    static char text[20000];
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < svg->texts && used + 200 < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%.150s ",
                                 svg->text[i].text);
    return text;
}

Test(figure_alone, a_picture_says_what_it_is_of)
{
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
        if (!pictures[i].heading)
            continue;
        struct weft_trace trace = figure_alone_run(
            pictures[i].problem, pictures[i].strategy, pictures[i].network);
        const struct weft_figure_kind *kind;
        for (size_t k = 0; (kind = weft_figure_kind(k)); k++) {
            bool cube = !strcmp(pictures[i].kind, "cube");
            struct weft_panel panel = {.trace = &trace};
            if (kind->input == WEFT_FIGURE_COMPARISON ||
                !strcmp(kind->name, cube ? "network" : "cube") ||
                !strcmp(kind->name, "tasks")) /* not every run has tasks */
                continue;
            struct svg svg = drawn(kind->name, &panel);
            cr_expect(strstr(words_of(&svg), pictures[i].heading), "%s: %s",
                      kind->name, words_of(&svg));
            svg_finish(&svg);
        }
        weft_trace_finish(&trace);
    }
}

static void add_letters(char *text, int letters)
{
    while (letters--)
        strcat(text, "\u00e4"); /* two bytes in UTF-8 */
}

Test(figure_alone, what_is_cut_ends_in_points)
{
    struct weft_trace trace = figure_alone_run("broadcast", "naive", "ring:4");
    char fits[61] = "", longer[63] = "", cut[64] = "";
    add_letters(fits, 30);
    add_letters(longer, 31);
    add_letters(cut, 28);
    strcat(cut, "..., ");
    const struct weft_trace_info info = trace.info;
    struct weft_parameter word[] = {{"problem", longer}, {"network", fits}};
    trace.info.parameter = word;
    trace.info.parameters = 2;
    struct weft_panel panel = {.trace = &trace};
    struct svg svg = drawn("gantt", &panel);
    cr_expect(strstr(words_of(&svg), cut), "%s", words_of(&svg));
    cr_expect(strstr(words_of(&svg), fits), "%s", words_of(&svg));
    svg_finish(&svg);
    trace.info = info;
    weft_trace_finish(&trace);
}

Test(figure_alone, a_part_of_a_trace_is_named)
{
    struct weft_trace trace =
        figure_alone_run("multinode", "necklace", "hypercube:3");
    struct weft_panel panel = {
        .trace = &trace,
        .window = {.step = 2, .steps = 2, .processor = 1, .processors = 5}};
    struct svg svg = drawn("gantt", &panel);
    cr_expect(
        strstr(words_of(&svg), "3 steps; steps 2 to 3; processors 1 to 5."),
        "%s", words_of(&svg));
    svg_finish(&svg);
    panel.window = (struct weft_window){.processor = 2, .processors = 1};
    svg = drawn("gantt", &panel);
    cr_expect(strstr(words_of(&svg), "3 steps; processor 2."), "%s",
              words_of(&svg));
    svg_finish(&svg);
    panel.window = (struct weft_window){.step = 1, .steps = 1};
    svg = drawn("cube", &panel);
    cr_expect(strstr(words_of(&svg), "numbered by message"), "%s",
              words_of(&svg));
    svg_finish(&svg);
    weft_trace_finish(&trace);
}

/* ---- colours
 * ----------------------------------------------------------------- */

Test(figure_alone, no_two_messages_look_alike)
{
    for (int a = 0; a < 28; a++)
        for (int b = 0; b < a; b++) {
            bool dash = palette_dash(a) == palette_dash(b);
            cr_expect(palette_colour(a) != palette_colour(b) || !dash,
                      "%d and %d", a, b);
        }
}

/* ---- plots -----------------------------------------------------------------
 */

static void marks_check(const xmlNode *node, const xmlNode *frame)
{
    double x = svg_number(frame, "x"), y = svg_number(frame, "y");
    double width = svg_number(frame, "width");
    double height = svg_number(frame, "height");
    for (; node; node = node->next) {
        marks_check(node->children, frame);
        double cx = svg_number(node, "cx"), cy = svg_number(node, "cy");
        double r = svg_number(node, "r");
        if (node->type != XML_ELEMENT_NODE || r <= 0 || cx > x + width + 20)
            continue; /* not a mark, or one in the legend */
        cr_expect(cx - r > x && cx + r < x + width && cy - r > y &&
                      cy + r < y + height,
                  "a mark at %f %f", cx, cy);
    }
}

static const xmlNode *frame_find(const xmlNode *node)
{
    const xmlNode *found = NULL;
    for (; node && !found; node = node->next) {
        if (node->type == XML_ELEMENT_NODE && svg_has(node, "stroke", "#000") &&
            svg_number(node, "width") > 300)
            found = node;
        if (!found)
            found = frame_find(node->children);
    }
    return found;
}

Test(figure_alone, marks_lie_inside_the_frame)
{
    static const double x[] = {4, 8, 64}, y[] = {1, 2, 32};
    const struct weft_series series = {"one", 3, x, y, false};
    for (int logarithmic = 0; logarithmic < 2; logarithmic++) {
        const struct weft_plot plot = {"processors", "steps", logarithmic, 1,
                                       &series};
        const struct weft_panel panel = {.plot = &plot};
        struct svg svg = drawn("plot", &panel);
        const xmlNode *root = xmlDocGetRootElement(svg.document);
        const xmlNode *frame = frame_find(root->children);
        cr_assert(frame);
        marks_check(root->children, frame);
        svg_finish(&svg);
    }
}

/* ---- lanes -----------------------------------------------------------------
 */

/* Find the lowest y of a send and the highest of a reception in the row of
 * processor 0; all rows have equal height. */
static void lanes_find(const xmlNode *node, double bottom, double *sends,
                       double *receives)
{
    for (; node; node = node->next) {
        lanes_find(node->children, bottom, sends, receives);
        double y = svg_number(node, "y"), height = svg_number(node, "height");
        if (node->type != XML_ELEMENT_NODE || height <= 0 || y > bottom ||
            !svg_has(node, "stroke-width", "1"))
            continue;
        xmlChar *fill = xmlGetProp(node, (const xmlChar *)"fill");
        xmlChar *stroke = xmlGetProp(node, (const xmlChar *)"stroke");
        bool sent = fill && stroke && xmlStrEqual(fill, stroke);
        if (sent)
            *sends = fmax(*sends, y);
        else if (fill && stroke)
            *receives = fmin(*receives, y);
        xmlFree(fill);
        xmlFree(stroke);
    }
}

Test(figure_alone, sends_stand_above_receptions)
{
    struct weft_trace trace =
        figure_alone_run("multinode", "necklace", "hypercube:3");
    struct weft_panel panel = {.trace = &trace,
                               .window = {.processor = 0, .processors = 1}};
    struct svg svg = drawn("gantt", &panel);
    double sends = 0, receives = 1e9;
    lanes_find(xmlDocGetRootElement(svg.document)->children, 80, &sends,
               &receives);
    cr_expect(sends > 0 && receives < 1e9);
    cr_expect_lt(sends, receives);
    svg_finish(&svg);
    weft_trace_finish(&trace);
}
