/* Products of lines and rings: what line, ring, mesh and torus share; private
 * to src/network. */
#ifndef WEFT_SRC_NETWORK_GRID_H
#define WEFT_SRC_NETWORK_GRID_H

#include "kind.h"

/* Lay out extent[axes] (their product at most WEFT_NETWORK_SIZE_MAX and at
 * least 2); with `rings` every axis of 3 or more closes to a ring. */
int weft_grid_init(struct weft_network *network, const int extent[], int axes,
                   bool rings, struct weft_error *err);

int weft_grid_degree(const struct weft_network *network, int vertex);
int weft_grid_neighbour(const struct weft_network *network, int vertex,
                        int port);
int weft_grid_axis(const struct weft_network *network, int vertex, int port);
int weft_grid_port(const struct weft_network *network, int from, int to);
int64_t weft_grid_arc(const struct weft_network *network, int vertex, int port);
int weft_grid_distance(const struct weft_network *network, int from, int to);
int weft_grid_next(const struct weft_network *network, int from, int to);
int weft_grid_eccentricity(const struct weft_network *network, int rank);
int weft_grid_tour(const struct weft_network *network, int index);

/* The functions of a row, but for init and dimension. */
#define WEFT_GRID_FUNCTIONS                                                    \
    .degree = weft_grid_degree, .neighbour = weft_grid_neighbour,              \
    .port = weft_grid_port, .arc = weft_grid_arc,                              \
    .distance = weft_grid_distance, .next = weft_grid_next,                    \
    .eccentricity = weft_grid_eccentricity, .tour = weft_grid_tour

#endif
