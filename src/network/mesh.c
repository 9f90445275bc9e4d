/* Mesh: rows and columns of processors, or layers of them; rank = row * columns
 * + column. The dimension of a port is its axis: 0 joins rows. A side of 1 is
 * allowed: mesh:1x8 is a line. */
#include "grid.h"

static int init(struct weft_network *network, const int size[], int sizes,
                struct weft_error *err)
{
    return grid_init(network, size, sizes, false, err);
}

const struct network_row network_mesh = {
    .info = {"mesh", "mesh:RxC[xL]", "a grid of 2 or 3 axes"},
    .least_sizes = 2,
    .most_sizes = 3,
    .low = 1,
    .high = WEFT_NETWORK_SIZE_MAX,
    .init = init,
    .dimension = grid_axis,
    WEFT_GRID_FUNCTIONS,
};
