/* A network as text, in the format of network files, and its routes. */
#include "list/network-text.h"

#include "common/command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/error.h>
#include <weft/unstable/ways.h>

/* maximum number of lines that are printed */
#define NETWORK_LINES_MAX ((int64_t)1 << 24)
#define NETWORK_DIGITS 32

static int network_text_check(int64_t lines, const char *what)
{
    struct weft_error err;
    if (lines <= NETWORK_LINES_MAX)
        return EXIT_GOOD;
    weft_error_set(&err, WEFT_ERROR_LIMIT, 0,
                   "%" PRId64 " %s; at most %" PRId64 " are listed", lines,
                   what, NETWORK_LINES_MAX);
    return complain(EXIT_FAILED, NULL, &err);
}

/* ---- names ---- */

static int name_compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Return whether the names can be written as words of a network file: without
 * blanks, and no word of the format. */
static bool name_is_word(const char *name)
{
    static const char *const taken[] = {"", "host", "switch", "route", ">"};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (!strcmp(name, taken[i]))
            return false;
    return !strpbrk(name, " \t\r\v\f\n#");
}

/* Return whether every vertex has a name of its own that a file can contain. */
static bool has_names(const struct weft_network *network)
{
    int vertices = weft_network_vertices(network);
    bool good = weft_network_vertex_name(network, 0);
    const char **name = good ? malloc((size_t)vertices * sizeof *name) : NULL;
    good = name;
    for (int v = 0; good && v < vertices; v++) {
        name[v] = weft_network_vertex_name(network, v);
        good = name_is_word(name[v]);
    }
    if (good)
        qsort(name, (size_t)vertices, sizeof *name, name_compare);
    for (int v = 1; good && v < vertices; v++)
        good = strcmp(name[v - 1], name[v]) != 0;
    free(name);
    return good;
}

/* Print the name of a vertex, or its number. */
static void print_name(const struct weft_network *network, bool names, int v)
{
    if (names)
        fputs(weft_network_vertex_name(network, v), stdout);
    else
        printf("%d", v);
}

/* ---- numbers ---- */

/* Write the shortest decimal number that is read as this value, with an
 * exponent only if it is very large or small; "-": none. */
static const char *shortest_decimal(double value, bool known,
                                    char text[NETWORK_DIGITS])
{
    bool plain = value >= 1e-4 && value < 1e15;
    snprintf(text, NETWORK_DIGITS, "-");
    for (int digits = 1; known && digits <= 17; digits++) {
        snprintf(text, NETWORK_DIGITS, "%.*g", digits, value);
        if (strtod(text, NULL) == value && !(plain && strchr(text, 'e')))
            break;
    }
    return text;
}

static void print_cost(const struct weft_arc_cost *cost)
{
    char text[2][NETWORK_DIGITS];
    printf(" %s %s",
           shortest_decimal(cost->latency, cost->latency >= 0, text[0]),
           shortest_decimal(cost->bandwidth, cost->bandwidth > 0, text[1]));
}

/* ---- arcs ---- */

static void print_declared(const struct weft_network *network, bool names,
                           const char *word, int first, int end)
{
    if (first == end)
        return;
    fputs(word, stdout);
    for (int v = first; v < end; v++) {
        putchar(' ');
        print_name(network, names, v);
    }
    putchar('\n');
}

static void print_edge(const struct weft_network *network, bool names, int v,
                       int port)
{
    struct weft_arc_cost cost;
    int lanes = weft_network_lanes(network, v, port);
    print_name(network, names, v);
    fputs(" > ", stdout);
    print_name(network, names, weft_network_neighbour(network, v, port));
    if (weft_network_arc_cost(network, v, port, &cost))
        print_cost(&cost);
    if (lanes > 1)
        printf(" x%d", lanes);
    putchar('\n');
}

/* Return the word that declares a switch. */
static const char *switch_word(const struct weft_network *network, int vertex)
{
    if (weft_network_combines(network, vertex))
        return "combine";
    return weft_network_multicasts(network, vertex) ? "multicast" : "switch";
}

int network_print_edges(const struct weft_network *network)
{
    int vertices = weft_network_vertices(network),
        size = weft_network_size(network);
    int status = network_text_check(weft_network_arcs(network), "arcs");
    if (status)
        return status;
    bool names = has_names(network);
    print_declared(network, names, "host", 0, size);
    for (int v = size, end; v < vertices; v = end) {
        const char *word = switch_word(network, v);
        for (end = v + 1; end < vertices && switch_word(network, end) == word;)
            end++;
        print_declared(network, names, word, v, end);
    }
    for (int v = 0; v < vertices; v++)
        for (int port = 0; port < weft_network_degree(network, v); port++)
            print_edge(network, names, v, port);
    return EXIT_GOOD;
}

/* ---- routes ---- */

static void print_route(const struct weft_network *network, bool names,
                        int from, int to)
{
    struct weft_arc_cost whole = {-1, 0};
    int hops = 0;
    for (int at = from; at != to; hops++) {
        struct weft_arc_cost cost;
        int next = weft_network_next(network, at, to);
        weft_network_arc_cost(network, at, weft_network_port(network, at, next),
                              &cost);
        if (cost.latency >= 0)
            whole.latency =
                cost.latency + (whole.latency < 0 ? 0 : whole.latency);
        if (cost.bandwidth > 0 &&
            (whole.bandwidth <= 0 || cost.bandwidth < whole.bandwidth))
            whole.bandwidth = cost.bandwidth;
        at = next;
    }
    print_name(network, names, from);
    putchar(' ');
    print_name(network, names, to);
    print_cost(&whole);
    printf(" %d\n", hops);
}

int network_print_routes(const struct weft_network *network)
{
    int size = weft_network_size(network);
    int status = network_text_check((int64_t)size * (size - 1), "routes");
    bool names = !status && has_names(network);
    for (int from = 0; !status && from < size; from++)
        for (int to = 0; to < size; to++)
            if (from != to)
                print_route(network, names, from, to);
    return status;
}
