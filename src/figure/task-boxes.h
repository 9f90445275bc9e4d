/* The tasks of processors as boxes: calls within calls are deeper. */
#ifndef WEFT_SRC_FIGURE_TASK_BOXES_H
#define WEFT_SRC_FIGURE_TASK_BOXES_H

#include "figure.h"

/* In place of the number of a task: a transfer or a call among them. */
enum { TASK_BOX_SEND = -1, TASK_BOX_RECEIVE = -2, TASK_BOX_CALL = -3 };

struct task_box {
    uint64_t start, end; /* cut at the edges of the window */
    int rank, depth;
    int32_t task;    /* its number, or TASK_BOX_... */
    uint32_t merged; /* so many boxes; 1: itself */
};

/* A task and the time in all of its boxes. */
struct task_name {
    int32_t task;
    double time;
};

struct task_boxes {
    struct task_box *box; /* [count] by processor, depth and start */
    size_t count, room;
    int *levels;             /* [processors in the window] */
    struct task_name *names; /* [name_count] the longest time first */
    size_t name_count;
    bool any; /* the trace has a task, in the window or not */
};

/* 0, or -1: no memory; in any case task_boxes_finish() is to be called. */
int task_boxes_init(struct task_boxes *boxes, const struct view *view);
void task_boxes_finish(struct task_boxes *boxes);
/* Merge boxes side by side that are shorter than `least`. @returns how many are
 * in a merged one */
size_t task_boxes_merge(struct task_boxes *boxes, uint64_t least);
/* The place of a task among the names; -1: it has none. */
int task_boxes_place(const struct task_boxes *boxes, int32_t task);

#endif
