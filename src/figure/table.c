/* The table of figure kinds. */
#include "figure.h"

extern const struct weft_figure_row weft_figure_spacetime;
extern const struct weft_figure_row weft_figure_gantt;
extern const struct weft_figure_row weft_figure_utilisation;
extern const struct weft_figure_row weft_figure_matrix;
extern const struct weft_figure_row weft_figure_links;
extern const struct weft_figure_row weft_figure_tree;
extern const struct weft_figure_row weft_figure_cube;
extern const struct weft_figure_row weft_figure_network;
extern const struct weft_figure_row weft_figure_plot;

const struct weft_figure_row *const weft_figure_rows[] = {
    &weft_figure_spacetime,   &weft_figure_gantt,
    &weft_figure_utilisation, &weft_figure_matrix,
    &weft_figure_links,       &weft_figure_tree,
    &weft_figure_cube,        &weft_figure_network,
    &weft_figure_plot,        NULL,
};

const struct weft_figure_kind *weft_figure_kind(size_t index)
{
    size_t count = sizeof weft_figure_rows / sizeof *weft_figure_rows - 1;
    return index < count ? &weft_figure_rows[index]->info : NULL;
}
