/* Torus: a mesh whose axes are rings. An axis of 2 has single links, as in a
 * mesh: closing it would join the same two processors twice, so the degree
 * drops by one there; an axis of 1 has none. */
#include "grid.h"

static int init(struct weft_network *network, const int size[], int sizes,
                struct weft_error *err)
{
    return grid_init(network, size, sizes, true, err);
}

const struct network_row network_torus = {
    .info = {"torus", "torus:RxC[xL]",
             "a grid of 2 or 3 axes that close to rings"},
    .least_sizes = 2,
    .most_sizes = 3,
    .low = 1,
    .high = WEFT_NETWORK_SIZE_MAX,
    .init = init,
    .dimension = grid_axis,
    WEFT_GRID_FUNCTIONS,
};
