/* Line: a ring that is not closed. Ports: up, then down. */
#include "grid.h"

static int init(struct weft_network *network, const int size[], int sizes,
                struct weft_error *err)
{
    if (grid_init(network, size, sizes, false, err))
        return -1;
    network->dimensions = 2;
    return 0;
}

const struct network_row network_line = {
    .info = {"line", "line:P", "P processors in a row"},
    .least_sizes = 1,
    .most_sizes = 1,
    .low = 2,
    .high = WEFT_NETWORK_SIZE_MAX,
    .init = init,
    .dimension = network_port_is_dimension,
    WEFT_GRID_FUNCTIONS,
};
