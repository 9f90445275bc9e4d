/* Line: a ring with one link removed. Ports: up, then down. */
#include "grid.h"

static int line_init(struct weft_network *network, const char *text,
                     struct weft_error *err)
{
    static const struct network_form form = {1, 1, 2, WEFT_NETWORK_SIZE_MAX};
    int size[1];
    int sizes = network_numbers(network, text, &form, size, err);
    if (sizes < 0 || grid_init(network, size, sizes, false, err))
        return -1;
    network->dimensions = 2;
    return 0;
}

const struct network_row network_line = {
    .info = {"line", "line:P", "P processors in a line"},
    .init = line_init,
    .dimension = network_port_is_dimension,
    WEFT_GRID_FUNCTIONS,
    .layout = WEFT_LAYOUT_ROW,
};
