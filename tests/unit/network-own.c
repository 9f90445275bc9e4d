/* A network with all features of a row in the table of networks: it parses its
 * own specification, has state, names and positions of vertices, a switch, and
 * parallel links with different costs. Also queries of any network with invalid
 * numbers. */
#include <criterion/criterion.h>
#include <network/kind.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/figure.h>
#include <weft/weft.h>

/* "hub:ann,bob,eve": named processors, each with two links to the switch: port
 * 0 is fast, port 1 slow. Arc 2 * (2 * processor + port) leads to the switch,
 * the next one back; the switch has two ports for each processor. */
struct names {
    int count;
    char name[8][8];
};

static int finished;

static int init(struct weft_network *n, const char *text,
                struct weft_error *err)
{
    struct names *names = n->state = calloc(1, sizeof *names);
    if (!names)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    for (unsigned line = 1; text && *text; line++) {
        size_t length = strcspn(text, ",");
        if (length == 0 || length > 7 || names->count == 8)
            return weft_error_set(err, WEFT_ERROR_FORMAT, line,
                                  "name %u is none", line);
        memcpy(names->name[names->count++], text, length);
        text += length + (text[length] == ',');
    }
    n->size = names->count;
    n->vertices = names->count + 1;
    n->dimensions = 2;
    n->arcs = 4 * (int64_t)names->count;
    n->triangle_free = true;
    return 0;
}

static void network_own_finish(struct weft_network *n)
{
    free(n->state);
    finished++;
}

static int degree(const struct weft_network *n, int vertex)
{
    return vertex < n->size ? 2 : 2 * n->size;
}

static int neighbour(const struct weft_network *n, int vertex, int port)
{
    if (port >= degree(n, vertex))
        return -1;
    return vertex < n->size ? n->size : port / 2;
}

static int dimension(const struct weft_network *n, int vertex, int port)
{
    return port < degree(n, vertex) ? port % 2 : -1;
}

static int network_own_port(const struct weft_network *n, int from, int to)
{
    if ((from < n->size) == (to < n->size))
        return -1;
    return from < n->size ? 0 : 2 * to;
}

static int64_t arc(const struct weft_network *n, int vertex, int port)
{
    if (port >= degree(n, vertex))
        return -1;
    return vertex < n->size ? 2 * (2 * vertex + port) : 2 * port + 1;
}

static int distance(const struct weft_network *n, int from, int to)
{
    if (from == to)
        return 0;
    return from < n->size && to < n->size ? 2 : 1;
}

static int next(const struct weft_network *n, int from, int to)
{
    return from == to || from == n->size ? to : n->size;
}

static int eccentricity(const struct weft_network *n, int vertex)
{
    return vertex < n->size ? 2 : 1;
}

static int network_own_label(const struct weft_network *n, int vertex,
                             char *text, size_t size)
{
    const struct names *names = n->state;
    return snprintf(text, size, "%s",
                    vertex < n->size ? names->name[vertex] : "hub");
}

static void place(const struct weft_network *n, int vertex, double at[2])
{
    at[0] = vertex < n->size ? vertex : 0.5;
    at[1] = vertex < n->size ? 1 : 0;
}

static bool arc_cost(const struct weft_network *n, int vertex, int port,
                     struct weft_arc_cost *cost)
{
    if (port >= degree(n, vertex))
        return false;
    *cost = (struct weft_arc_cost){port % 2 ? 40 : 2.5, port % 2 ? 0 : 8};
    return true;
}

static const struct network_row network_own_row = {
    .info = {"hub", "hub:NAME,NAME,..", "a test"},
    .init = init,
    .finish = network_own_finish,
    .degree = degree,
    .neighbour = neighbour,
    .dimension = dimension,
    .port = network_own_port,
    .arc = arc,
    .distance = distance,
    .next = next,
    .eccentricity = eccentricity,
    .label = network_own_label,
    .place = place,
    .arc_cost = arc_cost,
    .layout = WEFT_LAYOUT_PLACED,
};

Test(network_own, reads_names_places_and_frees)
{
    struct weft_error err = {0};
    struct weft_network *n =
        network_create(&network_own_row, "hub:ann,bob,eve", 1, &err);
    cr_assert_not_null(n, "%s", err.text);
    cr_expect_str_eq(weft_network_name(n), "hub:ann,bob,eve");
    char text[16];
    double at[2];
    weft_network_label(n, 1, text, sizeof text);
    cr_expect_str_eq(text, "bob");
    cr_expect(weft_network_place(n, 3, at) && at[0] == 0.5);
    cr_expect(!weft_network_place(n, 4, at) && at[0] == 0);
    cr_expect(weft_network_is_processor(n, 2));
    cr_expect(!weft_network_is_processor(n, 3));
    weft_network_destroy(n);
    cr_expect_eq(finished, 1);
}

Test(network_own, says_where_its_words_are_wrong)
{
    struct weft_error err = {0};
    cr_expect_null(network_create(&network_own_row, "hub:ann,,eve", 1, &err));
    cr_expect_eq(err.kind, WEFT_ERROR_FORMAT);
    cr_expect_eq(err.line, 2);
    cr_expect_str_eq(err.text, "network 'hub:ann,,eve': name 2 is none");
    cr_expect_eq(finished, 1);
}

Test(network_own, parallel_links_are_ports_and_arcs_of_their_own)
{
    struct weft_network *n =
        network_create(&network_own_row, "hub:ann,bob,eve", 1, NULL);
    char used[12] = {0};
    for (int v = 0; v < weft_network_vertices(n); v++)
        for (int p = 0; p < weft_network_degree(n, v); p++) {
            int64_t number = weft_network_arc(n, v, p);
            struct weft_arc_cost cost;
            cr_assert(number >= 0 && number < weft_network_arcs(n));
            cr_expect(!used[number]++, "arc %d twice", (int)number);
            int first =
                weft_network_port(n, v, weft_network_neighbour(n, v, p));
            cr_expect_eq(first, p - p % 2);
            cr_expect(weft_network_arc_cost(n, v, p, &cost));
            cr_expect_eq(cost.latency, p % 2 ? 40 : 2.5);
        }
    weft_network_destroy(n);
}

/* The first processor sends to all others, and all reply. */
static int talk(struct weft_processor *self, void *arg)
{
    struct weft_message message;
    int me = weft_rank(self), others = weft_size(self) - 1;
    (void)arg;
    for (int to = 1; me == 0 && to <= others; to++)
        if (weft_send(self, to, to, "x", 1))
            return -1;
    for (int i = 0; i < (me ? 1 : others); i++)
        if (weft_receive(self, WEFT_ANY, &message))
            return -1;
    if (me == 0)
        return 0;
    return weft_wait_until(self, (uint64_t)(2 + others + 2 * me)) ||
                   weft_send(self, 0, 10 + me, "y", 1)
               ? -1
               : 0;
}

Test(network_own, runs_and_is_drawn)
{
    struct weft_network *n =
        network_create(&network_own_row, "hub:ann,bob,eve,joe", 1, NULL);
    struct weft_machine machine = {.network = n, .program = talk};
    struct weft_outcome outcome;
    struct weft_error err = {0};
    struct weft_trace trace = {0};
    struct weft_sink sink = weft_trace_collect(&trace);
    struct weft_trace_info info = {.processors = 4, .unit_ns = 1000, .step = 1};
    cr_assert_eq(weft_model_parse("one-port", &machine.model, &err), 0);
    machine.sink = &sink;
    machine.info = &info;
    int status = weft_machine_run(&machine, &outcome, &err);
    cr_assert_eq(status, 0, "%s", err.text);
    cr_expect_eq(outcome.messages, 6);
    cr_expect_eq(outcome.conflicts, 0);
    weft_outcome_finish(&outcome);
    struct weft_panel panel = {.network = n, .trace = &trace};
    struct weft_figure figure = {
        .kind = "network", .panels = 1, .panel = &panel};
    char *svg = weft_figure_draw(&figure, &err);
    cr_assert_not_null(svg, "%s", err.text);
    cr_expect_not_null(strstr(svg, ">joe<"));
    free(svg);
    weft_trace_finish(&trace);
    weft_network_destroy(n);
}

static const char *const network_own_specs[] = {
    "hypercube:3",  "ring:5",           "line:4",       "mesh:3x4",
    "torus:3x4",    "tree:4",           "complete:5",   "star:5",
    "hyperx:3x4",   "switch:5",         "fat-tree:2x3", "dragonfly:2x2x2",
    "debruijn:2x3", "kautz:2x2",        "ccc:3",        "butterfly:3",
    "star-graph:3", "circulant:12/1/5", "petersen",     "bipartite:3x4",
    "random:12x3",
};

/* All queries about vertices and ports, with valid and invalid numbers. */
Test(network_own, what_does_not_exist_is_minus_one)
{
    static const int odd[] = {
        -2147483647 - 1, -1, 0, 1, 2, 3, 4, 30, 31, 32, 63, 64, 2147483647};
    enum { ODD = sizeof odd / sizeof odd[0] };
    for (size_t i = 0; i < sizeof network_own_specs / sizeof *network_own_specs;
         i++) {
        struct weft_network *n =
            weft_network_create(network_own_specs[i], NULL);
        int vertices = weft_network_vertices(n), at[WEFT_NETWORK_AXES_MAX];
        struct weft_arc_cost cost;
        for (int j = 0; j < ODD * ODD; j++) {
            int v = odd[j / ODD], p = odd[j % ODD];
            bool vertex = v >= 0 && v < vertices;
            bool exists = vertex && p >= 0 && p < weft_network_degree(n, v);
            bool both = vertex && p >= 0 && p < vertices;
            cr_expect_eq(weft_network_neighbour(n, v, p) >= 0, exists,
                         "%s: vertex %d, port %d", network_own_specs[i], v, p);
            cr_expect_eq(weft_network_dimension(n, v, p) >= 0, exists,
                         "%s: vertex %d, port %d", network_own_specs[i], v, p);
            cr_expect_eq(weft_network_arc(n, v, p) >= 0, exists,
                         "%s: vertex %d, port %d", network_own_specs[i], v, p);
            cr_expect_eq(weft_network_distance(n, v, p) >= 0, both);
            cr_expect_eq(weft_network_next(n, v, p) >= 0, both);
            cr_expect(both || weft_network_port(n, v, p) == -1);
            cr_expect(!weft_network_arc_cost(n, v, p, &cost));
            cr_expect(cost.latency < 0 && cost.bandwidth == 0);
            cr_expect(vertex || weft_network_degree(n, v) == 0);
            cr_expect_eq(weft_network_eccentricity(n, v) >= 0, vertex);
            bool rank = weft_network_is_processor(n, v);
            cr_expect_eq(rank, v >= 0 && v < weft_network_size(n));
            cr_expect_eq(weft_network_tour(n, v) >= 0, rank);
            weft_network_coordinates(n, v, at);
            cr_expect_eq(at[0] >= 0, rank);
        }
        weft_network_destroy(n);
    }
    struct weft_error err = {0};
    cr_expect_null(weft_network_create(NULL, &err));
    cr_expect_eq(err.kind, WEFT_ERROR_MISUSE);
}
