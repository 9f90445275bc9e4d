/* Ring: port 0 leads to rank + 1, port 1 to rank - 1. At least 3 processors: a
 * ring of 2 would have two links between the same pair. */
#include "grid.h"

static int network_ring_init(struct weft_network *network, const char *text,
                             struct weft_error *err)
{
    static const struct network_form form = {1, 1, 3, WEFT_NETWORK_SIZE_MAX};
    int size[1];
    int sizes = network_numbers(network, text, &form, size, err);
    if (sizes < 0 || grid_init(network, size, sizes, true, err))
        return -1;
    network->dimensions = 2;
    return 0;
}

const struct network_row network_ring = {
    .info = {"ring", "ring:P", "P processors in a ring, P >= 3"},
    .init = network_ring_init,
    .dimension = network_port_is_dimension,
    WEFT_GRID_FUNCTIONS,
    .layout = WEFT_LAYOUT_CIRCLE,
};
