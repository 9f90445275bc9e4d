/* Mesh: rows and columns of processors, or layers of them; rank = row * columns
 * + column. The dimension of a port is its axis; axis 0 leads from row to row.
 * A side of 1 is allowed: mesh:1x8 is a line. */
#include "grid.h"

static int mesh_init(struct weft_network *network, const char *text,
                     struct weft_error *err)
{
    static const struct network_form form = {2, 3, 1, WEFT_NETWORK_SIZE_MAX};
    int size[3];
    int sizes = network_numbers(network, text, &form, size, err);
    return sizes < 0 ? -1 : grid_init(network, size, sizes, false, err);
}

const struct network_row network_mesh = {
    .info = {"mesh", "mesh:RxC[xL]", "a grid of 2 or 3 axes"},
    .init = mesh_init,
    .dimension = grid_axis,
    WEFT_GRID_FUNCTIONS,
    .layout = WEFT_LAYOUT_GRID,
};
