/* The d spanning trees of a stream (Bruck, Cypher, Ho, section 4), d odd.
 *
 * The n - 1 receivers are divided into d groups of s processors, beta * d extra
 * processors, and a chain of alpha. Tree i has the processors of group i as
 * inner nodes, in the shape of one treetop T_0 of FT_d(t); each of its leaves
 * has d children: the children of one inner node of another tree, or, for the
 * first leaf, the roots of the other trees and the virtual processor v. The
 * extra processors are between the first beta leaves and their children. The
 * labels of one processor in the d trees differ mod d, and so do the labels of
 * one processor's children: no processor sends or receives twice in a round.
 *
 * Where the paper leaves a choice, the lowest (label, number) comes first. */
#include <stdlib.h>
#include <weft/unstable/tree.h>

/* State of the construction of the forest. */
struct building {
    struct weft_forest *forest;
    /* T_0, the common shape of all trees; its steps are labels */
    struct weft_tree top;
    int *leaf;  /* [leaves] leaves of T_0, sorted by (label, number) */
    int *inner; /* [inners] inner nodes of T_0, sorted by number */
    /* [group] first child of each node in T_0; 0 for a leaf */
    int *eldest;
    int leaves, inners;
    int beta;  /* number of leaves that have extra processors below them */
    int extra; /* number of the first extra processor */
    /* first processor of the chain, used as v; size if there is no chain */
    int chain;
};

int weft_forest_possible(int n, int d, struct weft_error *err)
{
    if (d < 3)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "a stream needs at least 3 trees, not %d", d);
    if (d % 2 == 0)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "a stream needs an odd number of trees, not %d: "
                              "with an even one a processor would have to send "
                              "two packets in a round",
                              d);
    if (n <= d || (n > 3 * (int64_t)d && n <= d * (int64_t)d + d))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "%d trees need %lld to %lld processors, or at "
                              "least %lld; there are %d",
                              d, d + 1LL, 3LL * d, (long long)d * d + d + 1, n);
    return 0;
}

static int *forest_at(int *table, const struct weft_forest *forest, int tree)
{
    return table + (size_t)tree * (size_t)(forest->size + 1);
}

/* Return the smallest integer above `low` that is congruent to `residue` mod
 * d. */
static int above(int low, int residue, int d)
{
    return low + 1 + ((residue - low - 1) % d + d) % d;
}

/* Sort leaves by (label, number) and inner nodes by number. */
static int sort_top(struct building *b)
{
    int s = b->top.size;
    b->leaf = malloc((size_t)s * sizeof *b->leaf);
    b->inner = malloc((size_t)s * sizeof *b->inner);
    b->eldest = calloc((size_t)s, sizeof *b->eldest);
    if (!b->leaf || !b->inner || !b->eldest)
        return -1;
    for (int v = s - 1; v > 0; v--)
        b->eldest[b->top.parent[v]] = v;
    for (int label = 0; b->leaves + b->inners < s; label++)
        for (int v = 0; v < s; v++)
            if (b->top.step[v] == label && b->eldest[v] == 0)
                b->leaf[b->leaves++] = v;
            else if (b->top.step[v] == label)
                b->inners++;
    b->inners = 0;
    for (int v = 0; v < s; v++)
        if (b->eldest[v] != 0)
            b->inner[b->inners++] = v;
    return 0;
}

static void forest_put(struct building *b, int tree, int node, int parent,
                       int label)
{
    forest_at(b->forest->parent, b->forest, tree)[node] = parent;
    forest_at(b->forest->label, b->forest, tree)[node] = label;
}

/* Place the inner nodes of tree i: its own group, in the shape of T_0. */
static void forest_plant(struct building *b, int i)
{
    int first = 1 + i * b->top.size;
    forest_put(b, i, first, 0, i);
    for (int v = 1; v < b->top.size; v++)
        forest_put(b, i, first + v, first + b->top.parent[v],
                   i + b->top.step[v]);
}

/* Attach `node`, whose label must be congruent to `residue`, to the q-th leaf
 * of tree i, or to the extra processor below it that has children with such
 * labels. */
static void forest_hang(struct building *b, int i, int q, int node, int residue)
{
    int d = b->forest->trees;
    int leaf = b->leaf[q];
    int parent = 1 + i * b->top.size + leaf;
    int base = i + b->top.step[leaf];
    if (q < b->beta) {
        int label = above(base + 1, residue, d);
        forest_put(b, i, node, b->extra + q * d + (label - base - 2), label);
    } else {
        forest_put(b, i, node, parent, above(base, residue, d));
    }
}

/* Place v, and the chain behind the processor that is used as v. */
static void hang_virtual(struct building *b, int i)
{
    int *labels = forest_at(b->forest->label, b->forest, i);
    forest_hang(b, i, 0, b->chain, i);
    for (int node = b->chain + 1; node < b->forest->size; node++)
        forest_put(b, i, node, node - 1, labels[node - 1] + 1);
}

/* Attach node v of tree j to the q-th leaf of tree i. */
static void adopt(struct building *b, int i, int q, int j, int v)
{
    int own = j + b->top.step[v];
    forest_hang(b, i, q, 1 + j * b->top.size + v, own + j - i);
}

/* Place everything below the inner nodes of tree i. */
static void forest_extend(struct building *b, int i)
{
    int d = b->forest->trees;
    for (int q = 0; q < b->beta; q++)
        for (int k = 0; k < d; k++)
            forest_put(b, i, b->extra + q * d + k,
                       1 + i * b->top.size + b->leaf[q],
                       i + b->top.step[b->leaf[q]] + k + 1);
    hang_virtual(b, i);
    int q = 1;
    for (int j = 0; j < d; j++) {
        if (j == i)
            continue;
        adopt(b, i, 0, j, 0);
        for (int x = 0; x < b->inners; x++, q++)
            for (int k = 0; k < d; k++)
                adopt(b, i, q, j, b->eldest[b->inner[x]] + k);
    }
}

static int forest_build(struct building *b)
{
    struct weft_forest *forest = b->forest;
    int n = forest->size, d = forest->trees;
    /* number of processors outside of the chain */
    int regular = n - (n - 1) % d;
    b->beta = (regular - d - 1) / d % d;
    forest->group = (regular - b->beta * d - 1) / d;
    forest->order = weft_fibonacci_order(d, forest->group);
    b->extra = 1 + d * forest->group;
    b->chain = regular;
    size_t cells = (size_t)d * ((size_t)n + 1);
    forest->parent = malloc(cells * sizeof *forest->parent);
    forest->label = calloc(cells, sizeof *forest->label);
    if (!forest->parent || !forest->label ||
        weft_tree_fibonacci(&b->top, d, forest->group) != 0 || sort_top(b) != 0)
        return -1;
    for (size_t cell = 0; cell < cells; cell++)
        forest->parent[cell] = -1;
    for (int i = 0; i < d; i++) {
        forest_plant(b, i);
        forest_extend(b, i);
    }
    return 0;
}

int weft_forest_init(struct weft_forest *forest, int n, int d,
                     struct weft_error *err)
{
    *forest = (struct weft_forest){.size = n, .trees = d};
    if (weft_forest_possible(n, d, err) != 0)
        return -1;
    struct building b = {.forest = forest};
    int rc = forest_build(&b);
    free(b.leaf);
    free(b.inner);
    free(b.eldest);
    weft_tree_finish(&b.top);
    if (rc != 0) {
        weft_forest_finish(forest);
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for %d trees on %d "
                              "processors",
                              d, n);
    }
    return 0;
}

void weft_forest_finish(struct weft_forest *forest)
{
    free(forest->parent);
    free(forest->label);
    forest->parent = forest->label = NULL;
}

int64_t weft_forest_rounds(const struct weft_forest *forest, int packets)
{
    int64_t rounds = 0;
    for (int i = 0; i < forest->trees && i < packets; i++) {
        const int *label = forest_at(forest->label, forest, i);
        int last = 0;
        for (int p = 1; p < forest->size; p++)
            last = label[p] > last ? label[p] : last;
        /* packet i is the first of tree i; the next ones follow every d
         * rounds */
        int64_t late = (packets - 1 - i) / forest->trees * forest->trees;
        rounds = last + late + 1 > rounds ? last + late + 1 : rounds;
    }
    return rounds;
}

int weft_forest_best(int n, int packets)
{
    int best = 0;
    int64_t fewest = INT64_MAX;
    /* the last of d siblings gets its packet d - 1 rounds after the first */
    packets = packets > 0 ? packets : 0;
    for (int d = 3; d < n && (int64_t)packets + d - 1 <= fewest; d += 2) {
        struct weft_forest forest;
        if (weft_forest_possible(n, d, NULL) != 0)
            continue;
        if (weft_forest_init(&forest, n, d, NULL) != 0)
            return -1;
        int64_t rounds = weft_forest_rounds(&forest, packets);
        weft_forest_finish(&forest);
        if (rounds < fewest) {
            fewest = rounds;
            best = d;
        }
    }
    return best;
}

int weft_tree_forest(struct weft_tree *tree, const struct weft_forest *forest,
                     int i)
{
    if (i < 0 || i >= forest->trees ||
        weft_tree_init(tree, forest->size + 1, 0) != 0)
        return -1;
    const int *parent = forest_at(forest->parent, forest, i);
    const int *label = forest_at(forest->label, forest, i);
    for (int p = 1; p <= forest->size; p++) {
        tree->parent[p] = parent[p];
        tree->step[p] = parent[p] < 0 ? 0 : label[p] + 1;
    }
    return 0;
}
