/* Fuzz target: network files, as lists of links, as GraphML and as machines.
 * Accepted input
 * must be a valid network: ports match links, and routes reach their
 * destinations. */
#include <network/file/draft.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define PAIRS_TRIED 200

extern const struct network_row network_file;

static void check_routes(const struct weft_network *n)
{
    int size = weft_network_size(n);
    for (int i = 0; i < PAIRS_TRIED; i++) {
        int from = i * 7 % size, to = i * 5 % size;
        int links = weft_network_distance(n, from, to);
        assert(links >= 0 && (links == 0) == (from == to));
        for (int at = from; at != to; links--) {
            int next = weft_network_next(n, at, to);
            assert(weft_network_port(n, at, next) >= 0);
            at = next;
        }
        assert(links == 0);
    }
}

static void check(const struct weft_network *n)
{
    int64_t arcs = 0;
    char text[64];
    for (int v = 0; v < weft_network_vertices(n); v++) {
        int degree = weft_network_degree(n, v);
        for (int p = 0; p < degree; p++) {
            struct weft_arc_cost cost;
            assert(weft_network_arc(n, v, p) == arcs + p);
            if (weft_network_arc_cost(n, v, p, &cost))
                assert(cost.latency >= 0 || cost.bandwidth > 0);
        }
        arcs += degree;
        weft_network_label(n, v, text, sizeof text);
        weft_network_part(n, v);
    }
    assert(arcs == weft_network_arcs(n));
    for (size_t i = 0; weft_network_remark(n, i); i++)
        assert(!strchr(weft_network_remark(n, i), '\n'));
    check_routes(n);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct weft_error err = {0};
    struct weft_network *network = calloc(1, sizeof *network);
    _Atomic int *users = malloc(sizeof *users);
    char *text = malloc(size + 1);
    if (!network || !users || !text)
        abort();
    atomic_init(users, 1);
    network->users = users;
    memcpy(text, data, size);
    text[size] = '\0';
    network->row = &network_file;
    int status = file_take(network, text, size, &err);
    assert(!status || err.text[0]);
    network->axes = 1;
    if (!status)
        check(network);
    weft_network_destroy(network);
    free(text);
    return 0;
}
