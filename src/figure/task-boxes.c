/* Boxes of tasks: each processor has a stack onto which one event pushes its
 * task and from which another event pops it. In a trace of a real machine,
 * sends, receptions and other calls also are boxes, with their durations. If a
 * slice is both a task and such a call, only its task is a box. */
#include "task-boxes.h"

#include "base/base.h"
#include "base/text/origins.h"

#include <stdlib.h>

/* The open boxes of a processor, the innermost last. */
struct open_tasks {
    struct task_box *box;
    size_t depth, room;
    uint64_t last; /* end of the processor's last event */
};

struct finder {
    struct task_boxes *boxes;
    const struct view *view;
    struct open_tasks *open; /* [processors] open boxes of each processor */
    /* whether a task and a call that begin together may be one slice (Chrome),
     * of which only the task becomes a box */
    bool slices;
};

static int box_keep(struct finder *finder, struct task_box box, uint64_t end)
{
    struct task_boxes *boxes = finder->boxes;
    const struct view *view = finder->view;
    box.end = end;
    if (!view_rank(view, box.rank) || !view_time(view, box.start, end))
        return 0;
    box.start = box.start < view->begin ? view->begin : box.start;
    box.end = end > view->end ? view->end : end;
    int *levels = &boxes->levels[box.rank - view->first];
    *levels = box.depth >= *levels ? box.depth + 1 : *levels;
    if (array_grow(&boxes->box, &boxes->room, boxes->count + 1,
                   sizeof *boxes->box))
        return -1;
    boxes->box[boxes->count++] = box;
    return 0;
}

/* Close the innermost calls that are known to end at `time` or before. */
static int close_ended(struct finder *finder, struct open_tasks *open,
                       uint64_t time)
{
    while (open->depth) {
        struct task_box *top = &open->box[open->depth - 1];
        if (top->task >= 0 || top->end > time)
            break;
        open->depth--;
        if (box_keep(finder, *top, top->end))
            return -1;
    }
    return 0;
}

static int task_boxes_push(struct open_tasks *open,
                           const struct weft_event *event, int32_t task)
{
    if (array_grow(&open->box, &open->room, open->depth + 1, sizeof *open->box))
        return -1;
    open->box[open->depth] =
        (struct task_box){.start = event->start,
                          .end = task < 0 ? event->start + event->duration : 0,
                          .rank = event->rank,
                          .depth = (int)open->depth,
                          .task = task,
                          .merged = 1};
    open->depth++;
    return 0;
}

/* Return whether the innermost box is the task of a slice that begins at this
 * time. */
static bool is_slice(const struct finder *finder, const struct open_tasks *open,
                     uint64_t start)
{
    if (!finder->slices || !open->depth)
        return false;
    const struct task_box *top = &open->box[open->depth - 1];
    return top->start == start && top->task >= 0;
}

/* End the innermost task with this number, and all boxes within it. */
static int task_boxes_pop(struct finder *finder, struct open_tasks *open,
                          int32_t task, uint64_t time)
{
    size_t at = open->depth;
    while (at && open->box[at - 1].task != task)
        at--;
    while (at && open->depth >= at) {
        const struct task_box *top = &open->box[--open->depth];
        uint64_t end = top->task < 0 && top->end < time ? top->end : time;
        if (box_keep(finder, *top, end))
            return -1;
    }
    return 0;
}

static int task_boxes_on_event(struct finder *finder,
                               const struct weft_event *event)
{
    static const int32_t calls[WEFT_EVENT_KINDS] = {
        [WEFT_SEND] = TASK_BOX_SEND,
        [WEFT_RECEIVE] = TASK_BOX_RECEIVE,
        [WEFT_CALL] = TASK_BOX_CALL};
    struct open_tasks *open = &finder->open[event->rank];
    uint64_t end = event->start + event->duration;
    open->last = end > open->last ? end : open->last;
    if (close_ended(finder, open, event->start))
        return -1;
    bool task = event->kind == WEFT_TASK || event->kind == WEFT_DONE;
    if (task && event->message < 0)
        return 0;
    if (event->kind == WEFT_DONE)
        return task_boxes_pop(finder, open, event->message, event->start);
    if (event->kind == WEFT_TASK) {
        finder->boxes->any = true;
        return task_boxes_push(open, event, event->message);
    }
    bool call = !finder->view->steps && event->duration && calls[event->kind] &&
                !is_slice(finder, open, event_begin(event));
    return call ? task_boxes_push(open, event, calls[event->kind]) : 0;
}

static int task_boxes_find(struct finder *finder)
{
    const struct weft_trace *trace = finder->view->trace;
    for (size_t i = 0; i < trace->count; i++)
        if (event_possible(&trace->events[i], trace->info.processors) &&
            task_boxes_on_event(finder, &trace->events[i]))
            return -1;
    for (int rank = 0; rank < trace->info.processors; rank++) {
        struct open_tasks *open = &finder->open[rank];
        while (open->depth) {
            const struct task_box *top = &open->box[--open->depth];
            if (box_keep(finder, *top, top->task < 0 ? top->end : open->last))
                return -1;
        }
    }
    return 0;
}

static int task_boxes_box_compare(const void *left, const void *right)
{
    const struct task_box *a = left, *b = right;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    if (a->depth != b->depth)
        return a->depth < b->depth ? -1 : 1;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    if (a->end != b->end)
        return a->end < b->end ? -1 : 1;
    return (a->task > b->task) - (a->task < b->task);
}

static int name_compare_task(const void *left, const void *right)
{
    const struct task_name *a = left, *b = right;
    return (a->task > b->task) - (a->task < b->task);
}

static int name_compare_time(const void *left, const void *right)
{
    const struct task_name *a = left, *b = right;
    if (a->time > b->time || a->time < b->time)
        return a->time > b->time ? -1 : 1;
    return name_compare_task(left, right);
}

/* List the tasks, sorted by the time spent in them. */
static int names_find(struct task_boxes *boxes)
{
    boxes->names = calloc(boxes->count + 1, sizeof *boxes->names);
    if (!boxes->names)
        return -1;
    for (size_t i = 0; i < boxes->count; i++) {
        const struct task_box *box = &boxes->box[i];
        boxes->names[i] =
            (struct task_name){box->task, (double)(box->end - box->start)};
    }
    qsort(boxes->names, boxes->count, sizeof *boxes->names, name_compare_task);
    for (size_t i = 0; i < boxes->count; i++) {
        size_t last = boxes->name_count;
        if (last && boxes->names[last - 1].task == boxes->names[i].task)
            boxes->names[last - 1].time += boxes->names[i].time;
        else
            boxes->names[boxes->name_count++] = boxes->names[i];
    }
    qsort(boxes->names, boxes->name_count, sizeof *boxes->names,
          name_compare_time);
    return 0;
}

int task_boxes_init(struct task_boxes *boxes, const struct view *view)
{
    size_t processors = (size_t)view->trace->info.processors;
    struct finder finder = {.boxes = boxes,
                            .view = view,
                            .slices =
                                origin_of_trace(&view->trace->info)->nests};
    *boxes = (struct task_boxes){0};
    boxes->levels = calloc(processors + 1, sizeof *boxes->levels);
    finder.open = calloc(processors + 1, sizeof *finder.open);
    int status = boxes->levels && finder.open ? task_boxes_find(&finder) : -1;
    for (size_t i = 0; i < processors && finder.open; i++)
        free(finder.open[i].box);
    free(finder.open);
    if (status)
        return -1;
    if (boxes->count)
        qsort(boxes->box, boxes->count, sizeof *boxes->box,
              task_boxes_box_compare);
    return names_find(boxes);
}

void task_boxes_finish(struct task_boxes *boxes)
{
    free(boxes->box);
    free(boxes->levels);
    free(boxes->names);
}

size_t task_boxes_merge(struct task_boxes *boxes, uint64_t least)
{
    size_t kept = 0, merged = 0;
    for (size_t i = 0; i < boxes->count; i++) {
        const struct task_box *box = &boxes->box[i];
        struct task_box *last = kept ? &boxes->box[kept - 1] : NULL;
        bool beside =
            last && last->rank == box->rank && last->depth == box->depth &&
            box->end - box->start < least &&
            (last->merged > 1 || last->end - last->start < least) &&
            (box->start < last->end || box->start - last->end < least);
        if (!beside) {
            boxes->box[kept++] = *box;
            continue;
        }
        last->end = box->end > last->end ? box->end : last->end;
        last->merged += box->merged;
    }
    boxes->count = kept;
    for (size_t i = 0; i < kept; i++)
        if (boxes->box[i].merged > 1)
            merged += boxes->box[i].merged;
    return merged;
}

int task_boxes_place(const struct task_boxes *boxes, int32_t task)
{
    for (size_t i = 0; i < boxes->name_count && i < WEFT_SIGNS; i++)
        if (boxes->names[i].task == task)
            return (int)i;
    return -1;
}
