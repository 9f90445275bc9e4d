/* A space-time diagram; private to the files of figure spacetime. */
#ifndef WEFT_SRC_FIGURE_SPACETIME_H
#define WEFT_SRC_FIGURE_SPACETIME_H

#include "figure/view-states.h"

#include <weft/stats.h>

/* The last message that a processor had, and since when. */
struct had {
    size_t message; /* 1 + its index; 0: none yet */
    uint64_t since;
};

/* Transfers between the same rows, that leave in one column and arrive in
 * one. */
struct bundle {
    int source, destination; /* rows */
    size_t start, end;       /* columns */
    uint64_t count;
};

/* Transfers that are one line in the picture. */
struct repeat {
    struct view_transfer line;
    uint64_t count;
};

struct spacetime {
    struct chart chart;
    struct legend legend;
    struct view_transfer *transfer; /* [view.transfers] by message, start */
    size_t *first;   /* [legend.count + 1] where a message begins among them */
    struct had *had; /* [processors] */
    struct view_states states;
    bool band;             /* the numbers above fit side by side */
    bool crowded;          /* summed because there are too many lines */
    struct repeat *repeat; /* [repeats] */
    size_t repeats;
    /* if the chart is summed */
    struct summed sums;
    struct bundle *bundle; /* [bundles] the largest first */
    size_t bundles;
    uint64_t within, lost;   /* transfers in one row, or not drawn: too many */
    struct weft_stats *path; /* NULL: the critical path is not asked for */
    char note[2 * WEFT_CHART_NOTE + 200];
};

/* A line from where a transfer leaves to where it arrives, cut at the edges of
 * the window; a head of the style only if it arrives in it. */
void spacetime_arrow(const struct chart *chart,
                     const struct view_transfer *transfer,
                     const struct style *style, struct svg *svg);

/* The y of a processor; outside the window: just beyond the edge. */
double spacetime_row(const struct chart *chart, int rank);

/* ---- repeats.c, bundles.c, path.c ------------------------------- */

/* 0, or -1: no memory. */
int repeats_find(struct spacetime *figure);
/* "x12" at each of them. */
void repeats_draw(const struct spacetime *figure, struct svg *svg);
int bundles_make(struct spacetime *figure);
void bundles_draw(const struct spacetime *figure, struct svg *svg);
int path_find(struct spacetime *figure);
void path_draw(const struct spacetime *figure, struct svg *svg);
/* Say what the signs mean. */
void spacetime_note(struct spacetime *figure);

#endif
