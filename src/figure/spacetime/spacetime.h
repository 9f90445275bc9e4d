/* A space-time diagram; private to the files of the space-time figure. */
#ifndef WEFT_SRC_FIGURE_SPACETIME_H
#define WEFT_SRC_FIGURE_SPACETIME_H

#include "figure/view-states.h"

#include <weft/unstable/stats.h>

/* The last message that a processor received, and the time of its arrival. */
struct had {
    size_t message; /* 1 + index of the message; 0: none yet */
    uint64_t since;
};

/* All transfers between the same two rows that leave in the same column and
 * arrive in the same column. */
struct bundle {
    int source, destination; /* rows of the source and of the destination, as
                                indices */
    size_t start, end;       /* columns of the departure and of the arrival, as
                                indices */
    uint64_t count;
};

/* Transfers that are drawn as the same line. */
struct repeat {
    struct view_transfer line;
    uint64_t count;
};

struct spacetime {
    struct chart chart;
    struct legend legend;
    struct view_transfer *transfer; /* [view.transfers] transfers, ordered by
                                       message and start */
    size_t *first;   /* [legend.count + 1] index in transfer[] of the first
                        transfer of each message */
    struct had *had; /* [processors] last message of each processor */
    struct view_states states;
    bool band;    /* whether the numbers in the band fit side by side */
    bool crowded; /* whether the chart is summed because it has too many
                     lines */
    struct repeat *repeat; /* [repeats] lines that represent several
                              transfers */
    size_t repeats;
    /* the following members are used if the chart is summed */
    struct summed sums;
    struct bundle *bundle; /* [bundles] bundles, the largest first */
    size_t bundles;
    uint64_t within, lost;   /* within: number of transfers within one row;
                                lost: number of transfers omitted because there
                                are too many bundles */
    struct weft_stats *path; /* statistics with the critical path; NULL: it is
                                not drawn */
    char note[2 * WEFT_CHART_NOTE + 200];
};

/* Draw a line from the start to the end of a transfer, cut at the edges of the
 * window. The arrow head of the style is drawn only if the end is in the
 * window. */
void spacetime_arrow(const struct chart *chart,
                     const struct view_transfer *transfer,
                     const struct style *style, struct svg *svg);

/* Return the y coordinate of a processor; it is just beyond the edge if the
 * processor is not in the window. */
double spacetime_row(const struct chart *chart, int rank);

/* ---- repeats.c, bundles.c, path.c ------------------------------- */

/* Find the lines that represent several transfers. Return 0, or -1 if out of
 * memory. */
int repeats_find(struct spacetime *figure);
/* Write the count of each repeated line, such as "x12". */
void repeats_draw(const struct spacetime *figure, struct svg *svg);
int bundles_make(struct spacetime *figure);
void bundles_draw(const struct spacetime *figure, struct svg *svg);
int path_find(struct spacetime *figure);
void path_draw(const struct spacetime *figure, struct svg *svg);
/* Write the note, which explains the signs. */
void spacetime_note(struct spacetime *figure);

#endif
