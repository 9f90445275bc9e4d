/* Prints all properties of networks, which networks.py verifies.
 * usage: dump SPEC... */
#include <inttypes.h>
#include <stdio.h>
#include <weft/network.h>

static void print_links(const struct weft_network *n)
{
    for (int v = 0; v < weft_network_vertices(n); v++) {
        printf("ports %d", v);
        for (int p = 0; p < weft_network_degree(n, v); p++) {
            struct weft_arc_cost cost;
            int to = weft_network_neighbour(n, v, p);
            printf(" %d/%d/%" PRId64, to, weft_network_dimension(n, v, p),
                   weft_network_arc(n, v, p));
            if (weft_network_port(n, v, to) != p)
                printf("?");
            if (weft_network_arc_cost(n, v, p, &cost))
                printf("/%g/%g", cost.latency, cost.bandwidth);
        }
        putchar('\n');
    }
}

static void print_routes(const struct weft_network *n)
{
    for (int to = 0; to < weft_network_vertices(n); to++) {
        printf("to %d", to);
        for (int v = 0; v < weft_network_vertices(n); v++)
            printf(" %d/%d", weft_network_distance(n, v, to),
                   weft_network_next(n, v, to));
        putchar('\n');
    }
    printf("eccentricity");
    for (int v = 0; v < weft_network_vertices(n); v++)
        printf(" %d", weft_network_eccentricity(n, v));
    putchar('\n');
}

static void print_names(const struct weft_network *n)
{
    char text[80];
    printf("names");
    for (int v = 0; v < weft_network_vertices(n); v++) {
        weft_network_label(n, v, text, sizeof text);
        printf(" %s", text);
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        struct weft_error err = {0};
        struct weft_network *n = weft_network_create(argv[i], &err);
        if (!n) {
            printf("error %u %s\n", err.line, err.text);
            continue;
        }
        printf("network %s %d %d %d %" PRId64 " %d\n", weft_network_name(n),
               weft_network_size(n), weft_network_vertices(n),
               weft_network_dimensions(n), weft_network_arcs(n),
               weft_network_triangle_free(n));
        print_links(n);
        print_routes(n);
        print_names(n);
        weft_network_destroy(n);
    }
    return 0;
}
