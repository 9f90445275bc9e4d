/* Spanning tree, level by level: the root above, leaves side by side, so that
 * no two edges cross. A number beside an edge is the step in which the child
 * is reached. The tree is given, or found in a trace: who first received the
 * message from whom. */
#include "figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NODES_MAX 256
#define FONT 11
#define STEP_FONT 10
#define LEVEL 58 /* from one level to the next, where edges are steep */
#define LEVEL_MOST 240
#define STUB 34 /* the edge that comes into a root */
#define GAP 8   /* between two leaves */

struct node {
    int rank;
    int depth;
    double x;
};

struct drawing {
    struct weft_tree tree; /* parent, step: borrowed, or own */
    bool own;
    const struct weft_panel *panel;
    const struct weft_network *network;
    char (*label)[WEFT_LABEL_MAX]; /* [size] */
    struct node *node;             /* [nodes] parents before children */
    int nodes;
    int *member; /* [members] nodes of the tree, by rank */
    int members;
    double *x;                 /* [size] */
    int *depth;                /* [size] -1: not in the tree */
    double radius, slot, next; /* next: x of the next leaf */
    int deepest;
    double *level; /* [size] y of the level's nodes */
};

static int no_memory(struct weft_error *err)
{
    return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                          "no memory for the figure");
}

/* Who first received the panel's message, or the first of all, from whom. */
static int trace_tree(struct drawing *d, struct weft_error *err)
{
    struct view view;
    int result = view_init(&view, d->panel, "tree", err);
    if (!result && !view.transfers)
        result = weft_error_set(err, WEFT_ERROR_EMPTY, 0,
                                "no messages in the window");
    if (!result && weft_tree_init(&d->tree, view.trace->info.processors,
                                  view.transfer[0].source))
        result = no_memory(err);
    d->own = !result;
    for (size_t i = 0; !result && i < view.transfers; i++) {
        const struct view_transfer *t = &view.transfer[i];
        if (t->message != view.transfer[0].message ||
            d->tree.parent[t->destination] >= 0 ||
            t->destination == d->tree.root)
            continue;
        d->tree.parent[t->destination] = t->source;
        d->tree.step[t->destination] = (int)view_step(&view, t->start);
    }
    view_finish(&view);
    return result;
}

enum { UNKNOWN = -2, ON_THE_WAY = -3 };

/* The depth of a node, -1 if its way up does not end at the root, and with it
 * that of all nodes above it: each is passed twice at most. */
static void depth_find(struct drawing *d, int rank)
{
    const int *parent = d->tree.parent;
    int at = rank, above = 0;
    for (; at >= 0 && d->depth[at] == UNKNOWN; at = parent[at], above++)
        d->depth[at] = ON_THE_WAY;
    int depth = at < 0 || d->depth[at] < 0 ? -1 : d->depth[at] + above;
    for (at = rank; at >= 0 && d->depth[at] == ON_THE_WAY; at = parent[at]) {
        d->depth[at] = depth;
        depth -= depth > 0;
    }
}

static bool before(const struct weft_tree *tree, int a, int b)
{
    if (tree->step[a] != tree->step[b])
        return tree->step[a] < tree->step[b];
    return a < b;
}

/* The child of `parent` that comes after `last` (-1: the first), or -1. */
static int next_child(const struct drawing *d, int parent, int last)
{
    const struct weft_tree *tree = &d->tree;
    int best = -1;
    for (int i = 0; i < d->members; i++) {
        int u = d->member[i];
        if (u != tree->root && tree->parent[u] == parent &&
            (last < 0 || before(tree, last, u)) &&
            (best < 0 || before(tree, u, best)))
            best = u;
    }
    return best;
}

static void place(struct drawing *d, int rank, int depth)
{
    d->node[d->nodes++] = (struct node){.rank = rank, .depth = depth};
    if (depth > d->deepest)
        d->deepest = depth;
    double first = -1, last = -1;
    for (int u = next_child(d, rank, -1); u >= 0; u = next_child(d, rank, u)) {
        place(d, u, depth + 1);
        last = d->x[u];
        first = first < 0 ? last : first;
    }
    if (first < 0) {
        d->x[rank] = d->next + d->slot / 2;
        d->next += d->slot;
        return;
    }
    d->x[rank] = (first + last) / 2;
}

static int nodes_check(struct drawing *d, struct weft_error *err)
{
    const struct weft_tree *tree = &d->tree;
    d->depth = malloc((size_t)tree->size * sizeof *d->depth);
    d->x = calloc((size_t)tree->size, sizeof *d->x);
    d->label = calloc((size_t)tree->size, sizeof *d->label);
    d->node = calloc((size_t)tree->size, sizeof *d->node);
    d->member = malloc((size_t)tree->size * sizeof *d->member);
    d->level = calloc((size_t)tree->size, sizeof *d->level);
    if (!d->member || !d->level || !d->depth || !d->x || !d->label || !d->node)
        return no_memory(err);
    for (int u = 0; u < tree->size; u++)
        d->depth[u] = u == tree->root ? 0 : UNKNOWN;
    for (int u = 0; u < tree->size; u++) {
        depth_find(d, u);
        if (d->depth[u] >= 0)
            d->member[d->members++] = u;
    }
    if (d->members > NODES_MAX)
        return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                              "a tree of %d nodes, a tree figure holds %d: "
                              "draw a smaller one, or the matrix of a trace",
                              d->members, NODES_MAX);
    return 0;
}

static void labels_set(struct drawing *d)
{
    double widest = 0;
    for (int i = 0; i < d->members; i++) {
        int u = d->member[i];
        if (d->panel->label == WEFT_LABEL_STEP)
            snprintf(d->label[u], WEFT_LABEL_MAX, "%d", d->tree.step[u]);
        else
            label_print(d->label[u], d->panel->label, d->network, d->tree.size,
                        u);
        double width = svg_text_width(d->label[u], FONT);
        widest = width > widest ? width : widest;
    }
    d->radius = widest / 2 + 2 < 10 ? 10 : widest / 2 + 2;
    d->slot = 2 * d->radius + GAP;
}

/* A root that is itself reached in some step has an edge coming in. */
static bool stub(const struct drawing *d)
{
    return d->tree.step[d->tree.root] > 0 && d->panel->label != WEFT_LABEL_STEP;
}

/* So far down the level of `rank` must be that the edge to it passes above
 * the nodes beside it. */
static double level_height(const struct drawing *d, int rank)
{
    double up = d->x[d->tree.parent[rank]], least = 0;
    double way = fabs(up - d->x[rank]), room = d->radius + 2;
    for (int i = 0; i < d->members; i++) {
        int v = d->member[i];
        double gap = fabs(d->x[v] - d->x[rank]);
        if (v != rank && d->depth[v] == d->depth[rank] && gap < way &&
            fabs(up - d->x[v]) < way && (!least || gap < least))
            least = gap;
    }
    double height =
        least ? room * way / sqrt(least * least - room * room) : LEVEL;
    return height < LEVEL ? LEVEL : height > LEVEL_MOST ? LEVEL_MOST : height;
}

static void levels_set(struct drawing *d)
{
    d->level[0] = (stub(d) ? STUB : 2) + d->radius;
    for (int depth = 1; depth <= d->deepest; depth++) {
        double height = 0;
        for (int i = 0; i < d->members; i++)
            if (d->depth[d->member[i]] == depth)
                height = fmax(height, level_height(d, d->member[i]));
        d->level[depth] = d->level[depth - 1] + round(height);
    }
}

static int measure(void *state, const struct weft_panel *panel,
                   struct weft_size *size, struct weft_error *err)
{
    struct drawing *d = state;
    d->panel = panel;
    if (panel->tree)
        d->tree = *panel->tree;
    else if (!panel->trace)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "a tree figure needs a tree or a trace");
    else if (trace_tree(d, err))
        return -1;
    d->network = panel->network;
    if (nodes_check(d, err))
        return -1;
    labels_set(d);
    place(d, d->tree.root, 0);
    levels_set(d);
    size->width = d->next;
    size->height = d->level[d->deepest] + d->radius + 2;
    return 0;
}

static struct point node_point(const struct drawing *d, int rank)
{
    return (struct point){d->x[rank], d->level[d->depth[rank]]};
}

static void step_draw(const struct drawing *d, struct point at, int step,
                      struct svg *svg)
{
    if (d->panel->label != WEFT_LABEL_STEP)
        svg_printf(svg, at.x, at.y + STEP_FONT * 0.35,
                   &(struct font){.size = STEP_FONT,
                                  .anchor = WEFT_MIDDLE,
                                  .halo = true,
                                  .fill = "#0072b2"},
                   "%d", step);
}

/* The number stands nearer to the child, where edges have parted. */
static void edge_draw(const struct drawing *d, int rank, struct svg *svg)
{
    struct point to = node_point(d, rank);
    struct point from = {to.x, 0};
    if (rank != d->tree.root)
        from = node_point(d, d->tree.parent[rank]);
    svg_line(svg, from.x, from.y, to.x, to.y,
             &(struct style){.class = "edge", .stroke = "#555", .width = 1.2});
}

static void edge_step_draw(const struct drawing *d, int rank, struct svg *svg)
{
    struct point to = node_point(d, rank);
    struct point from = {to.x, 0};
    double share = STUB * 0.4 / to.y;
    if (rank != d->tree.root) {
        from = node_point(d, d->tree.parent[rank]);
        share = 1 - (d->radius + 9) / (to.y - from.y);
    }
    step_draw(d,
              (struct point){from.x + (to.x - from.x) * share,
                             from.y + (to.y - from.y) * share},
              d->tree.step[rank], svg);
}

static void node_draw(const struct drawing *d, int rank, struct svg *svg)
{
    struct point at = node_point(d, rank);
    int shape = d->panel->shape ? d->panel->shape[rank] : WEFT_SHAPE_CIRCLE;
    struct style style = {
        .class = "node", .fill = "#fff", .stroke = "#000", .width = 1.2};
    if (rank == d->tree.root)
        style.fill = "#e0e0e0";
    if (shape == WEFT_SHAPE_EMPTY)
        style.dash = "3 2";
    double r = d->radius;
    if (shape == WEFT_SHAPE_SQUARE)
        svg_rect(svg, at.x - r, at.y - r, 2 * r, 2 * r, &style);
    else
        svg_circle(svg, at.x, at.y, r, &style);
    if (shape != WEFT_SHAPE_EMPTY)
        svg_text(svg, at.x, at.y + FONT * 0.35,
                 &(struct font){.size = FONT, .anchor = WEFT_MIDDLE},
                 d->label[rank]);
}

static void draw(const void *state, struct svg *svg)
{
    const struct drawing *d = state;
    for (int i = stub(d) ? 0 : 1; i < d->nodes; i++)
        edge_draw(d, d->node[i].rank, svg);
    for (int i = stub(d) ? 0 : 1; i < d->nodes; i++)
        edge_step_draw(d, d->node[i].rank, svg);
    for (int i = 0; i < d->nodes; i++)
        node_draw(d, d->node[i].rank, svg);
}

static void finish(void *state)
{
    struct drawing *d = state;
    if (d->own)
        weft_tree_finish(&d->tree);
    free(d->member);
    free(d->label);
    free(d->node);
    free(d->x);
    free(d->level);
    free(d->depth);
}

const struct figure_row figure_tree = {
    .info = {"tree", "a spanning tree, level by level", WEFT_FIGURE_TREE},
    .note = "A number beside an edge is the step in which the child is "
            "reached.",
    .state = sizeof(struct drawing),
    .measure = measure,
    .draw = draw,
    .finish = finish,
};
