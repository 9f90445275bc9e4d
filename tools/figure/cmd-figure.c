/* weft figure: figures of the gallery or of any trace. */
#include "common/command.h"
#include "common/file-ending.h"
#include "common/network-word.h"
#include "common/options.h"
#include "common/picture.h"
#include "common/reading.h"
#include "common/word-kinds.h"
#include "figure/figure-cut.h"
#include "figure/figure-window.h"

#include <stdlib.h>
#include <string.h>
#include <weft/unstable/figure.h>
#include <weft/unstable/gallery.h>
#include <weft/weft.h>

#define FIGURE_STEPS_MAX 1000000000

struct figure_order {
    const char *name;   /* name of a gallery figure or of a kind */
    const char *source; /* trace to draw, if `name` is a kind */
    const char *target;
    struct network_words words;
    struct weft_panel panel;
    const char *title;
    bool list;
    bool window;       /* an option that applies only to traces was given */
    const char *by;    /* argument of --by */
    const char *cut;   /* argument of --cut */
    const char *steps; /* argument of --steps; its unit depends on the trace */
};

enum {
    OPTION_PROCESSORS = 256,
    OPTION_STEPS,
    OPTION_MESSAGE,
    OPTION_TOUR,
    OPTION_PATH,
    OPTION_BY,
    OPTION_CUT,
    FIGURE_OPTION_PRINT,
    OPTION_FULL,
    OPTION_TITLE,
    OPTION_CAPTION,
};

static const struct argp_option figure_options[] = {
    {"output", 'o', "FILE", 0,
     "write the SVG to FILE (default: standard output); rsvg-convert makes "
     "FILE.pdf and FILE.png",
     0},
    {"list", 'l', NULL, 0, "list the figures and the kinds of figures", 0},
    {"network", 'n', "NETWORK", 0,
     "the network of the trace; without a trace, draw the network itself "
     "(kinds network and cube)",
     1},
    NETWORK_OPTIONS,
    {"processors", OPTION_PROCESSORS, "A..B", 0,
     "draw processors A to B of the trace", 1},
    {"steps", OPTION_STEPS, "C..D", 0,
     "draw steps C to D of the trace; in a trace without steps, the time from "
     "C to D since its first record, in the unit of the axis or with ns, us, "
     "ms or s",
     1},
    {"message", OPTION_MESSAGE, "M", 0,
     "draw the transfers of one message; spacetime and gantt draw the others "
     "in grey",
     1},
    {"path", OPTION_PATH, NULL, 0, "spacetime: highlight the critical path", 1},
    {"by", OPTION_BY, "messages|bytes|time", 0,
     "matrix: the quantity to sum (default: messages)", 1},
    {"cut", OPTION_CUT, "PROBLEM", 0,
     "network and cube, with -n: mark in red the vertices and links of the cut "
     "that bounds the throughput of PROBLEM from root 0 (weft optimum PROBLEM "
     "--bandwidth)",
     1},
    {"tour", OPTION_TOUR, NULL, 0,
     "order processors such that neighbours are near (Gray code)", 1},
    {"full", OPTION_FULL, NULL, 0,
     "draw each box and each transfer, however many there are", 1},
    {"title", OPTION_TITLE, "TEXT", 0, "write TEXT above the figure", 1},
    {"caption", OPTION_CAPTION, "TEXT", 0, "write TEXT below the figure", 1},
    {"print", FIGURE_OPTION_PRINT, NULL, 0,
     "size the figure for print: at most 7 inches wide, text at least 7 pt", 0},
    {0},
};

static void parse_range(const struct argp_state *state, const char *text,
                        int64_t low, int64_t high, int64_t *first,
                        int64_t *count)
{
    struct weft_error err;
    if (range_read(text, low, high, first, count, &err))
        misuse(state, "%s", err.text);
}

static int read_steps(struct figure_order *order,
                      const struct weft_trace *trace, struct weft_error *err)
{
    struct weft_window *window = &order->panel.window;
    int64_t first = 0, count = 0;
    if (!order->steps)
        return 0;
    if (!trace->info.step || weft_trace_info_ticks(&trace->info) > 1)
        return range_of_times(order->steps, trace, window, err);
    if (range_read(order->steps, 1, FIGURE_STEPS_MAX, &first, &count, err))
        return -1;
    window->step = (uint64_t)first;
    window->steps = (uint64_t)count;
    return 0;
}

static void parse_window(struct figure_order *order, int key,
                         const char *argument, const struct argp_state *state)
{
    struct weft_panel *panel = &order->panel;
    int64_t first, count;
    order->window = true;
    switch (key) {
    case OPTION_PROCESSORS:
        parse_range(state, argument, 0, WEFT_NETWORK_SIZE_MAX - 1, &first,
                    &count);
        panel->window.processor = (int)first;
        panel->window.processors = (int)count;
        break;
    case OPTION_STEPS:
        order->steps = argument;
        break;
    case OPTION_MESSAGE:
        parse_range(state, argument, 0, INT32_MAX, &first, &count);
        if (count != 1)
            misuse(state, "--message takes one message, not '%s'", argument);
        panel->message = (int)first;
        panel->one_message = true;
        break;
    case OPTION_PATH:
        panel->path = true;
        break;
    case OPTION_FULL:
        panel->full = true;
        break;
    case OPTION_BY:
        order->by = argument;
        panel->amount =
            (enum weft_amount)option_word(state, figure_options, key, argument);
        break;
    case OPTION_TITLE:
        order->title = argument;
        break;
    case OPTION_CAPTION:
        panel->caption = argument;
        break;
    default:
        panel->tour = true;
        break;
    }
}

static error_t figure_parse(int key, char *argument, struct argp_state *state)
{
    struct figure_order *order = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        one_line(state);
        return 0;
    case 'o':
        refuse_ending(state, argument, "a picture", picture_endings);
        order->target = argument;
        return 0;
    case 'l':
        order->list = true;
        return 0;
    case FIGURE_OPTION_PRINT:
        order->panel.print = true;
        return 0;
    case OPTION_CUT:
        order->cut = argument;
        return 0;
    case OPTION_PROCESSORS:
    case OPTION_STEPS:
    case OPTION_MESSAGE:
    case OPTION_TOUR:
    case OPTION_PATH:
    case OPTION_FULL:
    case OPTION_BY:
    case OPTION_TITLE:
    case OPTION_CAPTION:
        parse_window(order, key, argument, state);
        return 0;
    case ARGP_KEY_ARG:
        if (!order->name)
            order->name = argument;
        else if (!order->source)
            order->source = argument;
        else
            misuse(state,
                   "unexpected argument '%s': weft figure takes one figure and "
                   "one trace",
                   argument);
        return 0;
    case ARGP_KEY_END:
        if (!order->name && !order->list)
            misuse(state, "no figure given; `weft figure --list` lists them");
        return 0;
    default:
        return network_words_parse(key, argument, &order->words);
    }
}

/* Return the i-th kind that can be drawn from a trace, or NULL. */
static const struct weft_figure_kind *trace_kind(size_t index)
{
    const struct weft_figure_kind *kind;
    for (size_t i = 0; (kind = weft_figure_kind(i)); i++)
        if (kind->input != WEFT_FIGURE_COMPARISON && index-- == 0)
            return kind;
    return NULL;
}

static void figure_list(void)
{
    const struct weft_exhibit *exhibit;
    for (size_t i = 0; (exhibit = weft_exhibit(i)); i++)
        printf("%-15s %-33s %s\n", exhibit->name, exhibit->document,
               exhibit->summary);
    printf("\nfrom any trace (weft figure KIND TRACE):\n");
    const struct weft_figure_kind *kind;
    for (size_t i = 0; (kind = trace_kind(i)); i++)
        printf("%-15s %s\n", kind->name, kind->summary);
    printf("\nfrom a comparison (weft compare ... --figure FILE.svg):\n");
    for (size_t i = 0; (kind = weft_figure_kind(i)); i++)
        if (kind->input == WEFT_FIGURE_COMPARISON)
            printf("%-15s %s\n", kind->name, kind->summary);
}

static const struct weft_figure_kind *find_kind(const char *name)
{
    const struct weft_figure_kind *kind;
    for (size_t i = 0; (kind = trace_kind(i)); i++)
        if (!strcmp(kind->name, name))
            return kind;
    return NULL;
}

/* Return the i-th name for suggestions: kinds first, then gallery figures. */
static const char *figure_name_of(size_t index)
{
    size_t kinds = 0;
    while (trace_kind(kinds))
        kinds++;
    if (index < kinds)
        return trace_kind(index)->name;
    const struct weft_exhibit *exhibit = weft_exhibit(index - kinds);
    return exhibit ? exhibit->name : NULL;
}

static int draw_panel(struct figure_order *order, const char *what, char **svg)
{
    struct weft_error err = {0};
    struct weft_figure figure = {.kind = order->name,
                                 .title = order->title,
                                 .panels = 1,
                                 .panel = &order->panel};
    *svg = weft_figure_draw(&figure, &err);
    if (*svg)
        return EXIT_GOOD;
    return complain(!order->source && weft_error_is_misuse(&err) ? EXIT_MISUSE
                                                                 : EXIT_FAILED,
                    what, &err);
}

static int draw_trace(struct figure_order *order, char **svg)
{
    struct weft_error err = {0};
    struct weft_trace trace = {0};
    struct weft_sink sink = weft_trace_collect(&trace);
    int status;
    if (read_trace(order->source, &sink, NULL, &err)) {
        status = complain_of_file(order->source, &err);
    } else if (read_steps(order, &trace, &err)) {
        status = complain(EXIT_MISUSE, NULL, &err);
    } else {
        order->panel.trace = &trace;
        status = draw_panel(order, order->source, svg);
    }
    weft_trace_finish(&trace);
    return status;
}

/* Mark the cut, if one is asked for, and draw the figure. */
static int draw_with_cut(struct figure_order *order, char **svg)
{
    struct weft_error err = {0};
    bool *inside = NULL;
    char text[FIGURE_CUT_TEXT];
    if (order->cut &&
        figure_cut(order->panel.network, order->cut, &inside, text, &err))
        return complain(weft_error_is_misuse(&err) ? EXIT_MISUSE : EXIT_FAILED,
                        NULL, &err);
    order->panel.inside = inside;
    if (inside && !order->panel.caption)
        order->panel.caption = text;
    int status = order->source ? draw_trace(order, svg)
                               : draw_panel(order, order->words.spec, svg);
    free(inside);
    return status;
}

static int draw_exhibit(const struct figure_order *order, char **svg)
{
    struct weft_error err = {0};
    *svg = order->panel.print ? weft_exhibit_print(order->name, &err)
                              : weft_exhibit_draw(order->name, &err);
    return *svg ? EXIT_GOOD : complain(EXIT_FAILED, NULL, &err);
}

static bool figure_known(const char *name)
{
    for (size_t i = 0; figure_name_of(i); i++)
        if (!strcmp(name, figure_name_of(i)))
            return true;
    return false;
}

/* Return whether this is a kind that weft compare draws. */
static bool is_compared(const char *name)
{
    const struct weft_figure_kind *kind;
    for (size_t i = 0; (kind = weft_figure_kind(i)); i++)
        if (kind->input == WEFT_FIGURE_COMPARISON && !strcmp(kind->name, name))
            return true;
    return false;
}

/* Check that the options describe a figure. */
static int figure_order_check(const struct figure_order *order)
{
    struct weft_error err = {0};
    const struct weft_figure_kind *kind = find_kind(order->name);
    if (is_compared(order->name))
        weft_error_set(
            &err, WEFT_ERROR_MISUSE, 0,
            "'%s' is drawn from a comparison: weft compare PROBLEM -n SIZES "
            "--figure FILE.svg",
            order->name);
    else if (is_network(order->name))
        weft_error_set(&err, WEFT_ERROR_MISUSE, 0,
                       "'%s' is a network: weft figure network -n %s",
                       order->name, order->name);
    else if (kind && order->source && is_network(order->source))
        weft_error_set(&err, WEFT_ERROR_MISUSE, 0,
                       "'%s' is a network, not a trace: -n %s", order->source,
                       order->source);
    else if (!figure_known(order->name))
        weft_unknown(&err, "figure", order->name, figure_name_of);
    else if (kind && !order->source && !order->words.spec)
        weft_error_set(&err, WEFT_ERROR_MISUSE, 0,
                       kind->input == WEFT_FIGURE_NETWORK
                           ? "no network or trace given: weft figure %s -n "
                             "NETWORK, or weft figure %s TRACE"
                           : "no trace given: weft figure %s TRACE",
                       order->name, order->name);
    else if (!kind && order->words.spec)
        weft_error_set(&err, WEFT_ERROR_MISUSE, 0,
                       "'%s' has its own network; -n is for kinds of figures",
                       order->name);
    else if (!kind && order->source)
        weft_error_set(
            &err, WEFT_ERROR_MISUSE, 0,
            "unexpected argument '%s': '%s' is drawn from its own run",
            order->source, order->name);
    else if (!kind && order->window)
        weft_error_set(
            &err, WEFT_ERROR_MISUSE, 0,
            "--processors, --steps, --message, --tour, --path, "
            "--full, --by, --title and --caption are for figures of a "
            "trace, not for '%s'",
            order->name);
    else if (order->panel.path && strcmp(order->name, "spacetime") != 0)
        weft_error_set(&err, WEFT_ERROR_MISUSE, 0,
                       "--path is for spacetime, not for %s", order->name);
    else if (order->cut && (!kind || kind->input != WEFT_FIGURE_NETWORK))
        weft_error_set(&err, WEFT_ERROR_MISUSE, 0,
                       "--cut is for network and cube, not for %s",
                       order->name);
    else if (order->cut && !order->words.spec)
        weft_error_set(&err, WEFT_ERROR_MISUSE, 0,
                       "--cut needs a network: add -n NETWORK");
    else if (order->by && strcmp(order->name, "matrix") != 0)
        weft_error_set(&err, WEFT_ERROR_MISUSE, 0,
                       "--by is for matrix, not for %s", order->name);
    return err.text[0] ? complain(EXIT_MISUSE, NULL, &err) : EXIT_GOOD;
}

static int figure_command(int argc, char **argv)
{
    const struct argp argp = {figure_options,
                              figure_parse,
                              "FIGURE\nKIND TRACE\nKIND -n NETWORK",
                              "Draws a figure of one of the papers, of a "
                              "trace, or of a network, as SVG.",
                              reading_only,
                              NULL,
                              NULL};
    struct figure_order order = {.target = "-"};
    int status = parse_arguments(&argp, argc, argv, &order);
    if (status)
        return status;
    if (order.list) {
        figure_list();
        return EXIT_GOOD;
    }
    status = figure_order_check(&order);
    if (status)
        return status;
    char *svg = NULL;
    struct weft_network *network = NULL;
    status = network_make("figure", &order.words, &network);
    order.panel.network = network;
    if (!status)
        status = network || order.source ? draw_with_cut(&order, &svg)
                                         : draw_exhibit(&order, &svg);
    weft_network_destroy(network);
    if (status)
        return status;
    struct weft_error err = {0};
    if (picture_write(order.target, svg, &err))
        status = complain(EXIT_FAILED, NULL, &err);
    free(svg);
    return status;
}

const struct command cmd_figure = {
    .name = "figure",
    .summary = "draw a figure of a paper, a trace or a network as SVG",
    .run = figure_command,
};
