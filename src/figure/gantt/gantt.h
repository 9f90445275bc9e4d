/* A Gantt chart; private to the files of figure gantt. */
#ifndef WEFT_SRC_FIGURE_GANTT_H
#define WEFT_SRC_FIGURE_GANTT_H

#include "figure/view-states.h"

#define WEFT_GANTT_KEYS 18  /* height of the keys */
#define WEFT_GANTT_LANES 24 /* at most; receptions have as many again */

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
    int *upper, *lower; /* [rows] lanes of each: of sends and the rest, of
                           receptions */
    bool apart;         /* sends and receptions have lanes of their own */
    double lane;        /* height of a lane */
    bool seen[WEFT_EVENT_KINDS];
    bool computes; /* the trace records computations */
    bool calls;    /* summed: there are sends, receptions or other calls */
    bool crowded;  /* summed because there are too many boxes */
    struct summed sums;
    char note[WEFT_CHART_NOTE + 200];
};

/* ---- box-lanes.c: one above the other ------------------------------------ */

/* The lanes of the boxes, which are in order of processors and time, and of the
 * rows. 0, or -1: no memory. */
int gantt_set_lanes(struct gantt *figure);
/* Those without a lane go. @returns how many they are */
size_t gantt_leave_boxes(struct gantt *figure);

/* ---- shares.c: a chart that is summed ------------------------------------ */

/* 0, or -1: no memory. */
int gantt_measure_shares(struct gantt *figure, struct weft_size *size);
void gantt_draw_shares(const struct gantt *figure, struct svg *svg);

#endif
