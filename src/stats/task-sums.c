/* Counts how often and how long processors are in the tasks of each name. Task
 * numbers with the same name are one task. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/trace.h>

#include "base/base.h"
#include "base/text/texts.h"
#include "stats.h"

/* The name of a task number: 1 + index of the name; 0: not known yet. */
struct task_number {
    int32_t task;
    uint32_t name;
};

#define HASH_NAME task_numbers
#define HASH_ENTRY struct task_number
#define HASH_KEY int32_t
#define HASH_MEMBER task
#define HASH_FREE(e) (!(e)->name)
#include "base/hash.h"

/* A processor (key.first) and the tasks of one name (key.second). */
struct task_cell {
    struct pair key;
    uint64_t since; /* time since which tasks of this name have been open */
    uint32_t open;  /* number of open tasks of this name */
    bool used;
};

#define HASH_NAME task_cells
#define HASH_ENTRY struct task_cell
#define HASH_KEY struct pair
#define HASH_MEMBER key
#define HASH_OF(key) mix_pair(key)
#define HASH_SAME(a, b) pair_same(a, b)
#define HASH_FREE(e) (!(e)->used)
#include "base/hash.h"

struct inner_task {
    int32_t task;
    uint32_t name;
    uint32_t outer; /* 1 + index of the enclosing task; 0: none */
};

struct task_track {
    uint32_t inner; /* 1 + index of the innermost open task; 0: none */
    uint64_t since; /* time since which the innermost task has not changed */
    uint64_t end;   /* latest end of the processor's events */
};

struct task_walk {
    const struct weft_trace *trace;
    struct texts names;
    struct task_numbers numbers;
    struct task_cells cells;
    /* [names.count] sums for the tasks of each name */
    struct weft_task_sum *sum;
    size_t sum_room;
    struct inner_task *open;
    size_t opens, open_room;
    struct task_track *track; /* [processors] open tasks of each processor */
};

/* Register the name of a task. Return 0, or -1 if out of memory. */
static int task_sums_name(struct task_walk *walk, int32_t task,
                          const char *text, uint32_t *name)
{
    int64_t number = texts_number(&walk->names, text);
    struct task_number *entry = task_numbers_get(&walk->numbers, task);
    if (number < 0 || number >= UINT32_MAX || !entry)
        return -1;
    entry->name = *name = (uint32_t)number + 1;
    size_t had = walk->sum_room;
    if (array_grow(&walk->sum, &walk->sum_room, walk->names.count,
                   sizeof *walk->sum))
        return -1;
    memset(walk->sum + had, 0, (walk->sum_room - had) * sizeof *walk->sum);
    return 0;
}

/* Register each name that the trace lists, once. */
static int task_sums_list(struct task_walk *walk)
{
    static const char key[] = "task.";
    const struct weft_trace_info *info = &walk->trace->info;
    for (size_t i = 0; i < info->parameters; i++) {
        const struct weft_parameter *parameter = &info->parameter[i];
        int64_t number;
        uint32_t name;
        if (!strncmp(parameter->key, key, strlen(key)) &&
            !parse_number(parameter->key + strlen(key), NULL, 0, INT32_MAX,
                          &number) &&
            !task_numbers_find(&walk->numbers, (int32_t)number) &&
            task_sums_name(walk, (int32_t)number, parameter->value, &name))
            return -1;
    }
    return 0;
}

static int task_sums_find(struct task_walk *walk, int32_t task, uint32_t *name)
{
    static const struct weft_trace_info none;
    char text[WEFT_TASK_NAME_MAX];
    const struct task_number *known = task_numbers_find(&walk->numbers, task);
    *name = known ? known->name : 0;
    return known ? 0
                 : task_sums_name(walk, task, weft_task_name(&none, task, text),
                                  name);
}

/* Add the time since the last change to the innermost task. Call this before
 * the innermost task changes. */
static void task_sums_self(struct task_walk *walk, int rank, uint64_t now)
{
    struct task_track *track = &walk->track[rank];
    if (track->inner)
        sum_add(&walk->sum[walk->open[track->inner - 1].name - 1].self,
                now - track->since);
    track->since = now;
}

static int task_sums_begin(struct task_walk *walk,
                           const struct weft_event *event)
{
    struct task_track *track = &walk->track[event->rank];
    uint32_t name;
    if (task_sums_find(walk, event->message, &name))
        return -1;
    struct task_cell *cell = task_cells_get(
        &walk->cells, (struct pair){(uint32_t)event->rank, name});
    if (!cell || walk->opens == UINT32_MAX - 1 ||
        array_grow(&walk->open, &walk->open_room, walk->opens + 1,
                   sizeof *walk->open))
        return -1;
    cell->used = true;
    if (!cell->open++)
        cell->since = event->start;
    task_sums_self(walk, event->rank, event->start);
    walk->open[walk->opens++] =
        (struct inner_task){event->message, name, track->inner};
    track->inner = (uint32_t)walk->opens;
    walk->sum[name - 1].count++;
    return 0;
}

/* End the open task that *link refers to; set *link to the enclosing task. */
static void task_sums_end(struct task_walk *walk, int rank, uint32_t *link,
                          uint64_t now)
{
    const struct inner_task *open = &walk->open[*link - 1];
    struct task_cell *cell = task_cells_find(
        &walk->cells, (struct pair){(uint32_t)rank, open->name});
    task_sums_self(walk, rank, now);
    if (!--cell->open)
        sum_add(&walk->sum[open->name - 1].time, now - cell->since);
    *link = open->outer;
}

static void task_sums_done(struct task_walk *walk,
                           const struct weft_event *event)
{
    uint32_t *link = &walk->track[event->rank].inner;
    while (*link && walk->open[*link - 1].task != event->message)
        link = &walk->open[*link - 1].outer;
    if (*link)
        task_sums_end(walk, event->rank, link, event->start);
}

static int task_sums_walk(struct task_walk *walk)
{
    const struct weft_trace *trace = walk->trace;
    for (size_t i = 0; i < trace->count; i++) {
        const struct weft_event *event = &trace->events[i];
        uint64_t end = event->start + event->duration;
        if (!event_possible(event, trace->info.processors) ||
            (i && event->start < event[-1].start))
            return WEFT_ERROR_MISUSE;
        struct task_track *track = &walk->track[event->rank];
        track->end = end > track->end ? end : track->end;
        if (event->kind == WEFT_TASK && event->message >= 0 &&
            task_sums_begin(walk, event))
            return WEFT_ERROR_MEMORY;
        if (event->kind == WEFT_DONE)
            task_sums_done(walk, event);
    }
    for (int rank = 0; rank < trace->info.processors; rank++)
        while (walk->track[rank].inner)
            task_sums_end(walk, rank, &walk->track[rank].inner,
                          walk->track[rank].end);
    return 0;
}

static int task_sums_compare(const void *a, const void *b)
{
    const struct weft_task_sum *x = a, *y = b;
    return strcmp(x->name, y->name);
}

/* Move the names that occurred, with their texts, to the result. */
static void task_sums_take(struct task_walk *walk, struct weft_task_sums *sums)
{
    for (size_t i = 0; i < walk->names.count; i++) {
        if (!walk->sum[i].count)
            continue;
        walk->sum[i].name = walk->names.text[i];
        walk->names.text[i] = NULL;
        walk->sum[sums->count++] = walk->sum[i];
    }
    if (sums->count)
        qsort(walk->sum, sums->count, sizeof *walk->sum, task_sums_compare);
    sums->task = walk->sum;
    walk->sum = NULL;
}

int weft_task_sums_measure(const struct weft_trace *trace,
                           struct weft_task_sums *sums, struct weft_error *err)
{
    struct task_walk walk = {.trace = trace};
    *sums = (struct weft_task_sums){.count = 0};
    if (!is_trace(&trace->info))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0, "no trace");
    walk.track = calloc((size_t)trace->info.processors + 1, sizeof *walk.track);
    int status = !walk.track || task_sums_list(&walk) ? WEFT_ERROR_MEMORY
                                                      : task_sums_walk(&walk);
    if (!status)
        task_sums_take(&walk, sums);
    texts_finish(&walk.names);
    task_numbers_finish(&walk.numbers);
    task_cells_finish(&walk.cells);
    free(walk.sum);
    free(walk.open);
    free(walk.track);
    if (!status)
        return 0;
    return weft_error_set(err, status, 0,
                          status == WEFT_ERROR_MEMORY
                              ? "no memory"
                              : "the trace is not in order");
}

void weft_task_sums_finish(struct weft_task_sums *sums)
{
    for (size_t i = 0; i < sums->count; i++)
        free(sums->task[i].name);
    free(sums->task);
    *sums = (struct weft_task_sums){.count = 0};
}
