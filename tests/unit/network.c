/* Networks: all functions compared with a breadth-first search. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <weft/network.h>

/* All kinds, with small, odd and uneven sizes, and sides of 1 and 2. */
static const char *const network_specs[] = {
    "hypercube:1",     "hypercube:2",     "hypercube:3",
    "hypercube:5",     "ring:3",          "ring:4",
    "ring:7",          "ring:12",         "line:2",
    "line:3",          "line:9",          "mesh:1x2",
    "mesh:1x5",        "mesh:4x1",        "mesh:4x4",
    "mesh:3x5",        "mesh:2x2x2",      "mesh:3x4x5",
    "mesh:4x1x3",      "torus:2x2",       "torus:2x3",
    "torus:3x3",       "torus:4x4",       "torus:5x1",
    "torus:2x4x3",     "torus:5x4x3",     "torus:3x2x2",
    "tree:2",          "tree:4",          "tree:16",
    "tree:32",         "complete:2",      "complete:3",
    "complete:9",      "star:2",          "star:3",
    "star:10",         "hypercube:7",     "mesh:16x9",
    "torus:7x8",       "torus:6",         "torus:2x3x2x3",
    "hyperx:7",        "hyperx:2x2",      "hyperx:3x4x2",
    "hyperx:3x3x2x3",  "switch:2",        "switch:9",
    "fat-tree:2x4",    "fat-tree:3x2",    "fat-tree:4x1",
    "dragonfly:3x1x2", "dragonfly:1x2x1", "debruijn:2x4",
    "debruijn:3x2",    "kautz:2x3",       "kautz:3x1",
    "ccc:3",           "ccc:4",           "butterfly:3",
    "star-graph:2",    "star-graph:4",    "circulant:16/1/4",
    "circulant:9/2/3", "petersen",        "bipartite:1x4",
    "bipartite:4x3",   "random:16x3",     "random:15x4/7",
};
#define NETWORK_SPECS (sizeof network_specs / sizeof network_specs[0])

static struct weft_network *network_make(const char *spec)
{
    struct weft_error err;
    struct weft_network *network = weft_network_create(spec, &err);
    cr_assert_not_null(network, "%s: %s", spec, err.text);
    cr_assert_str_eq(weft_network_name(network), spec);
    return network;
}

/* Compute the distances from one vertex, using only the ports. */
static void search(const struct weft_network *n, int from, int *far)
{
    int count = weft_network_vertices(n);
    int *queue = malloc((size_t)count * sizeof *queue);
    memset(far, -1, (size_t)count * sizeof *far);
    far[from] = 0;
    queue[0] = from;
    int end = 1;
    for (int begin = 0; begin < end; begin++) {
        int vertex = queue[begin];
        for (int p = 0; p < weft_network_degree(n, vertex); p++) {
            int other = weft_network_neighbour(n, vertex, p);
            if (far[other] < 0) {
                far[other] = far[vertex] + 1;
                queue[end++] = other;
            }
        }
    }
    cr_assert_eq(end, count, "%s is not connected", weft_network_name(n));
    free(queue);
}

static void check_vertex(const struct weft_network *n, int v, char *used)
{
    for (int p = 0; p < weft_network_degree(n, v); p++) {
        int other = weft_network_neighbour(n, v, p);
        cr_assert(other >= 0 && other < weft_network_vertices(n));
        cr_assert_neq(other, v);
        cr_assert_eq(weft_network_port(n, v, other), p, "%s: %d to %d",
                     weft_network_name(n), v, other);
        int back = weft_network_port(n, other, v);
        cr_assert(back >= 0, "%s: no way back", weft_network_name(n));
        cr_assert_eq(weft_network_neighbour(n, other, back), v);
        int dimension = weft_network_dimension(n, v, p);
        cr_assert(dimension >= 0 && dimension < weft_network_dimensions(n));
        cr_assert_eq(weft_network_dimension_to(n, v, other), dimension);
        int64_t arc = weft_network_arc(n, v, p);
        cr_assert(arc >= 0 && arc < weft_network_arcs(n));
        cr_assert(!used[arc], "%s: arc %lld twice", weft_network_name(n),
                  (long long)arc);
        used[arc] = 1;
    }
}

Test(network, links_are_symmetric_and_arcs_a_bijection)
{
    for (size_t i = 0; i < NETWORK_SPECS; i++) {
        struct weft_network *n = network_make(network_specs[i]);
        int64_t arcs = weft_network_arcs(n), seen = 0;
        char *used = calloc((size_t)arcs, 1);
        for (int v = 0; v < weft_network_vertices(n); v++)
            check_vertex(n, v, used);
        for (int64_t arc = 0; arc < arcs; arc++)
            seen += used[arc];
        cr_assert_eq(seen, arcs, "%s", network_specs[i]);
        free(used);
        weft_network_destroy(n);
    }
}

static void check_route(const struct weft_network *n, int from, int to, int far)
{
    int links = 0;
    for (int at = from; at != to; links++) {
        int next = weft_network_next(n, at, to);
        cr_assert(weft_network_port(n, at, next) >= 0, "%s: %d to %d",
                  weft_network_name(n), at, next);
        cr_assert_lt(links, far);
        at = next;
    }
    cr_assert_eq(links, far);
    cr_assert_eq(weft_network_next(n, to, to), to);
}

Test(network, distances_routes_and_ports_agree_with_a_search)
{
    for (size_t i = 0; i < NETWORK_SPECS; i++) {
        struct weft_network *n = network_make(network_specs[i]);
        int count = weft_network_vertices(n);
        int *far = malloc((size_t)count * sizeof *far);
        for (int from = 0; from < count; from++) {
            search(n, from, far);
            int farthest = 0;
            for (int to = 0; to < count; to++) {
                cr_assert_eq(weft_network_distance(n, from, to), far[to],
                             "%s: %d to %d", network_specs[i], from, to);
                cr_assert_eq(weft_network_port(n, from, to) >= 0, far[to] == 1,
                             "%s: %d to %d", network_specs[i], from, to);
                cr_assert(far[to] == 1 ||
                          weft_network_dimension_to(n, from, to) == -1);
                check_route(n, from, to, far[to]);
                if (to < weft_network_size(n) && far[to] > farthest)
                    farthest = far[to];
            }
            cr_assert_eq(weft_network_eccentricity(n, from), farthest, "%s: %d",
                         network_specs[i], from);
        }
        free(far);
        weft_network_destroy(n);
    }
}

Test(network, triangle_free_as_counted)
{
    for (size_t i = 0; i < NETWORK_SPECS; i++) {
        struct weft_network *n = network_make(network_specs[i]);
        int p = weft_network_size(n);
        bool triangle = false;
        for (int a = 0; a < p && p <= 64; a++)
            for (int b = 0; b < a; b++)
                for (int c = 0; c < b; c++)
                    triangle |= weft_network_port(n, a, b) >= 0 &&
                                weft_network_port(n, b, c) >= 0 &&
                                weft_network_port(n, a, c) >= 0;
        if (p <= 64)
            cr_assert_eq(weft_network_triangle_free(n), !triangle, "%s",
                         network_specs[i]);
        weft_network_destroy(n);
    }
}

Test(network, coordinates_invert_and_tours_are_permutations)
{
    for (size_t i = 0; i < NETWORK_SPECS; i++) {
        struct weft_network *n = network_make(network_specs[i]);
        int p = weft_network_size(n), extent[WEFT_NETWORK_AXES_MAX];
        int axes = weft_network_axes(n, extent);
        char *seen = calloc((size_t)p, 1);
        for (int r = 0; r < p; r++) {
            int at[WEFT_NETWORK_AXES_MAX], rank = 0;
            weft_network_coordinates(n, r, at);
            for (int a = 0; a < axes; a++) {
                cr_assert(at[a] >= 0 && at[a] < extent[a]);
                rank = rank * extent[a] + at[a];
            }
            cr_assert_eq(rank, r);
            int tour = weft_network_tour(n, r);
            cr_assert(tour >= 0 && tour < p && !seen[tour]);
            seen[tour] = 1;
        }
        free(seen);
        weft_network_destroy(n);
    }
}

Test(network, tours_of_cubes_and_grids_go_from_neighbour_to_neighbour)
{
    static const char *const near[] = {"hypercube:6", "mesh:3x5", "mesh:3x4x5",
                                       "torus:4x3x3", "ring:5",   "line:4",
                                       "hyperx:3x4x2"};
    for (size_t i = 0; i < sizeof near / sizeof near[0]; i++) {
        struct weft_network *n = network_make(near[i]);
        for (int k = 1; k < weft_network_size(n); k++)
            cr_assert_eq(weft_network_distance(n, weft_network_tour(n, k - 1),
                                               weft_network_tour(n, k)),
                         1, "%s at %d", near[i], k);
        weft_network_destroy(n);
    }
}

struct step {
    const char *spec;
    int from, to, next;
};

Test(network, fixed_routes)
{
    static const struct step steps[] = {
        {"hypercube:3", 0, 7, 4}, {"hypercube:3", 4, 7, 6},
        {"mesh:4x4", 0, 5, 1}, /* columns come first */
        {"mesh:4x4", 1, 5, 5},    {"mesh:2x2x2", 0, 7, 1},
        {"ring:8", 0, 4, 1}, /* ties: the increasing direction */
        {"ring:8", 6, 2, 7},      {"ring:8", 0, 5, 7},
        {"torus:4x4", 0, 10, 1},  {"tree:4", 0, 3, 5},
        {"tree:4", 5, 3, 4},      {"tree:4", 4, 3, 6},
        {"star:5", 3, 2, 0},
    };
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        struct weft_network *n = network_make(steps[i].spec);
        cr_assert_eq(weft_network_next(n, steps[i].from, steps[i].to),
                     steps[i].next, "%s: %d to %d", steps[i].spec,
                     steps[i].from, steps[i].to);
        weft_network_destroy(n);
    }
}

Test(network, the_largest_cost_nothing)
{
    static const char *const big[] = {
        "hypercube:20",
        "ring:1048576",
        "line:1048576",
        "mesh:1024x1024",
        "mesh:128x128x64",
        "torus:1024x1024",
        "tree:1048576",
        "complete:1048576",
        "star:1048576",
        "hyperx:1024x1024",
        "torus:2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2",
        "switch:1048576",
        "fat-tree:2x20",
        "fat-tree:1024x2",
        "bipartite:524288x524288"};
    for (size_t i = 0; i < sizeof big / sizeof big[0]; i++) {
        struct weft_network *n = network_make(big[i]);
        int size = weft_network_size(n), last = weft_network_vertices(n) - 1;
        cr_assert_eq(size, WEFT_NETWORK_SIZE_MAX);
        int64_t arc =
            weft_network_arc(n, last, weft_network_degree(n, last) - 1);
        cr_assert(arc >= 0 && arc < weft_network_arcs(n));
        for (int from = 0, to = size - 1; from != to;) {
            int left = weft_network_distance(n, from, to);
            from = weft_network_next(n, from, to);
            cr_assert_eq(weft_network_distance(n, from, to), left - 1);
            if (left > 3000)
                break;
        }
        weft_network_destroy(n);
    }
}

struct network_refusal {
    const char *spec;
    enum weft_error_kind kind;
    const char *text; /* part of the error's text */
};

Test(network, refuses_with_one_clear_line)
{
    static const struct network_refusal refusals[] = {
        {"hypercub:4", WEFT_ERROR_UNKNOWN, "did you mean 'hypercube'"},
        {"", WEFT_ERROR_UNKNOWN, "unknown network ''"},
        {"klein:4", WEFT_ERROR_UNKNOWN, "unknown network 'klein'"},
        {"hypercube", WEFT_ERROR_MISUSE, "the form is hypercube:D"},
        {"hypercube:", WEFT_ERROR_MISUSE, "the form is hypercube:D"},
        {"hypercube:0", WEFT_ERROR_MISUSE, "1 to 20"},
        {"hypercube:99", WEFT_ERROR_MISUSE, "1 to 20"},
        {"hypercube:-1", WEFT_ERROR_MISUSE, "1 to 20"},
        {"hypercube:99999999999999999999", WEFT_ERROR_MISUSE, "1 to 20"},
        {"hypercube:4x4", WEFT_ERROR_MISUSE, "the form is hypercube:D"},
        {"hypercube:4 ", WEFT_ERROR_MISUSE, "the form is hypercube:D"},
        {"hypercube: 4", WEFT_ERROR_MISUSE, "the form is hypercube:D"},
        {"hypercube:+4", WEFT_ERROR_MISUSE, "the form is hypercube:D"},
        {"mesh:0x4", WEFT_ERROR_MISUSE, "1 to 1048576"},
        {"mesh:4", WEFT_ERROR_MISUSE, "the form is mesh:RxC[xL]"},
        {"mesh:4x", WEFT_ERROR_MISUSE, "the form is"},
        {"mesh:x4", WEFT_ERROR_MISUSE, "the form is"},
        {"mesh:2x2x2x2", WEFT_ERROR_MISUSE, "the form is"},
        {"mesh:1x1", WEFT_ERROR_MISUSE, "1 processor; expected 2 to 1048576"},
        {"mesh:2048x1024", WEFT_ERROR_MISUSE, "more than 1048576 processors"},
        {"mesh:1048576x1048576x1048576", WEFT_ERROR_MISUSE, "processors"},
        {"torus:1x1x1", WEFT_ERROR_MISUSE, "1 processor; expected 2"},
        {"torus:1", WEFT_ERROR_MISUSE, "1 processor; expected 2"},
        {"torus:", WEFT_ERROR_MISUSE, "the form is torus:AxBx.."},
        {"torus:2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2", WEFT_ERROR_MISUSE,
         "the form"},
        {"hyperx:1x1", WEFT_ERROR_MISUSE, "1 processor; expected 2"},
        {"hyperx:1024x1025", WEFT_ERROR_MISUSE, "more than 1048576 processors"},
        {"switch:1", WEFT_ERROR_MISUSE, "2 to 1048576"},
        {"fat-tree:4", WEFT_ERROR_MISUSE, "the form is fat-tree:KxN"},
        {"fat-tree:1x3", WEFT_ERROR_MISUSE, "expected K of 2 or more"},
        {"fat-tree:2x21", WEFT_ERROR_MISUSE, "more than 1048576 processors"},
        {"fat-tree:1000000x1000000", WEFT_ERROR_MISUSE, "processors"},
        {"dragonfly:4x2", WEFT_ERROR_MISUSE, "the form is dragonfly:AxHxC"},
        {"dragonfly:0x1x1", WEFT_ERROR_MISUSE, "1 to 16384"},
        {"dragonfly:16384x16384x16384", WEFT_ERROR_MISUSE,
         "more than 1048576 processors"},
        {"debruijn:1x4", WEFT_ERROR_MISUSE, "expected K of 2 or more"},
        {"debruijn:2x15", WEFT_ERROR_MISUSE, "more than 16384 vertices"},
        {"debruijn:16384x16384", WEFT_ERROR_MISUSE, "more than 16384 vertices"},
        {"kautz:0x2", WEFT_ERROR_MISUSE, "expected D of 1 or more"},
        {"kautz:2x13", WEFT_ERROR_MISUSE, "more than 16384 vertices"},
        {"ccc:2", WEFT_ERROR_MISUSE, "3 to 10"},
        {"butterfly:11", WEFT_ERROR_MISUSE, "3 to 10"},
        {"star-graph:8", WEFT_ERROR_MISUSE, "2 to 7"},
        {"circulant:16", WEFT_ERROR_MISUSE, "the form is circulant:P/S1/S2.."},
        {"circulant:16x4", WEFT_ERROR_MISUSE, "the form is"},
        {"circulant:16/16", WEFT_ERROR_MISUSE, "expected 1 to P - 1 = 15"},
        {"circulant:1/1", WEFT_ERROR_MISUSE, "expected P of 2 or more"},
        {"circulant:16/4/6", WEFT_ERROR_MISUSE, "multiples of 2"},
        {"circulant:16385/1", WEFT_ERROR_MISUSE, "more than 16384 vertices"},
        {"petersen:5", WEFT_ERROR_MISUSE, "the form is petersen"},
        {"bipartite:0x4", WEFT_ERROR_MISUSE, "1 to 1048576"},
        {"bipartite:1048576x1", WEFT_ERROR_MISUSE,
         "more than 1048576 processors"},
        {"random:16x16", WEFT_ERROR_MISUSE, "2 to P - 1 = 15"},
        {"random:16x1", WEFT_ERROR_MISUSE, "2 to P - 1 = 15"},
        {"random:15x3", WEFT_ERROR_MISUSE, "to be even"},
        {"random:16384x257", WEFT_ERROR_MISUSE, "2105344 links"},
        {"random:16x3/", WEFT_ERROR_MISUSE, "the seed is a whole number"},
        {"random:16x3/-1", WEFT_ERROR_MISUSE, "the seed is a whole number"},
        {"random:00000000000000000000000000016x31/7", WEFT_ERROR_MISUSE,
         "too long"},
        {"random:/3", WEFT_ERROR_MISUSE, "the form is random:PxD[/SEED]"},
        {"ring:2", WEFT_ERROR_MISUSE, "3 to 1048576"},
        {"line:1", WEFT_ERROR_MISUSE, "2 to 1048576"},
        {"tree:6", WEFT_ERROR_MISUSE, "a power of two"},
        {"tree:1", WEFT_ERROR_MISUSE, "2 to 1048576"},
        {"star:1", WEFT_ERROR_MISUSE, "2 to 1048576"},
        {"complete:1", WEFT_ERROR_MISUSE, "2 to 1048576"},
        {"complete:1048577", WEFT_ERROR_MISUSE, "2 to 1048576"},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const struct network_refusal *r = &refusals[i];
        struct weft_error err = {0};
        cr_assert_null(weft_network_create(r->spec, &err), "%s", r->spec);
        cr_assert_eq(err.kind, r->kind, "%s: %d", r->spec, (int)err.kind);
        cr_assert_not_null(strstr(err.text, r->text), "%s: %s", r->spec,
                           err.text);
        cr_assert_null(strchr(err.text, '\n'));
    }
    cr_assert_null(weft_network_create("hypercube:0", NULL));
}

Test(network, names_are_canonical_and_the_table_lists_every_kind)
{
    struct weft_network *n = weft_network_create("mesh:04x05", NULL);
    cr_assert_str_eq(weft_network_name(n), "mesh:4x5");
    cr_assert_str_eq(weft_network_kind(n), "mesh");
    weft_network_destroy(n);
    weft_network_destroy(NULL);
    int kinds = 0;
    for (size_t i = 0; weft_network_known(i); i++, kinds++) {
        const struct weft_network_kind *kind = weft_network_known(i);
        cr_assert_eq(strncmp(kind->usage, kind->name, strlen(kind->name)), 0);
    }
    cr_assert_eq(kinds, 24);
}

/* A network specification from an untrusted source has smaller tables but the
 * same answers. */
Test(network, untrusted)
{
    static const char spec[] = "circulant:2500/1/50";
    struct weft_error err;
    struct weft_network *whole = network_make(spec);
    struct weft_network *sparing =
        weft_network_create_untrusted(spec, WEFT_NETWORK_SEED, &err);
    cr_assert_not_null(sparing, "%s", err.text);
    for (int to = 0; to < 2500; to++)
        for (int from = 0; from < 2500; from += 83) {
            cr_assert_eq(weft_network_next(whole, from, to),
                         weft_network_next(sparing, from, to));
            cr_assert_eq(weft_network_distance(whole, from, to),
                         weft_network_distance(sparing, from, to));
            cr_assert_eq(weft_network_distance(whole, to, from),
                         weft_network_distance(sparing, to, from));
        }
    for (int i = 0; i < 5000; i++) { /* pairs in irregular order */
        int from = i * 1237 % 2500, to = i * 371 % 2500;
        cr_assert_eq(weft_network_distance(whole, from, to),
                     weft_network_distance(sparing, from, to));
    }
    weft_network_destroy(whole);
    weft_network_destroy(sparing);
}

Test(network, too_much_for_a_stranger)
{
    static const char *const many[] = {
        "debruijn:16384x1",          "kautz:16383x0",  "random:16384x256",
        "circulant:16384/1/2/3/4/5", "file:/dev/null", "./a.c:3"};
    for (size_t i = 0; i < sizeof many / sizeof *many; i++) {
        struct weft_error err = {.kind = WEFT_ERROR_NONE};
        cr_assert_null(
            weft_network_create_untrusted(many[i], WEFT_NETWORK_SEED, &err));
        cr_assert_eq(err.kind, WEFT_ERROR_LIMIT, "%s: %s", many[i], err.text);
    }
}
