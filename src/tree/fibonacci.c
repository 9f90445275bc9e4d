/* Generalized Fibonacci trees (Bruck, Cypher, Ho, section 3).
 *
 * FT_d(t) spreads one message in t rounds when a node, once reached, serves d
 * children in the d rounds that follow: F_d(t) = 1 for t < d, else
 * 1 + F_d(t - 1) + ... + F_d(t - d). */
#include <limits.h>
#include <stdlib.h>
#include <weft/unstable/tree.h>

/* F_d at least doubles every two orders from t = d on, so it exceeds int64_t
 * before this many. */
#define ORDERS_MAX 136

/* Set count[k] = F_d(d + k) for k <= last. */
static void count_nodes(int d, int last, int64_t count[ORDERS_MAX])
{
    for (int k = 0; k <= last; k++) {
        /* the terms F_d(t - i) with t - i < d are 1 each */
        int64_t sum = 1 + (int64_t)(d > k ? d - k : 0);
        for (int i = 1; i <= d && i <= k && sum < INT64_MAX; i++)
            sum =
                count[k - i] < INT64_MAX - sum ? sum + count[k - i] : INT64_MAX;
        count[k] = sum;
    }
}

int64_t weft_fibonacci_nodes(int d, int t)
{
    int64_t count[ORDERS_MAX];
    if (d < 2 || t < 0)
        return -1;
    if (t < d)
        return 1;
    if (t - d >= ORDERS_MAX)
        return INT64_MAX;
    count_nodes(d, t - d, count);
    return count[t - d];
}

int weft_fibonacci_order(int d, int64_t n)
{
    int64_t count[ORDERS_MAX];
    if (d < 2)
        return -1;
    if (n <= 1)
        return 0;
    count_nodes(d, ORDERS_MAX - 1, count);
    int k = 0;
    while (count[k] < n)
        k++;
    return d < INT_MAX - k ? d + k : INT_MAX;
}

int weft_tree_fibonacci(struct weft_tree *tree, int d, int size)
{
    if (d < 2 || size < 1 || (size - 1) % d != 0)
        return -1;
    if (weft_tree_init(tree, size, 0) != 0)
        return -1;
    tree->step[0] = 0;
    int made = 1;
    for (int label = 0; made < size; label++)
        for (int v = 0; v < made && made < size; v++) {
            if (tree->step[v] != label)
                continue;
            for (int i = 1; i <= d; i++, made++) {
                tree->parent[made] = v;
                tree->step[made] = label + i;
            }
        }
    return 0;
}
