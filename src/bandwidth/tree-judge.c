/* Verifies trees by their definition. Shares nothing with the code that found
 * them: it looks at the network itself. */
#include <stdlib.h>

#include "tree-judge.h"

struct judged {
    const struct weft_network *network;
    const struct weft_bandwidth *result;
    bool reversed;
    int64_t *load;   /* [arcs of the network] */
    int64_t *weight; /* [processors] of the trees of each root */
    bool *reached;   /* [processors] */
    struct weft_error *err;
};

static int judge_fault(const struct judged *j, size_t tree, const char *what)
{
    return weft_error_set(
        j->err, WEFT_ERROR_WRONG, 0,
        "internal error: tree %zu of root %d %s; please report this bug", tree,
        j->result->tree[tree].root, what);
}

/* Add the load of one way, which must be a path over switches. */
static int judge_way(struct judged *j, size_t number, int arc)
{
    const struct weft_bandwidth_tree *tree = &j->result->tree[number];
    int begin = tree->first[arc], last = tree->first[arc + 1] - 1;
    for (int i = begin; i < last; i++) {
        int u = tree->vertex[i], v = tree->vertex[i + 1];
        int port = weft_network_port(j->network, u, v);
        if (port < 0)
            return judge_fault(j, number, "uses a link that does not exist");
        if (i > begin && weft_network_is_processor(j->network, u))
            return judge_fault(j, number, "passes a processor");
        j->load[weft_network_arc(j->network, u, port)] += tree->weight;
    }
    int parent = tree->vertex[j->reversed ? last : begin];
    int child = tree->vertex[j->reversed ? begin : last];
    if (begin >= last || !weft_network_is_processor(j->network, parent) ||
        !weft_network_is_processor(j->network, child) || !j->reached[parent] ||
        j->reached[child])
        return judge_fault(j, number, "is not a tree");
    j->reached[child] = true;
    return 0;
}

static int judge_tree(struct judged *j, size_t number)
{
    const struct weft_bandwidth_tree *tree = &j->result->tree[number];
    int n = weft_network_size(j->network);
    if (tree->root < 0 || tree->root >= n || tree->weight <= 0 ||
        tree->arcs != n - 1)
        return judge_fault(j, number, "does not span all processors");
    for (int v = 0; v < n; v++)
        j->reached[v] = v == tree->root;
    for (int i = 0; i < tree->arcs; i++)
        if (judge_way(j, number, j->reversed ? tree->arcs - 1 - i : i))
            return -1;
    j->weight[tree->root] += tree->weight;
    return 0;
}

/* Is the load of the arc at most `steps` times its capacity? Load / copies is
 * in chunks. */
static int judge_load(struct judged *j, int v, int port, int64_t capacity)
{
    __extension__ typedef __int128 judge_wide;
    int64_t load = j->load[weft_network_arc(j->network, v, port)];
    if ((judge_wide)load * j->result->copies <=
        (judge_wide)j->result->steps_bound * capacity)
        return 0;
    return weft_error_set(j->err, WEFT_ERROR_WRONG, 0,
                          "internal error: the trees put %lld chunks on the "
                          "arc from %d to %d, more than its capacity; please "
                          "report this bug",
                          (long long)load, v,
                          weft_network_neighbour(j->network, v, port));
}

static int judge_trees(struct judged *j, int root, const int64_t *capacity)
{
    int64_t arc = 0;
    for (size_t i = 0; i < j->result->trees; i++)
        if (judge_tree(j, i))
            return -1;
    for (int v = 0; v < weft_network_size(j->network); v++)
        if (j->weight[v] != (root < 0 || root == v ? j->result->chunks : 0))
            return weft_error_set(j->err, WEFT_ERROR_WRONG, 0,
                                  "internal error: processor %d is the root of "
                                  "%lld trees; please report this bug",
                                  v, (long long)j->weight[v]);
    for (int v = 0; v < weft_network_vertices(j->network); v++)
        for (int i = 0; i < weft_network_degree(j->network, v); i++)
            if (judge_load(j, v, i, capacity[arc++]))
                return -1;
    return 0;
}

int band_judge(const struct weft_bandwidth *result,
               const struct weft_network *network, bool reversed, int root,
               const int64_t *capacity, struct weft_error *err)
{
    size_t n = (size_t)weft_network_size(network);
    size_t arcs = (size_t)weft_network_arcs(network);
    struct judged j = {.network = network,
                       .result = result,
                       .reversed = reversed,
                       .load = calloc(arcs + 1, sizeof *j.load),
                       .weight = calloc(n, sizeof *j.weight),
                       .reached = calloc(n, sizeof *j.reached),
                       .err = err};
    int status = j.load && j.weight && j.reached
                     ? judge_trees(&j, root, capacity)
                     : weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                                      "no memory to verify trees");
    free(j.load);
    free(j.weight);
    free(j.reached);
    return status;
}
