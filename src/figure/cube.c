/* Places the nodes of a hypercube of 1 to 4 dimensions: right, up, back; the
 * fourth dimension leads to a second cube beside the first. A network figure
 * has up to 6 dimensions: a second 4-cube below the first, and both again
 * beside them. The directions were chosen such that no edge passes close to
 * other nodes. */
#include "diagram/diagram.h"

#define CUBE_DIMENSIONS_MAX 4

static const struct point cube_directions[] = {
    {140, 0}, {0, -140}, {93, -50}, {191, 54}, {55, 390}, {475, 99},
};

void diagram_place_cube(struct diagram *d)
{
    for (int u = 0; u < d->vertices; u++)
        for (size_t i = 0; i < sizeof cube_directions / sizeof *cube_directions;
             i++)
            if (u >> i & 1) {
                d->point[u].x += cube_directions[i].x;
                d->point[u].y += cube_directions[i].y;
            }
    d->bend = 9;
    d->further = 6;
}

static int cube_measure(void *state, const struct weft_panel *panel,
                        struct weft_size *size, struct weft_error *err)
{
    struct diagram *d = state;
    if (diagram_init(d, panel, "cube", 1 << CUBE_DIMENSIONS_MAX, err))
        return -1;
    if (!weft_network_cube(d->network))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "a cube figure needs a hypercube, not %s: draw "
                              "the network",
                              weft_network_name(d->network));
    diagram_place_cube(d);
    diagram_measure(d, size);
    return 0;
}

static void cube_draw(const void *state, struct svg *svg)
{
    diagram_draw(state, svg);
}

static void cube_finish(void *state)
{
    diagram_finish(state);
}

const struct figure_row figure_cube = {
    .info = {"cube",
             "a hypercube of 1 to 4 dimensions, with a tree or "
             "transfers drawn in",
             WEFT_FIGURE_NETWORK},
    .tell = diagram_note,
    .state = sizeof(struct diagram),
    .measure = cube_measure,
    .draw = cube_draw,
    .finish = cube_finish,
};
