/* The best throughput, against all cuts of small networks; wrong trees. */
#include <bandwidth/tree-judge.h>
#include <criterion/criterion.h>
#include <string.h>
#include <weft/unstable/bandwidth.h>
#include <weft/weft.h>

/* Return the bandwidth that leaves a set of vertices. */
static int bandwidth_leaving(const struct weft_network *network, unsigned set)
{
    int sum = 0;
    for (int v = 0; v < weft_network_vertices(network); v++)
        for (int i = 0; set >> v & 1 && i < weft_network_degree(network, v);
             i++)
            if (!(set >> weft_network_neighbour(network, v, i) & 1))
                sum += weft_network_lanes(network, v, i);
    return sum;
}

/* Return the largest ratio of words to bandwidth over all cuts. */
static struct weft_fraction
bandwidth_of_cuts(const struct weft_network *network, int root)
{
    struct weft_fraction best = {0, 1};
    int n = weft_network_size(network);
    unsigned everyone = (1u << n) - 1;
    for (unsigned set = 1; set < 1u << weft_network_vertices(network); set++) {
        int words = 0, width = bandwidth_leaving(network, set);
        for (int v = 0; v < n; v++)
            words += set >> v & 1 && (root < 0 || root == v);
        if (words && (set & everyone) != everyone &&
            words * best.den > best.num * width)
            best = (struct weft_fraction){words, width};
    }
    return best;
}

static struct weft_bandwidth bandwidth_ask(const struct weft_network *network,
                                           const char *problem, int root)
{
    struct weft_bandwidth result;
    struct weft_error err = {.kind = WEFT_ERROR_NONE};
    const struct weft_bandwidth_options options = {
        .problem = problem, .network = network, .root = root, .schedule = true};
    int status = weft_bandwidth(&options, &result, &err);
    cr_assert(!status, "%s", err.text);
    return result;
}

static void bandwidth_compare(const char *spec, const char *problem, int root)
{
    struct weft_network *network = weft_network_create(spec, NULL);
    struct weft_bandwidth result =
        bandwidth_ask(network, problem, root < 0 ? 0 : root);
    struct weft_fraction best = bandwidth_of_cuts(network, root);
    cr_assert_eq(result.time.num * best.den, result.time.den * best.num,
                 "%s on %s", problem, spec);
    cr_assert(result.attained && result.trees && result.scheduled);
    cr_assert(result.steps >= result.bound);
    weft_bandwidth_finish(&result);
    weft_network_destroy(network);
}

Test(bandwidth, cuts)
{
    static const char *const specs[] = {
        "random:8x3", "random:9x4/7", "mesh:2x4",     "tree:4", "switch:5",
        "ring:6",     "complete:4",   "star:5",       "line:2", "line:5",
        "torus:3x3",  "hypercube:3",  "random:10x3/5"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        bandwidth_compare(specs[i], "allgather", -1);
        bandwidth_compare(specs[i], "reduce-scatter", -1);
        bandwidth_compare(specs[i], "broadcast", 1);
        bandwidth_compare(specs[i], "reduce", 1);
    }
}

static int bandwidth_judged(const struct weft_bandwidth *result,
                            const struct weft_network *network)
{
    static const int64_t ones[64] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                                     1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    return band_judge(result, network, false, -1, ones, NULL);
}

/* Trees that are wrong in one place are found out. */
Test(bandwidth, judge)
{
    struct weft_network *network = weft_network_create("switch:4", NULL);
    struct weft_bandwidth result = bandwidth_ask(network, "allgather", 0);
    struct weft_bandwidth_tree *tree = &result.tree[1];
    cr_assert(!bandwidth_judged(&result, network));
    tree->weight++;
    cr_assert(bandwidth_judged(&result, network), "a weight too large");
    tree->weight--;
    tree->arcs--;
    cr_assert(bandwidth_judged(&result, network), "an arc less");
    tree->arcs++;
    int inner = tree->vertex[1];
    tree->vertex[1] = tree->vertex[0];
    cr_assert(bandwidth_judged(&result, network), "a link that is not there");
    tree->vertex[1] = inner;
    int last = tree->vertex[2];
    tree->vertex[2] = tree->vertex[5];
    cr_assert(bandwidth_judged(&result, network), "a processor twice");
    tree->vertex[2] = last;
    result.steps_bound--;
    cr_assert(bandwidth_judged(&result, network), "a period too short");
    result.steps_bound++;
    cr_assert(!bandwidth_judged(&result, network));
    weft_bandwidth_finish(&result);
    weft_network_destroy(network);
}

/* Values and schedules of known networks. */
Test(bandwidth, known)
{
    struct weft_network *network = weft_network_create("hypercube:4", NULL);
    struct weft_bandwidth result = bandwidth_ask(network, "allgather", 0);
    cr_assert_eq(result.time.num, 15);
    cr_assert_eq(result.time.den, 4);
    cr_assert_eq(result.trees, 30);
    cr_assert_eq(result.period, 15);
    weft_bandwidth_finish(&result);
    result = bandwidth_ask(network, "allreduce", 0);
    cr_assert_eq(result.factor.num, result.factor.den);
    cr_assert_eq(result.steps, result.part[0]->steps + result.part[1]->steps);
    struct weft_error err;
    struct weft_trace trace = {.count = 0};
    const struct weft_sink sink = weft_trace_collect(&trace),
                           *sinks[] = {&sink};
    cr_assert(!weft_bandwidth_play(&result, sinks, 1, &err));
    cr_assert_eq(trace.count, 2 * result.messages);
    weft_trace_finish(&trace);
    weft_bandwidth_finish(&result);
    cr_assert(weft_bandwidth_play(&result, sinks, 1, &err));
    cr_assert_eq(err.kind, WEFT_ERROR_EMPTY);
    weft_network_destroy(network);
}
