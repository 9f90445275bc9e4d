/* Mapping of Cartesian topologies onto the network. */
#include "topology.h"
#include <stdlib.h>
#include <string.h>

#define CART_PLACE_SAMPLES 256 /* maximum number of ranks in the sample */
#define AXES WEFT_NETWORK_AXES_MAX

struct cart {
    const struct weft_network *network;
    int dimensions, size;
    const int *extent, *periodic;
};

/* Sum the distances between a sample of ranks and their neighbours in each
 * dimension. */
static long long cost(const struct cart *cart, const int places[])
{
    long long sum = 0;
    struct topology shape = {.dimensions = cart->dimensions,
                             .extent = (int *)cart->extent,
                             .periodic = (int *)cart->periodic};
    int step =
        cart->size > CART_PLACE_SAMPLES ? cart->size / CART_PLACE_SAMPLES : 1;
    for (int rank = 0; rank < cart->size; rank += step)
        for (int d = 0; d < cart->dimensions; d++) {
            int next = cart_shifted(&shape, rank, d, 1);
            if (next != MPI_PROC_NULL && next != rank)
                sum += weft_network_distance(cart->network, places[rank],
                                             places[next]);
        }
    return sum;
}

static bool cart_place_by_number(const struct cart *cart, int places[])
{
    for (int i = 0; i < cart->size; i++)
        places[i] = i;
    return true;
}

/* Assign to each dimension the first unused axis of the network with the same
 * extent. */
static bool match_axes(const struct cart *cart, int axes, const int extents[],
                       int axis_of[])
{
    bool taken[AXES] = {false};
    for (int d = 0; d < cart->dimensions; d++) {
        axis_of[d] = -1;
        for (int a = 0; a < axes && cart->extent[d] > 1 && axis_of[d] < 0; a++)
            if (!taken[a] && extents[a] == cart->extent[d]) {
                taken[a] = true;
                axis_of[d] = a;
            }
        if (cart->extent[d] > 1 && axis_of[d] < 0)
            return false;
    }
    for (int a = 0; a < axes; a++)
        if (!taken[a] && extents[a] > 1)
            return false;
    return true;
}

static bool by_axes(const struct cart *cart, int places[])
{
    int extents[AXES], at[AXES], axis_of[AXES];
    int axes = weft_network_axes(cart->network, extents);
    if (cart->dimensions > AXES || !match_axes(cart, axes, extents, axis_of))
        return false;
    for (int processor = 0; processor < cart->size; processor++) {
        int rank = 0;
        weft_network_coordinates(cart->network, processor, at);
        for (int d = 0; d < cart->dimensions; d++)
            rank =
                rank * cart->extent[d] + (axis_of[d] < 0 ? 0 : at[axis_of[d]]);
        places[rank] = processor;
    }
    return true;
}

static int bits_for(int extent)
{
    int bits = 0;
    while (1 << bits < extent)
        bits++;
    return bits;
}

/* Encode each coordinate as a Gray code in its own bits. An even number of
 * codes from the middle of the list also forms a ring: the first and last
 * differ only in the highest bit. */
static bool by_gray(const struct cart *cart, int places[])
{
    int cube = weft_network_cube(cart->network), needed = 0;
    for (int d = 0; d < cart->dimensions; d++)
        needed += bits_for(cart->extent[d]);
    if (!cube || needed > cube)
        return false;
    for (int rank = 0; rank < cart->size; rank++) {
        int left = rank, place = 0, shift = 0;
        for (int d = cart->dimensions - 1; d >= 0; d--) {
            int extent = cart->extent[d], bits = bits_for(extent);
            int at = left % extent + ((1 << bits) - extent) / 2;
            left /= extent;
            place |= (at ^ at >> 1) << shift;
            shift += bits;
        }
        places[rank] = place;
    }
    return true;
}

/* Place the ranks along the network's tour, every second row backwards. */
static bool by_tour(const struct cart *cart, int places[])
{
    for (int step = 0; step < cart->size; step++) {
        int rank = 0, left = cart->size, at = step, before = 0;
        for (int d = 0; d < cart->dimensions; d++) {
            int extent = cart->extent[d];
            left /= extent;
            int here = at / left;
            at %= left;
            rank = rank * extent + (before & 1 ? extent - 1 - here : here);
            before = before * extent + here;
        }
        places[rank] = weft_network_tour(cart->network, step);
    }
    return true;
}

void cart_place(const struct weft_network *network, int dimensions,
                const int extents[], const int periods[], int places[])
{
    static bool (*const ways[])(const struct cart *, int[]) = {by_axes, by_gray,
                                                               by_tour};
    struct cart cart = {network, dimensions, cart_size(dimensions, extents),
                        extents, periods};
    cart_place_by_number(&cart, places);
    int *trial = malloc(((size_t)cart.size + 1) * sizeof *trial);
    long long best = cost(&cart, places);
    for (size_t i = 0; trial && i < sizeof ways / sizeof *ways; i++) {
        if (!ways[i](&cart, trial))
            continue;
        long long found = cost(&cart, trial);
        if (found >= best)
            continue;
        best = found;
        memcpy(places, trial, (size_t)cart.size * sizeof *trial);
    }
    free(trial);
}
