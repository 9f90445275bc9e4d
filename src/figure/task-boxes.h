/* The tasks of processors as boxes. Nested boxes have a greater depth. */
#ifndef WEFT_SRC_FIGURE_TASK_BOXES_H
#define WEFT_SRC_FIGURE_TASK_BOXES_H

#include "figure.h"

/* Numbers that transfers and other calls have in place of a task number. */
enum { TASK_BOX_SEND = -1, TASK_BOX_RECEIVE = -2, TASK_BOX_CALL = -3 };

struct task_box {
    uint64_t start, end; /* start and end of the box, limited to the window */
    int rank, depth;
    int32_t task; /* number of the task, or a value TASK_BOX_... */
    /* number of boxes that were merged into this one, including itself */
    uint32_t merged;
};

/* A task and the total time of all its boxes. */
struct task_name {
    int32_t task;
    double time;
};

struct task_boxes {
    struct task_box *box; /* [count] boxes, ordered by processor, depth and
                             start */
    size_t count, room;
    int *levels; /* [processors in the window] number of levels of each
                    processor */
    struct task_name *names; /* [name_count] tasks, the one with the longest
                                time first */
    size_t name_count;
    bool any; /* whether the trace has tasks, in the window or not */
};

/* Find the boxes. Return 0, or -1 if out of memory; call task_boxes_finish() in
 * both cases. */
int task_boxes_init(struct task_boxes *boxes, const struct view *view);
void task_boxes_finish(struct task_boxes *boxes);
/* Merge adjacent boxes that are shorter than `least`. Return the number of
 * boxes that were merged into others. */
size_t task_boxes_merge(struct task_boxes *boxes, uint64_t least);
/* Return the index of a task in names[] if it has a sign, or -1. */
int task_boxes_place(const struct task_boxes *boxes, int32_t task);

#endif
