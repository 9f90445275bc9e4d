/* Ring: port 0 leads to rank + 1, port 1 to rank - 1. A ring of 2 would join
 * its processors twice: 3 at least. */
#include "grid.h"

static int init(struct weft_network *network, const int size[], int sizes,
                struct weft_error *err)
{
    if (grid_init(network, size, sizes, true, err))
        return -1;
    network->dimensions = 2;
    return 0;
}

const struct network_row network_ring = {
    .info = {"ring", "ring:P", "P processors in a circle, P >= 3"},
    .least_sizes = 1,
    .most_sizes = 1,
    .low = 3,
    .high = WEFT_NETWORK_SIZE_MAX,
    .init = init,
    .dimension = network_port_is_dimension,
    WEFT_GRID_FUNCTIONS,
};
