/* The table of networks, their written forms, and the public functions. */
#include "kind.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

extern const struct network_row network_complete, network_hypercube,
    network_line, network_mesh, network_ring, network_star, network_torus,
    network_tree;

static const struct network_row *const rows[] = {
    &network_hypercube, &network_ring, &network_line,     &network_mesh,
    &network_torus,     &network_tree, &network_complete, &network_star,
};

#define ROWS (sizeof rows / sizeof rows[0])

const struct weft_network_kind *const *weft_network_kinds(void)
{
    static const struct weft_network_kind *const kinds[] = {
        &network_hypercube.info, &network_ring.info,  &network_line.info,
        &network_mesh.info,      &network_torus.info, &network_tree.info,
        &network_complete.info,  &network_star.info,  NULL,
    };
    static_assert(sizeof kinds / sizeof kinds[0] == ROWS + 1,
                  "one kind per row");
    return kinds;
}

static const char *row_name(size_t i)
{
    return i < ROWS ? rows[i]->info.name : NULL;
}

/* The row of the word before the colon. */
static const struct network_row *find(const char *spec, struct weft_error *err)
{
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(spec, ":"), spec);
    for (size_t i = 0; i < ROWS; i++)
        if (!strcmp(word, rows[i]->info.name))
            return rows[i];
    weft_unknown(err, "network", word, row_name);
    return NULL;
}

static int bad_form(const char *spec, const struct network_row *row,
                    struct weft_error *err)
{
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "network '%.60s': the form is %s", spec,
                          row->info.usage);
}

/* Read the numbers after the colon. @returns how many, or -1 */
static int parse_sizes(const char *spec, const struct network_row *row,
                       int size[], struct weft_error *err)
{
    const char *text = spec + strlen(row->info.name);
    int count = 0;
    do {
        int64_t number;
        if (!*text || count == row->most_sizes)
            return bad_form(spec, row, err);
        if (parse_number(text + 1, &text, row->low, row->high, &number)) {
            if (errno != ERANGE)
                return bad_form(spec, row, err);
            return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                                  "network '%.60s': %d to %d are possible "
                                  "(%s)",
                                  spec, row->low, row->high, row->info.usage);
        }
        size[count++] = (int)number;
    } while (*text == 'x');
    return *text || count < row->least_sizes ? bad_form(spec, row, err) : count;
}

static void set_name(struct weft_network *network, const int size[], int sizes)
{
    size_t used = 0;
    for (int i = -1; i < sizes; i++) {
        char *end = network->name + used;
        size_t room = sizeof network->name - used;
        int more = i < 0 ? snprintf(end, room, "%s", network->row->info.name)
                         : snprintf(end, room, "%c%d", i ? 'x' : ':', size[i]);
        used += (size_t)more;
    }
}

struct weft_network *weft_network_create(const char *spec,
                                         struct weft_error *err)
{
    int size[WEFT_NETWORK_AXES_MAX];
    const struct network_row *row = find(spec, err);
    int sizes = row ? parse_sizes(spec, row, size, err) : -1;
    if (sizes < 0)
        return NULL;
    struct weft_network *network = calloc(1, sizeof *network);
    if (!network) {
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory for a network");
        return NULL;
    }
    network->row = row;
    set_name(network, size, sizes);
    struct weft_error why;
    if (row->init(network, size, sizes, &why)) {
        weft_error_set(err, WEFT_ERROR_MISUSE, 0, "network '%.60s': %.300s",
                       spec, why.text);
        free(network);
        return NULL;
    }
    if (!network->axes) {
        network->axes = 1;
        network->extent[0] = network->size;
        network->stride[0] = 1;
    }
    return network;
}

void weft_network_destroy(struct weft_network *network)
{
    free(network);
}

const char *weft_network_kind(const struct weft_network *network)
{
    return network->row->info.name;
}

const char *weft_network_name(const struct weft_network *network)
{
    return network->name;
}

int weft_network_size(const struct weft_network *network)
{
    return network->size;
}

int weft_network_vertices(const struct weft_network *network)
{
    return network->vertices;
}

int weft_network_dimensions(const struct weft_network *network)
{
    return network->dimensions;
}

int64_t weft_network_arcs(const struct weft_network *network)
{
    return network->arcs;
}

int weft_network_degree(const struct weft_network *network, int vertex)
{
    return network->row->degree(network, vertex);
}

int weft_network_neighbour(const struct weft_network *network, int vertex,
                           int port)
{
    return network->row->neighbour(network, vertex, port);
}

int weft_network_dimension(const struct weft_network *network, int vertex,
                           int port)
{
    return network->row->dimension(network, vertex, port);
}

int network_port_is_dimension(const struct weft_network *network, int vertex,
                              int port)
{
    (void)network;
    (void)vertex;
    return port;
}

int weft_network_port(const struct weft_network *network, int from, int to)
{
    return network->row->port(network, from, to);
}

int64_t weft_network_arc(const struct weft_network *network, int vertex,
                         int port)
{
    return network->row->arc(network, vertex, port);
}

int weft_network_distance(const struct weft_network *network, int from, int to)
{
    return network->row->distance(network, from, to);
}

int weft_network_next(const struct weft_network *network, int from, int to)
{
    return network->row->next(network, from, to);
}

int weft_network_eccentricity(const struct weft_network *network, int rank)
{
    return network->row->eccentricity(network, rank);
}

bool weft_network_triangle_free(const struct weft_network *network)
{
    return network->triangle_free;
}

int weft_network_axes(const struct weft_network *network,
                      int extents[WEFT_NETWORK_AXES_MAX])
{
    for (int a = 0; a < network->axes; a++)
        extents[a] = network->extent[a];
    return network->axes;
}

void weft_network_coordinates(const struct weft_network *network, int rank,
                              int at[WEFT_NETWORK_AXES_MAX])
{
    for (int a = 0; a < network->axes; a++)
        at[a] = rank / network->stride[a] % network->extent[a];
}

int weft_network_tour(const struct weft_network *network, int index)
{
    return network->row->tour ? network->row->tour(network, index) : index;
}
