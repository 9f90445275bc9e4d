/* The trees of Stamoulis and Tsitsiklis and of the lecture notes, for d =
 * 1..12: they span, have the right depth, and use the right arcs at the right
 * times. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <weft/unstable/tree.h>

#define D_MAX 12

/* Check that every node except the root has a neighbour as its parent, which is
 * reached one step earlier (with `gaps`: any number of steps); therefore the
 * tree spans. */
static void check_spans(const struct weft_tree *tree, bool gaps)
{
    for (int u = 0; u < tree->size; u++) {
        int parent = tree->parent[u];
        if (u == tree->root) {
            cr_assert_eq(parent, -1);
            cr_assert_eq(tree->step[u], 0);
            continue;
        }
        cr_assert(parent >= 0 && parent < tree->size);
        cr_assert_eq(__builtin_popcount((unsigned)(u ^ parent)), 1);
        cr_assert_lt(tree->step[parent], tree->step[u]);
        cr_assert(gaps || tree->step[parent] + 1 == tree->step[u]);
    }
}

static int hypercube_trees_depth(const struct weft_tree *tree)
{
    int deepest = 0;
    for (int u = 0; u < tree->size; u++)
        deepest = tree->step[u] > deepest ? tree->step[u] : deepest;
    return deepest;
}

static int bit(int u, int v)
{
    return __builtin_ctz((unsigned)(u ^ v));
}

Test(ascending, children_and_parents_agree)
{
    for (int d = 1; d <= 7; d++)
        for (int root = 0; root < 1 << d; root += 3)
            for (int first = 0; first < d; first++) {
                int children[D_MAX], found = 0;
                for (int u = 0; u < 1 << d; u++) {
                    int count =
                        weft_ascending_children(d, root, first, u, children);
                    for (int i = 0; i < count; i++, found++)
                        cr_assert_eq(
                            weft_ascending_parent(d, root, first, children[i]),
                            u);
                }
                cr_assert_eq(found, (1 << d) - 1);
                cr_assert_eq(weft_ascending_last(d, root, first, root), -1);
            }
}

/* The order of the paper: node u is reached by crossing the bits of u xor root
 * in the cyclic order first, first + 1, ... */
Test(ascending, crosses_in_the_order_given)
{
    for (int d = 1; d <= 8; d++)
        for (int first = 0; first < d; first++)
            for (int u = 0; u < 1 << d; u++) {
                int root = 5 & ((1 << d) - 1), at = u;
                for (int i = d - 1; i >= 0; i--)
                    if ((u ^ root) >> (first + i) % d & 1) {
                        int up = weft_ascending_parent(d, root, first, at);
                        cr_assert_eq(bit(at, up), (first + i) % d);
                        at = up;
                    }
                cr_assert_eq(at, root);
            }
}

Test(disjoint, spanning_and_arc_disjoint)
{
    for (int d = 1; d <= D_MAX; d++) {
        size_t arcs = (size_t)d << d;
        char *down = calloc(arcs, 1), *up = calloc(arcs, 1);
        for (int j = 1; j <= d; j++) {
            struct weft_tree tree;
            cr_assert_eq(weft_tree_disjoint(&tree, d, j), 0);
            cr_assert_eq(tree.root, weft_disjoint_root(j));
            check_spans(&tree, false);
            cr_assert_eq(hypercube_trees_depth(&tree), d);
            for (int u = 0; u < tree.size; u++) {
                int parent = tree.parent[u];
                if (parent < 0)
                    continue;
                cr_assert_eq(parent, weft_disjoint_parent(d, j, u));
                cr_assert_eq(down[parent * d + bit(u, parent)]++, 0);
                cr_assert_eq(up[u * d + bit(u, parent)]++, 0);
            }
            weft_tree_finish(&tree);
        }
        for (size_t a = 0; a < arcs; a++)
            cr_assert_eq(down[a], a >= (size_t)d,
                         "only the arcs out of node 0 are unused");
        free(down);
        free(up);
    }
}

/* The list in the lecture notes for d = 4. */
Test(necklace, order_of_four_bits)
{
    static const int expected[] = {0, 1, 2,  4,  8,  3, 6,  12,
                                   9, 5, 10, 13, 11, 7, 14, 15};
    struct weft_necklace necklace;
    cr_assert_eq(weft_necklace_init(&necklace, 4), 0);
    for (int n = 0; n < 16; n++)
        cr_assert_eq(necklace.node[n], expected[n]);
    weft_necklace_finish(&necklace);
}

Test(necklace, steps_and_dimensions)
{
    static const int steps[] = {0,  1,  2,  3,   4,   7,  11,
                                19, 32, 57, 103, 187, 342};
    for (int d = 1; d <= D_MAX; d++) {
        struct weft_tree tree;
        for (int root = 0; root < 1 << d; root += 1 + (1 << d) / 3) {
            cr_assert_eq(weft_tree_necklace(&tree, d, root), 0);
            check_spans(&tree, true);
            cr_assert_eq(hypercube_trees_depth(&tree), steps[d]);
            unsigned *used = calloc((size_t)steps[d] + 1, sizeof *used);
            for (int u = 0; u < tree.size; u++) {
                if (u == root)
                    continue;
                unsigned mask = 1U << bit(u, tree.parent[u]);
                cr_assert_eq(used[tree.step[u]] & mask, 0,
                             "a dimension used twice in a step");
                used[tree.step[u]] |= mask;
                cr_assert((u ^ root) & (int)mask, "flips a 1 to 0");
            }
            for (int i = 1; i < steps[d]; i++)
                cr_assert_eq(used[i], (1U << d) - 1);
            free(used);
            weft_tree_finish(&tree);
        }
    }
}

Test(necklace, subtrees)
{
    for (int d = 1; d <= 8; d++) {
        struct weft_necklace t;
        struct weft_tree tree;
        cr_assert_eq(weft_necklace_init(&t, d), 0);
        cr_assert_eq(weft_tree_necklace(&tree, d, 0), 0);
        for (int u = 0; u < t.size; u++) {
            bool inner = false;
            for (int above = 0; above < t.size; above++) {
                bool leads = false;
                for (int at = u; at >= 0; at = tree.parent[at])
                    leads |= at == above;
                cr_assert_eq(weft_necklace_leads(&t, above, u), leads);
                inner |= tree.parent[above] == u;
            }
            cr_assert_eq(t.place[u] >= 0, inner);
            cr_assert_lt(t.place[u], t.inner);
        }
        weft_tree_finish(&tree);
        weft_necklace_finish(&t);
    }
}

/* ---- orders inside the classes that do not work (errata C1, C3) ---- */

static int rotate(int d, int word, int by)
{
    return (word << by | word >> (d - by)) & ((1 << d) - 1);
}

static int rising(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Get the class of `rho`, its rotations: each by one bit more to the left or,
 * with `sorted`, in ascending order. Return the size of the class, or 0 if rho
 * is not its smallest member. */
static int class_of(int d, int rho, bool sorted, int member[])
{
    int size = 0;
    do {
        member[size] = rotate(d, rho, size);
        if (member[size++] < rho)
            return 0;
    } while (rotate(d, rho, size) != rho);
    if (sorted)
        qsort(member, (size_t)size, sizeof *member, rising);
    return size;
}

/* Count the nodes whose parent has not been reached in an earlier step. */
static int too_early(int d, bool sorted)
{
    int *step = calloc((size_t)1 << d, sizeof *step);
    int *parent = calloc((size_t)1 << d, sizeof *parent);
    int n = 1, count = 0, member[D_MAX];
    for (int ones = 1; ones <= d; ones++)
        for (int rho = 1; rho < 1 << d; rho++) {
            if (__builtin_popcount((unsigned)rho) != ones)
                continue;
            int size = class_of(d, rho, sorted, member);
            for (int i = 0; i < size; i++, n++) {
                step[member[i]] = 1 + (n - 1) / d;
                parent[member[i]] = member[i] ^ 1 << (n - 1) % d;
            }
        }
    cr_assert_eq(n, 1 << d);
    for (int u = 1; u < 1 << d; u++)
        count += parent[u] && step[parent[u]] >= step[u];
    free(step);
    free(parent);
    return count;
}

Test(necklace, other_orders_fail)
{
    static const int ascending[] = {0,   1,   1,   8,   23,  38,
                                    105, 200, 524, 705, 1976};
    static const int turning[] = {0, 0, 1, 0, 25, 0, 81, 118, 427, 0, 1731};
    for (int d = 2; d <= D_MAX; d++) {
        cr_assert_eq(too_early(d, true), ascending[d - 2]);
        cr_assert_eq(too_early(d, false), turning[d - 2]);
        cr_assert_neq(((1 << d) - 1) % d, 0, "rule 2 would fire");
    }
}
