/* The trees of a message in a trace, and the texts in and below the trees. */
#include "tree.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRACE_FONT 10
#define TRACE_KEYS_HEIGHT 20
#define KEY 36

static bool of_message(const struct view *view, const struct view_transfer *t)
{
    return t->message == view->transfer[0].message;
}

/* Set d->collects to whether the message is combined on its way: each processor
 * sends it at most once, and some processor receives it more than once. Return
 * 0, or -1 if out of memory. */
static int comes_together(struct drawing *d, const struct view *view)
{
    int size = view->trace->info.processors;
    int *count = calloc(2 * (size_t)size, sizeof *count);
    if (!count)
        return -1;
    bool once = true, twice = false;
    for (size_t i = 0; i < view->transfers; i++) {
        const struct view_transfer *t = &view->transfer[i];
        if (!of_message(view, t))
            continue;
        once = ++count[t->source] == 1 && once;
        twice = ++count[size + t->destination] > 1 || twice;
    }
    free(count);
    d->collects = once && twice;
    return 0;
}

/* Find the roots: the processors that send the message before they receive
 * it. */
static int roots_find(struct drawing *d, const struct view *view)
{
    int size = view->trace->info.processors;
    uint64_t *reached = malloc((size_t)size * sizeof *reached);
    d->root = calloc((size_t)size, sizeof *d->root);
    d->when = calloc((size_t)size, sizeof *d->when);
    if (!reached || !d->root || !d->when) {
        free(reached);
        return -1;
    }
    for (int u = 0; u < size; u++)
        reached[u] = UINT64_MAX;
    for (size_t i = 0; i < view->transfers; i++) {
        const struct view_transfer *t = &view->transfer[i];
        if (of_message(view, t) && t->end < reached[t->destination])
            reached[t->destination] = t->end;
    }
    for (size_t i = 0; i < view->transfers && !d->collects; i++) {
        const struct view_transfer *t = &view->transfer[i];
        if (of_message(view, t) && t->start < reached[t->source])
            d->root[t->source] = true;
    }
    free(reached);
    return 0;
}

/* Return the root of the tree that contains `rank`. above[] is the parent of
 * each node, or a node further up, since paths are shortened when they are
 * followed. */
static int top_of(int *above, int rank)
{
    while (above[rank] >= 0) {
        if (above[above[rank]] >= 0)
            above[rank] = above[above[rank]];
        rank = above[rank];
    }
    return rank;
}

/* Add the edge of a transfer, unless it would close a cycle. */
static void edge_add(struct drawing *d, const struct view *view,
                     const struct view_transfer *t, int *above)
{
    struct weft_tree *tree = &d->tree;
    int child = d->collects ? t->source : t->destination;
    int parent = d->collects ? t->destination : t->source;
    if (tree->parent[child] >= 0 || d->root[child] ||
        top_of(above, parent) == child) {
        d->other++;
        return;
    }
    above[child] = parent;
    uint64_t step = view_step(view, t->start);
    tree->parent[child] = parent;
    tree->step[child] = step > INT_MAX ? INT_MAX : (int)step;
    d->when[child] = view->steps ? step : t->end;
}

/* Mark the nodes that have children but no parent as roots. */
static void roots_set(struct drawing *d)
{
    const struct weft_tree *tree = &d->tree;
    for (int u = 0; u < tree->size; u++)
        if (tree->parent[u] >= 0 && tree->parent[tree->parent[u]] < 0)
            d->root[tree->parent[u]] = true;
}

static int edges_find(struct drawing *d, const struct view *view)
{
    int size = view->trace->info.processors;
    int *above = malloc((size_t)size * sizeof *above);
    if (!above)
        return -1;
    for (int u = 0; u < size; u++)
        above[u] = -1;
    for (size_t i = 0; i < view->transfers; i++)
        if (of_message(view, &view->transfer[i]))
            edge_add(d, view, &view->transfer[i], above);
    free(above);
    return 0;
}

int tree_of_trace(struct drawing *d, struct weft_error *err)
{
    struct view view = {0};
    int result = view_init(&view, d->panel, "tree", err);
    if (!result && !view.transfers)
        result = weft_error_set(err, WEFT_ERROR_EMPTY, 0,
                                "no messages in the window");
    if (!result && weft_tree_init(&d->tree, view.trace->info.processors,
                                  view.transfer[0].source))
        result = -2;
    d->own = !result;
    if (!result && (comes_together(d, &view) || roots_find(d, &view) ||
                    edges_find(d, &view)))
        result = -2;
    if (!result)
        roots_set(d);
    if (!result && !view.steps)
        d->clock = view.clock;
    view_finish(&view);
    return result == -2 ? weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                                         "no memory for the figure")
                        : result;
}

void tree_step_print(const struct drawing *d, int rank, char text[24])
{
    if (d->clock)
        clock_short(text, clock_number(&d->panel->trace->info, d->clock,
                                       d->when[rank]));
    else if (d->when)
        snprintf(text, 24, "%" PRIu64,
                 d->when[rank] - (uint64_t)d->panel->labels);
    else
        snprintf(text, 24, "%d", d->tree.step[rank] - d->panel->labels);
}

/* ---- dimensions ---------------------------------------------------------- */

int tree_edge_sign(const struct drawing *d, int rank)
{
    if (!d->network || !weft_network_cube(d->network))
        return -1;
    unsigned link = (unsigned)rank ^ (unsigned)d->tree.parent[rank];
    if (!link || link & (link - 1))
        return -1;
    return __builtin_ctz(link);
}

/* Return 1 + the highest dimension of an edge; 0: no edge has a dimension. */
static int dimensions(const struct drawing *d)
{
    int count = 0;
    for (int i = 0; i < d->members; i++) {
        int u = d->member[i];
        int sign = d->depth[u] > 0 ? tree_edge_sign(d, u) : -1;
        count = sign >= count ? sign + 1 : count;
    }
    return count;
}

double tree_keys_height(const struct drawing *d)
{
    return dimensions(d) > 1 ? TRACE_KEYS_HEIGHT : 0;
}

void tree_keys_draw(const struct drawing *d, double y, struct svg *svg)
{
    struct font font = {.size = TRACE_FONT};
    int count = dimensions(d);
    if (d->again || count < 2)
        return;
    double x = svg_text_width("dimension", TRACE_FONT) + 4;
    svg_text(svg, 0, y + 14, &font, "dimension");
    for (int i = 0; i < count; i++, x += KEY) {
        svg_line(svg, x, y + 11, x + 16, y + 11,
                 &(struct style){.stroke = palette_colour(i),
                                 .dash = palette_dash(i),
                                 .width = 1.6});
        svg_printf(svg, x + 20, y + 14, &font, "%d", i);
    }
}

double tree_keys_width(const struct drawing *d)
{
    int count = dimensions(d);
    return d->again || count < 2
               ? 0
               : svg_text_width("dimension", TRACE_FONT) + 4 + count * KEY;
}

/* ---- the note ------------------------------------------------------------ */

static void trace_add(struct drawing *d, const char *text)
{
    strncat(d->note, text, sizeof d->note - strlen(d->note) - 1);
}

void tree_note(struct drawing *d)
{
    char text[160];
    if (d->dots) {
        snprintf(
            text, sizeof text,
            "%d nodes, drawn as dots without names; larger dots are roots.",
            d->members);
        trace_add(d, text);
    } else if (d->panel->labels) {
        trace_add(d,
                  "A number beside an edge is the label of the child: one less "
                  "than the step in which it is reached.");
    } else if (d->clock) {
        snprintf(text, sizeof text,
                 "A number beside an edge is the time in %s at which the %s.",
                 d->clock->name,
                 d->collects ? "message arrives at the parent"
                             : "child is reached");
        trace_add(d, text);
    } else {
        trace_add(d, d->collects
                         ? "Messages go to the root; a number beside an edge "
                           "is the step in which one passes it."
                         : "A number beside an edge is the step in which "
                           "the child is reached.");
    }
    if (dimensions(d) > 1 && !d->dots)
        trace_add(d, " Its colour and dashes show the dimension of the link.");
}
