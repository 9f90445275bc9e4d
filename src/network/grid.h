/* Products of lines and rings: the code shared by line, ring, mesh and torus;
 * private to src/network. */
#ifndef WEFT_SRC_NETWORK_GRID_H
#define WEFT_SRC_NETWORK_GRID_H

#include "kind.h"

/* Initialise a grid of extent[axes] (their product is at least 2 and at most
 * WEFT_NETWORK_SIZE_MAX); with `rings`, every axis of 3 or more is a ring. */
int grid_init(struct weft_network *network, const int extent[], int axes,
              bool rings, struct weft_error *err);

int grid_degree(const struct weft_network *network, int vertex);
int grid_neighbour(const struct weft_network *network, int vertex, int port);
int grid_axis(const struct weft_network *network, int vertex, int port);
int grid_port(const struct weft_network *network, int from, int to);
int64_t grid_arc(const struct weft_network *network, int vertex, int port);
int grid_distance(const struct weft_network *network, int from, int to);
int grid_next(const struct weft_network *network, int from, int to);
int grid_eccentricity(const struct weft_network *network, int rank);
int grid_tour(const struct weft_network *network, int index);

/* The functions of a row, except for init and dimension. */
#define WEFT_GRID_FUNCTIONS                                                    \
    .degree = grid_degree, .neighbour = grid_neighbour, .port = grid_port,     \
    .arc = grid_arc, .distance = grid_distance, .next = grid_next,             \
    .eccentricity = grid_eccentricity, .tour = grid_tour

#endif
