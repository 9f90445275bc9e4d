/* A Gantt chart; private to the files of the Gantt figure. */
#ifndef WEFT_SRC_FIGURE_GANTT_H
#define WEFT_SRC_FIGURE_GANTT_H

#include "figure/view-states.h"

#define WEFT_GANTT_KEYS 18 /* height of the legend */
/* limit on the number of lanes for sends and others, and of lanes for
 * receptions */
#define WEFT_GANTT_LANES 24

struct box {
    uint64_t start, end;
    int rank, message, lane;
    uint8_t kind;
};

struct gantt {
    struct chart chart;
    struct legend legend;
    struct box *box;
    size_t boxes;
    int *upper, *lower; /* [rows] numbers of lanes; upper: for sends and others;
                           lower: for receptions */
    bool apart;         /* whether sends and receptions have separate lanes */
    double lane;        /* height of a lane */
    bool seen[WEFT_EVENT_KINDS];
    bool computes; /* whether the trace records computations */
    bool calls;    /* if the chart is summed: whether there are sends,
                      receptions or other calls */
    bool crowded;  /* whether the chart is summed because it has too many
                      boxes */
    struct summed sums;
    char note[WEFT_CHART_NOTE + 200];
};

/* ---- box-lanes.c: one above the other ------------------------------------ */

/* Assign lanes to the boxes, which are sorted by processor and time, and count
 * the lanes of each row. Return 0, or -1 if out of memory. */
int gantt_set_lanes(struct gantt *figure);
/* Remove the boxes without a lane. Return the number of boxes removed. */
size_t gantt_leave_boxes(struct gantt *figure);

/* ---- shares.c: a chart that is summed ------------------------------------ */

/* Add up the states of each row, and compute the size. Return 0, or -1 if out
 * of memory. */
int gantt_measure_shares(struct gantt *figure, struct weft_size *size);
void gantt_draw_shares(const struct gantt *figure, struct svg *svg);

#endif
