/* Torus: a mesh whose axes are rings. An axis of 2 has single links, as in a
 * mesh, so the degree is one less per such axis: a ring would link the same two
 * processors twice. An axis of 1 has no links. */
#include "grid.h"

static int torus_init(struct weft_network *network, const char *text,
                      struct weft_error *err)
{
    static const struct network_form form = {1, WEFT_NETWORK_AXES_MAX, 1,
                                             WEFT_NETWORK_SIZE_MAX};
    int size[WEFT_NETWORK_AXES_MAX];
    int sizes = network_numbers(network, text, &form, size, err);
    if (sizes == 1 || sizes > 3)
        network->layout = WEFT_LAYOUT_CIRCLE;
    return sizes < 0 ? -1 : grid_init(network, size, sizes, true, err);
}

const struct network_row network_torus = {
    .info = {"torus", "torus:AxBx..",
             "a grid of any number of axes with wrap-around links"},
    .init = torus_init,
    .dimension = grid_axis,
    WEFT_GRID_FUNCTIONS,
    .layout = WEFT_LAYOUT_GRID,
};
