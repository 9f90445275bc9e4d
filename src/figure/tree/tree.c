/* Spanning trees, level by level: the root at the top, leaves side by side, so
 * that no two edges cross. The child with the largest subtree is first, so that
 * trees of the same shape look alike. A number beside an edge is the step in
 * which the child is reached. If there are too many nodes for names, the nodes
 * are dots. */
#include "tree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIGURE_TREE_FONT 11
#define STEP_FONT 10
#define RADIUS 11
/* minimum height of a level; flat edges need more, up to LEVEL_MOST */
#define LEVEL 58
#define LEVEL_MOST 240
#define STUB 34                /* length of the edge into a root */
#define FIGURE_TREE_GAP 8      /* gap between two leaves */
#define FIGURE_TREE_BETWEEN 22 /* gap between two trees */
/* limit on the number of nodes that have names; with more nodes, all are
 * dots */
#define FIGURE_TREE_NAMED_MAX 64
#define DOT_LEVEL 44
#define DOT_LEVEL_LEAST 5
#define DOT_HEIGHT 900
#define DOT 3.2
#define DOT_LEAST 1.2

static int figure_tree_no_memory(struct weft_error *err)
{
    return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                          "no memory for the figure");
}

enum { UNKNOWN = -2, ON_THE_WAY = -3 };

/* Set the depth of a node, or -1 if the path upwards does not end at a root,
 * and the depths of all nodes on the path. Each node is visited at most
 * twice. */
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

/* Place leaves from left to right, and each parent above the middle of its
 * children. */
static void figure_tree_place(struct drawing *d, int rank, int depth)
{
    d->node[d->nodes++] = (struct node){.rank = rank, .depth = depth};
    if (depth > d->deepest)
        d->deepest = depth;
    int first = d->first[rank], after = d->first[rank + 1];
    double half = d->room[rank];
    /* a wide node may be above a narrow subtree, so it starts no further
     * left */
    double least = d->next + half;
    for (int i = first; i < after; i++)
        figure_tree_place(d, d->child[i], depth + 1);
    if (first == after) {
        d->x[rank] = least;
        d->next = least + half + d->gap;
        return;
    }
    d->x[rank] = (d->x[d->child[first]] + d->x[d->child[after - 1]]) / 2;
    if (d->x[rank] < least)
        d->x[rank] = least;
    if (d->next < d->x[rank] + half + d->gap)
        d->next = d->x[rank] + half + d->gap;
}

static int figure_tree_memory_take(struct drawing *d)
{
    size_t size = (size_t)d->tree.size;
    d->depth = malloc(size * sizeof *d->depth);
    d->x = calloc(size, sizeof *d->x);
    d->half = calloc(size, sizeof *d->half);
    d->room = calloc(size, sizeof *d->room);
    d->label = calloc(size, sizeof *d->label);
    d->node = calloc(size, sizeof *d->node);
    d->member = malloc(size * sizeof *d->member);
    d->level = calloc(size, sizeof *d->level);
    d->first = calloc(size + 1, sizeof *d->first);
    d->child = calloc(size, sizeof *d->child);
    d->below = calloc(size, sizeof *d->below);
    return d->depth && d->x && d->half && d->room && d->label && d->node &&
                   d->member && d->level && d->first && d->child && d->below
               ? 0
               : -1;
}

static int nodes_check(struct drawing *d, struct weft_error *err)
{
    const struct weft_tree *tree = &d->tree;
    if (figure_tree_memory_take(d))
        return figure_tree_no_memory(err);
    for (int u = 0; u < tree->size; u++)
        d->depth[u] = tree_is_root(d, u) ? 0 : UNKNOWN;
    for (int u = 0; u < tree->size; u++) {
        depth_find(d, u);
        if (d->depth[u] >= 0)
            d->member[d->members++] = u;
    }
    if (d->members > WEFT_TREE_NODES_MAX)
        return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                              "a tree of %d nodes; a tree figure shows at most "
                              "%d: draw a smaller one, or the matrix of a "
                              "trace",
                              d->members, WEFT_TREE_NODES_MAX);
    d->dots = d->members > FIGURE_TREE_NAMED_MAX;
    return tree_order(d) ? figure_tree_no_memory(err) : 0;
}

static void figure_tree_labels_set(struct drawing *d)
{
    for (int i = 0; i < d->members && !d->dots; i++) {
        int u = d->member[i];
        if (d->panel->label == WEFT_LABEL_STEP)
            snprintf(d->label[u], WEFT_LABEL_MAX, "%d", d->tree.step[u]);
        else
            label_print(d->label[u], d->panel->label, d->network, d->tree.size,
                        u);
        d->half[u] =
            fmax(RADIUS, svg_text_width(d->label[u], FIGURE_TREE_FONT) / 2 + 3);
        char step[24] = "";
        if (d->panel->label != WEFT_LABEL_STEP)
            tree_step_print(d, u, step);
        double wide = svg_text_width(step, STEP_FONT) - FIGURE_TREE_GAP;
        d->room[u] = fmax(d->half[u], wide / 2 + 2);
    }
    d->radius = RADIUS;
    d->gap = FIGURE_TREE_GAP;
}

/* Choose the size of the dots so that all leaves fit side by side. */
static void dots_set(struct drawing *d, double most)
{
    int leaves = 0;
    for (int i = 0; i < d->members; i++)
        leaves += d->first[d->member[i]] == d->first[d->member[i] + 1];
    double pitch = (most - 4) / leaves;
    d->radius = fmax(DOT_LEAST, fmin(DOT, pitch * 0.35));
    d->gap = fmin(fmax(pitch - 2 * d->radius, 0.6), 6);
    for (int i = 0; i < d->members; i++)
        d->half[d->member[i]] = d->room[d->member[i]] = d->radius;
}

/* Return whether there is an edge into the root, because the root itself is
 * reached in some step. */
static bool stub(const struct drawing *d)
{
    return d->tree.step[d->tree.root] > 0 && !d->root && !d->dots &&
           d->panel->label != WEFT_LABEL_STEP;
}

/* Return the height of the level of `rank` with which the edge to `rank` passes
 * above the neighbouring nodes. */
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
    if (height < LEVEL)
        return LEVEL;
    return height > LEVEL_MOST ? LEVEL_MOST : height;
}

static void levels_set(struct drawing *d)
{
    d->level[0] = (stub(d) ? STUB : 2) + d->radius;
    for (int depth = 1; depth <= d->deepest; depth++) {
        double height = 0;
        for (int i = 0; i < d->members && !d->dots; i++)
            if (d->depth[d->member[i]] == depth)
                height = fmax(height, level_height(d, d->member[i]));
        if (d->dots)
            height =
                fmax(DOT_LEVEL_LEAST, fmin(DOT_LEVEL, DOT_HEIGHT / d->deepest));
        d->level[depth] = d->level[depth - 1] + round(height);
    }
}

static void forest_place(struct drawing *d)
{
    d->next = d->nodes = d->deepest = 0;
    for (int i = 0; i < d->members; i++)
        if (d->depth[d->member[i]] == 0) {
            d->next += d->nodes ? FIGURE_TREE_BETWEEN - d->gap : 0;
            figure_tree_place(d, d->member[i], 0);
        }
    levels_set(d);
}

static int figure_tree_measure(void *state, const struct weft_panel *panel,
                               struct weft_size *size, struct weft_error *err)
{
    struct drawing *d = state;
    d->panel = panel;
    if (panel->tree)
        d->tree = *panel->tree;
    else if (!panel->trace)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "a tree figure needs a tree or a trace");
    else if (tree_of_trace(d, err))
        return -1;
    d->network = panel->network;
    d->again = size->again;
    if (nodes_check(d, err))
        return -1;
    figure_tree_labels_set(d);
    forest_place(d);
    if (panel->print && d->next > size->most)
        d->dots = true;
    if (d->dots) {
        dots_set(d, size->most);
        forest_place(d);
    }
    tree_note(d);
    size->left = d->other;
    size->width = fmax(d->next - d->gap + 2, tree_keys_width(d));
    size->height = d->level[d->deepest] + d->radius + 2 + tree_keys_height(d);
    return 0;
}

static struct point node_point(const struct drawing *d, int rank)
{
    return (struct point){d->x[rank], d->level[d->depth[rank]]};
}

static void step_draw(const struct drawing *d, struct point at, int rank,
                      struct svg *svg)
{
    if (d->panel->label == WEFT_LABEL_STEP)
        return;
    struct font font = {.size = STEP_FONT,
                        .anchor = WEFT_MIDDLE,
                        .halo = true,
                        .fill = "#0072b2"};
    char text[24];
    tree_step_print(d, rank, text);
    svg_text(svg, at.x, at.y + STEP_FONT * 0.35, &font, text);
}

/* Draw the edge to a node. In a hypercube, it has the colour of its
 * dimension. */
static void edge_draw(const struct drawing *d, int rank, struct svg *svg)
{
    struct point to = node_point(d, rank);
    struct point from = {to.x, 0};
    struct style style = {.class = "edge", .stroke = "#555", .width = 1.2};
    if (!tree_is_root(d, rank)) {
        int sign = tree_edge_sign(d, rank);
        from = node_point(d, d->tree.parent[rank]);
        style.stroke = sign < 0 ? style.stroke : palette_colour(sign);
        style.dash = sign < 0 ? NULL : palette_dash(sign);
        style.width = sign < 0 ? style.width : 1.6;
    }
    if (d->dots)
        style.width = 0.6;
    svg_line(svg, from.x, from.y, to.x, to.y, &style);
}

/* Draw the number near the child, where the edges of a parent are further
 * apart. */
static void edge_step_draw(const struct drawing *d, int rank, struct svg *svg)
{
    struct point to = node_point(d, rank);
    struct point from = {to.x, 0};
    double share = STUB * 0.4 / to.y;
    if (!tree_is_root(d, rank)) {
        from = node_point(d, d->tree.parent[rank]);
        share = 1 - (d->radius + 9) / (to.y - from.y);
    }
    step_draw(d,
              (struct point){from.x + (to.x - from.x) * share,
                             from.y + (to.y - from.y) * share},
              rank, svg);
}

static void dot_draw(const struct drawing *d, int rank, struct svg *svg)
{
    struct point at = node_point(d, rank);
    bool root = tree_is_root(d, rank);
    svg_circle(
        svg, at.x, at.y, root ? d->radius + 1 : d->radius,
        &(struct style){.class = "node", .fill = root ? "#d55e00" : "#000"});
}

static void figure_tree_node_draw(const struct drawing *d, int rank,
                                  struct svg *svg)
{
    struct point at = node_point(d, rank);
    int shape = d->panel->shape ? d->panel->shape[rank] : WEFT_SHAPE_CIRCLE;
    struct style style = {
        .class = "node", .fill = "#fff", .stroke = "#000", .width = 1.2};
    if (tree_is_root(d, rank))
        style.fill = "#e0e0e0";
    if (shape == WEFT_SHAPE_EMPTY)
        style.dash = "3 2";
    double r = d->radius, half = d->half[rank];
    if (shape == WEFT_SHAPE_SQUARE)
        style.class = "node square";
    if (shape == WEFT_SHAPE_SQUARE)
        svg_rect(svg, at.x - half, at.y - r, 2 * half, 2 * r, &style);
    else if (half > r)
        svg_pill(svg, at.x, at.y, half, r, &style);
    else
        svg_circle(svg, at.x, at.y, r, &style);
    if (shape != WEFT_SHAPE_EMPTY)
        svg_text(
            svg, at.x, at.y + FIGURE_TREE_FONT * 0.35,
            &(struct font){.size = FIGURE_TREE_FONT, .anchor = WEFT_MIDDLE},
            d->label[rank]);
}

static void figure_tree_draw(const void *state, struct svg *svg)
{
    const struct drawing *d = state;
    bool all = stub(d);
    for (int i = 0; i < d->nodes; i++)
        if (all || !tree_is_root(d, d->node[i].rank))
            edge_draw(d, d->node[i].rank, svg);
    for (int i = 0; i < d->nodes && !d->dots; i++)
        if (all || !tree_is_root(d, d->node[i].rank))
            edge_step_draw(d, d->node[i].rank, svg);
    for (int i = 0; i < d->nodes; i++)
        (d->dots ? dot_draw : figure_tree_node_draw)(d, d->node[i].rank, svg);
    tree_keys_draw(d, d->level[d->deepest] + d->radius + 2, svg);
}

static const char *figure_tree_tell(const void *state)
{
    const struct drawing *d = state;
    return d->note;
}

static void figure_tree_finish(void *state)
{
    struct drawing *d = state;
    if (d->own)
        weft_tree_finish(&d->tree);
    free(d->root);
    free(d->when);
    free(d->first);
    free(d->child);
    free(d->below);
    free(d->half);
    free(d->room);
    free(d->member);
    free(d->label);
    free(d->node);
    free(d->x);
    free(d->level);
    free(d->depth);
}

const struct figure_row figure_tree = {
    .info = {"tree", "a spanning tree, level by level", WEFT_FIGURE_TREE},
    .tell = figure_tree_tell,
    .left = "more transfers of the message are left out: the tree connects "
            "their ends without them.",
    .state = sizeof(struct drawing),
    .measure = figure_tree_measure,
    .draw = figure_tree_draw,
    .finish = figure_tree_finish,
};
