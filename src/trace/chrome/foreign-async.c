/* Async slices (phases b and e; S and F). Slices of the same process, category
 * and id nest; those of different ids may overlap, and belong to no thread.
 * Each category of a process gets as few lanes as its slices need; a lane is a
 * processor. */
#include "chrome-file.h"

#include "base/base.h"
#include "base/mix.h"

#include <stdlib.h>

static bool is_async(const struct chrome_slice *slice)
{
    return slice->track >= CHROME_ASYNC_TRACKS;
}

int chrome_async_find(struct chrome_reader *reader, uint32_t *track)
{
    struct chrome_foreign *foreign = &reader->foreign;
    const struct chrome_line *line = &reader->line;
    uint64_t id = line->async + 3 * (uint64_t)line->pid;
    struct chrome_async_key *key = chrome_asyncs_get(&foreign->async_table, id);
    if (!key)
        return -1;
    if (!key->number) {
        int64_t label =
            texts_number(&foreign->labels, *line->cat ? line->cat : "async");
        if (label < 0 || foreign->asyncs == INT32_MAX ||
            array_grow(&foreign->async, &foreign->async_capacity,
                       foreign->asyncs + 1, sizeof *foreign->async)) {
            chrome_asyncs_remove(&foreign->async_table, key);
            return -1;
        }
        foreign->async[foreign->asyncs++] =
            (struct chrome_async){line->pid, (int32_t)label + 1};
        key->number = (uint32_t)foreign->asyncs;
    }
    *track = CHROME_ASYNC_TRACKS + key->number - 1;
    return 0;
}

/* Consecutive slices of one id, up to a time at which none of them is open.
 * They share a lane. */
struct async_bundle {
    int64_t pid;
    int32_t label;
    uint64_t start, end;
    size_t first, count; /* range of the bundle's slices in the list */
};

/* A lane, and the time at which it becomes free. */
struct async_lane {
    uint64_t end;
    uint32_t number;
};
#define HEAP_NAME async_lanes
#define HEAP_ITEM struct async_lane
#define HEAP_BEFORE(a, b)                                                      \
    ((a)->end != (b)->end ? (a)->end < (b)->end : (a)->number < (b)->number)
#include "base/heap.h"

static int foreign_async_compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int by_track_and_start(const void *a, const void *b)
{
    const struct chrome_slice *x = *(struct chrome_slice *const *)a;
    const struct chrome_slice *y = *(struct chrome_slice *const *)b;
    int track = foreign_async_compare(x->track, y->track),
        start = foreign_async_compare(x->start, y->start);
    if (track || start)
        return track ? track : start;
    return foreign_async_compare(x->order, y->order);
}

static int by_group_and_start(const void *a, const void *b)
{
    const struct async_bundle *x = a, *y = b;
    if (x->pid != y->pid)
        return x->pid < y->pid ? -1 : 1;
    if (x->label != y->label)
        return x->label < y->label ? -1 : 1;
    int start = foreign_async_compare(x->start, y->start);
    return start ? start : foreign_async_compare(x->first, y->first);
}

/* Return the async slices that have an end, sorted by track and start; NULL if
 * out of memory. */
static struct chrome_slice **collect_slices(struct chrome_foreign *foreign,
                                            size_t *count)
{
    struct chrome_slice **list =
        malloc((foreign->slices + 1) * sizeof(struct chrome_slice *));
    *count = 0;
    for (size_t i = 0; list && i < foreign->slices; i++)
        if (is_async(&foreign->slice[i]) && foreign->slice[i].end != UINT64_MAX)
            list[(*count)++] = &foreign->slice[i];
    if (list)
        qsort(list, *count, sizeof *list, by_track_and_start);
    return list;
}

static size_t make_bundles(const struct chrome_foreign *foreign,
                           struct chrome_slice *const *list, size_t count,
                           struct async_bundle *bundle)
{
    size_t made = 0;
    for (size_t i = 0; i < count; i++) {
        const struct chrome_slice *slice = list[i];
        struct async_bundle *last = &bundle[made - !!made];
        if (made && list[i - 1]->track == slice->track &&
            slice->start < last->end) {
            last->end = slice->end > last->end ? slice->end : last->end;
            last->count++;
            continue;
        }
        const struct chrome_async *async =
            &foreign->async[slice->track - CHROME_ASYNC_TRACKS];
        bundle[made++] = (struct async_bundle){
            async->pid, async->label, slice->start, slice->end, i, 1};
    }
    qsort(bundle, made, sizeof *bundle, by_group_and_start);
    return made;
}

/* Find the thread of a lane, which is added if it is new. Return 0 or -1. */
static int find_lane(struct chrome_reader *reader,
                     const struct async_bundle *bundle, uint32_t number,
                     uint32_t *track)
{
    int64_t tid = CHROME_LANE + number;
    if (chrome_thread_find(reader, bundle->pid, tid, track))
        return -1;
    reader->foreign.thread[*track].label = bundle->label;
    return 0;
}

/* Put each bundle into the lane that becomes free first. The numbers of lanes
 * continue from one category of a process to the next. Return 0 or -1. */
static int place_bundles(struct chrome_reader *reader,
                         struct chrome_slice **list,
                         const struct async_bundle *bundle, size_t count,
                         struct async_lanes *free_lanes)
{
    uint32_t lanes = 0;
    for (size_t i = 0; i < count; i++) {
        const struct async_bundle *b = &bundle[i], *before = b - !!i;
        if (b->pid != before->pid)
            lanes = 0;
        if (b->pid != before->pid || b->label != before->label)
            free_lanes->count = 0;
        const struct async_lane *first = async_lanes_first(free_lanes);
        struct async_lane lane = {b->end, lanes};
        if (first && first->end <= b->start)
            lane.number = async_lanes_take(free_lanes).number;
        else
            lanes++;
        uint32_t track;
        if (find_lane(reader, b, lane.number, &track) ||
            async_lanes_put(free_lanes, lane))
            return -1;
        for (size_t k = 0; k < b->count; k++)
            list[b->first + k]->track = track;
    }
    return 0;
}

int chrome_lanes(struct chrome_reader *reader)
{
    struct chrome_foreign *foreign = &reader->foreign;
    struct async_lanes free_lanes = {0};
    size_t count;
    if (!foreign->asyncs)
        return 0;
    struct chrome_slice **list = collect_slices(foreign, &count);
    struct async_bundle *bundle = malloc((count + 1) * sizeof *bundle);
    int status = -1;
    if (list && bundle) {
        size_t bundles = make_bundles(foreign, list, count, bundle);
        status = place_bundles(reader, list, bundle, bundles, &free_lanes);
    }
    async_lanes_finish(&free_lanes);
    free(list);
    free(bundle);
    return status;
}
