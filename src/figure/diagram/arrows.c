/* Draws the arrows of a diagram, each bent such that it does not touch the
 * nodes that it passes. */
#include "diagram.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define ARROWS_SAMPLES 24 /* number of points at which an arrow is tested */
#define CLEARANCE 3       /* minimum distance between an arrow and a node */
#define ARROWS_TRIES 12
/* additional bend of each further arrow from a node to the same other node */
#define AGAIN 9

/* Return whether an arrow with this bend keeps its distance from all other
 * nodes. */
static bool clear(const struct diagram *d, int from, int to, double bend)
{
    struct arrow arrow = {.from = d->point[from],
                          .to = d->point[to],
                          .leaves = d->radius,
                          .reaches = d->radius,
                          .bend = bend};
    for (int i = 1; i < ARROWS_SAMPLES; i++) {
        arrow.at = (double)i / ARROWS_SAMPLES;
        struct point at = arrow_point(&arrow);
        for (int u = 0; u < d->vertices; u++)
            if (u != from && u != to &&
                hypot(d->point[u].x - at.x, d->point[u].y - at.y) <
                    d->radius + CLEARANCE)
                return false;
    }
    return true;
}

/* Return whether there is an arrow in the opposite direction. */
static bool answered(const struct diagram *d, int from, int to)
{
    for (size_t i = 0; i < d->trees; i++)
        if (d->panel->tree[i].parent[from] == to)
            return true;
    for (size_t i = 0; i < d->view.transfers; i++)
        if (d->view.transfer[i].source == to &&
            d->view.transfer[i].destination == from)
            return true;
    return false;
}

/* Return the side of the line from -> to that is away from the centre of all
 * nodes: 1 if the centre is to the left, else -1. */
static int outwards(const struct diagram *d, int from, int to)
{
    struct point middle = {0, 0}, a = d->point[from], b = d->point[to];
    for (int u = 0; u < d->vertices; u++) {
        middle.x += d->point[u].x / d->vertices;
        middle.y += d->point[u].y / d->vertices;
    }
    double cross =
        (b.x - a.x) * (middle.y - a.y) - (b.y - a.y) * (middle.x - a.x);
    return cross < 0 ? 1 : -1;
}

double diagram_bend(const struct diagram *d, int from, int to)
{
    int far = weft_network_distance(d->network, from, to);
    double bend = d->bend + (far > 1 ? d->further * far : 0);
    if (d->straight && far > 1)
        bend = 0;
    else if (d->straight && !answered(d, from, to))
        bend *= outwards(d, from, to);
    for (int i = 0; i < ARROWS_TRIES; i++) {
        double other = (i % 2 ? -1 : 1) * (i + 1) / 2 * 8.0;
        if (clear(d, from, to, bend + other))
            return bend + other;
    }
    return bend;
}

double diagram_ring(const struct diagram *d, int u)
{
    return d->radius + (d->clashes && d->clashes[u] ? WEFT_DIAGRAM_RING : 0);
}

/* Return the arrow between two nodes, still without its number. */
static struct arrow arrows_between(const struct diagram *d, int from, int to)
{
    return (struct arrow){.from = d->point[from],
                          .to = d->point[to],
                          .leaves = diagram_ring(d, from),
                          .reaches = diagram_ring(d, to),
                          .bend = diagram_bend(d, from, to),
                          .at = 0.5};
}

/* Return the additional bend of a transfer, if earlier ones have the same two
 * nodes. */
static double again(const struct diagram *d, size_t index)
{
    const struct view_transfer *t = &d->view.transfer[index];
    double out = 0;
    for (size_t i = 0; i < index; i++)
        if (d->view.transfer[i].source == t->source &&
            d->view.transfer[i].destination == t->destination)
            out += AGAIN;
    return out;
}

/* Call `each` for the arrows of a tree. With one tree, the colour is that of
 * the step; with several, that of the tree. */
static void tree_arrows(const struct diagram *d, size_t index, void *arg,
                        void (*each)(void *arg, const struct arrow *))
{
    const struct weft_tree *tree = &d->panel->tree[index];
    for (int u = 0; u < tree->size; u++) {
        if (tree->parent[u] < 0)
            continue;
        struct arrow arrow = arrows_between(d, tree->parent[u], u);
        snprintf(arrow.number, sizeof arrow.number, "%d", tree->step[u]);
        arrow.colour = d->trees > 1 ? (int)index : tree->step[u] - 1;
        each(arg, &arrow);
    }
}

static void arrows_number_print(const struct diagram *d,
                                const struct view_transfer *t, char text[24])
{
    const struct view *view = &d->view;
    if (!d->several && t->message < 0)
        snprintf(text, 24, "-"); /* a message without a number */
    else if (!d->several)
        snprintf(text, 24, "%d", t->message);
    else if (view->steps)
        snprintf(text, 24, "%" PRIu64, view_step(view, t->start));
    else
        clock_short(text,
                    clock_number(&view->trace->info, view->clock, t->end));
}

void diagram_arrows(const struct diagram *d, void *arg,
                    void (*each)(void *arg, const struct arrow *))
{
    for (size_t i = 0; i < d->trees; i++)
        tree_arrows(d, i, arg, each);
    for (size_t i = 0; i < d->view.transfers; i++) {
        const struct view_transfer *t = &d->view.transfer[i];
        struct arrow arrow = arrows_between(d, t->source, t->destination);
        arrow.bend += again(d, i);
        arrows_number_print(d, t, arrow.number);
        arrow.colour =
            d->several && d->view.steps
                ? (int)((view_step(&d->view, t->start) - 1) % WEFT_SIGNS)
                : legend_sign(&d->legend, t->message);
        each(arg, &arrow);
    }
}
