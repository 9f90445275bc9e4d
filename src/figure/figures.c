/* The table of figure kinds. Each kind has a file or folder, and a row here.
 *
 * Shared files: view.c and view-states.c collect the part of a trace that is
 * shown, chart.c draws rows over a time axis, legend.c and heading.c write the
 * texts below and above, sheet.c puts panels on a sheet; diagram/ draws
 * networks as nodes and links, drawing/ writes shapes as SVG. */
#include "figure.h"

extern const struct figure_row figure_spacetime;
extern const struct figure_row figure_gantt;
extern const struct figure_row figure_tasks;
extern const struct figure_row figure_utilisation;
extern const struct figure_row figure_matrix;
extern const struct figure_row figure_links;
extern const struct figure_row figure_tree;
extern const struct figure_row figure_cube;
extern const struct figure_row figure_network;
extern const struct figure_row figure_plot;

const struct figure_row *const figure_table[] = {
    &figure_spacetime, &figure_gantt, &figure_tasks, &figure_utilisation,
    &figure_matrix,    &figure_links, &figure_tree,  &figure_cube,
    &figure_network,   &figure_plot,  NULL,
};

const struct weft_figure_kind *weft_figure_kind(size_t index)
{
    size_t count = sizeof figure_table / sizeof *figure_table - 1;
    return index < count ? &figure_table[index]->info : NULL;
}
