/* Matches ends (phase E) with slices. Events are processed in order of time,
 * and in the order of the file if times are equal. An end closes the innermost
 * open slice of its thread or, if both have names, the innermost slice with its
 * name. Slices that are open within that slice end with it; an end closes
 * nothing if no open slice has its name. Some programs write ends of the same
 * time in any order: these close the innermost slices that they match. A slice
 * that no end closes lasts to the end of the trace, except for async slices,
 * each of which would occupy a lane. */
#include "chrome-file.h"

#include "base/base.h"

#include <stdlib.h>

/* The beginning or an end of a slice. */
struct chrome_mark {
    uint64_t time, order;
    uint64_t slice; /* 1 + index of the slice that begins; 0: this is an end */
    uint32_t track;
    int32_t name; /* 1 + index of the slice's name in `begun`; 0: none */
};

static int by_track_and_time(const void *a, const void *b)
{
    const struct chrome_mark *x = a, *y = b;
    if (x->track != y->track)
        return x->track < y->track ? -1 : 1;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

int chrome_end(struct chrome_reader *reader, uint32_t track)
{
    struct chrome_foreign *foreign = &reader->foreign;
    const struct chrome_line *line = &reader->line;
    int64_t name =
        *line->name ? texts_number(&foreign->begun, line->name) + 1 : 0;
    if ((*line->name && !name) ||
        array_grow(&foreign->end, &foreign->end_capacity, foreign->ends + 1,
                   sizeof *foreign->end))
        return -1;
    foreign->end[foreign->ends++] = (struct chrome_end){
        foreign->time, foreign->order++, track, (int32_t)name};
    return 0;
}

/* Return all beginnings and ends, sorted; NULL if out of memory. */
static struct chrome_mark *collect_marks(const struct chrome_foreign *foreign,
                                         size_t *count)
{
    struct chrome_mark *mark =
        malloc((foreign->slices + foreign->ends + 1) * sizeof *mark);
    size_t n = 0;
    for (size_t i = 0; mark && i < foreign->slices; i++) {
        const struct chrome_slice *s = &foreign->slice[i];
        if (s->end == UINT64_MAX)
            mark[n++] = (struct chrome_mark){s->start, s->order, i + 1,
                                             s->track, s->begun};
    }
    for (size_t i = 0; mark && i < foreign->ends; i++) {
        const struct chrome_end *e = &foreign->end[i];
        mark[n++] =
            (struct chrome_mark){e->time, e->order, 0, e->track, e->name};
    }
    if (n)
        qsort(mark, n, sizeof *mark, by_track_and_time);
    *count = n;
    return mark;
}

/* The open slices of one thread. */
struct chrome_open {
    struct chrome_slice *slice; /* [slices] all slices of the file */
    uint64_t innermost; /* 1 + index of the innermost open slice; 0: none */
    uint64_t *named;    /* [names + 1] number of open slices with each name */
    uint64_t *ends; /* [names + 1] number of unused ends with each name at the
                       current time */
    uint64_t inner; /* number of slices that ended with an enclosing slice */
    unsigned first; /* line of the first slice that `inner` counts; 0: none */
};

static void count_inner(struct chrome_open *open,
                        const struct chrome_slice *slice)
{
    if (!open->inner++ || slice->line < open->first)
        open->first = slice->line;
}

static struct chrome_slice *foreign_pairs_pop(struct chrome_open *open)
{
    struct chrome_slice *slice = &open->slice[open->innermost - 1];
    open->innermost = slice->outer;
    open->named[slice->begun]--;
    return slice;
}

static void foreign_pairs_push(struct chrome_open *open, uint64_t slice)
{
    open->slice[slice - 1].outer = open->innermost;
    open->innermost = slice;
    open->named[open->slice[slice - 1].begun]++;
}

/* Close the slice that an end matches. Return whether there was one. */
static bool close_one(struct chrome_open *open, const struct chrome_mark *end)
{
    bool any = end->name ? open->named[end->name] || open->named[0]
                         : open->innermost != 0;
    while (any) {
        struct chrome_slice *slice = foreign_pairs_pop(open);
        slice->end = end->time;
        if (!end->name || !slice->begun || slice->begun == end->name)
            return true;
        count_inner(open, slice);
    }
    return false;
}

/* Return the number of consecutive ends at the same time that all have
 * names. */
static size_t foreign_pairs_run_of(const struct chrome_mark *mark, size_t count)
{
    size_t run = 0;
    while (run < count && !mark[run].slice && mark[run].name &&
           mark[run].track == mark[0].track && mark[run].time == mark[0].time)
        run++;
    return run;
}

/* Close the slices that several ends at the same time match, if all slices have
 * names. Return the number of ends that match no slice. */
static size_t close_run(struct chrome_open *open,
                        const struct chrome_mark *mark, size_t run)
{
    uint64_t useful = 0;
    for (size_t i = 0; i < run; i++)
        useful += open->ends[mark[i].name]++ < open->named[mark[i].name];
    size_t left = run - useful;
    while (useful) {
        struct chrome_slice *slice = foreign_pairs_pop(open);
        slice->end = mark->time;
        if (!open->ends[slice->begun]) {
            count_inner(open, slice);
            continue;
        }
        open->ends[slice->begun]--;
        useful--;
    }
    for (size_t i = 0; i < run; i++)
        open->ends[mark[i].name] = 0;
    return left;
}

/* Extend the slices that are still open at the end of a thread to the end of
 * the trace, except for async slices. */
static void leave_open(struct chrome_foreign *foreign, struct chrome_open *open)
{
    while (open->innermost) {
        struct chrome_slice *slice = foreign_pairs_pop(open);
        if (slice->track >= CHROME_ASYNC_TRACKS)
            continue;
        slice->open = true;
        slice->end = foreign->latest;
        foreign->open++;
    }
}

int chrome_pair(struct chrome_foreign *foreign)
{
    size_t count;
    struct chrome_mark *mark = collect_marks(foreign, &count);
    struct chrome_open open = {.slice = foreign->slice};
    open.named = calloc(foreign->begun.count + 1, sizeof *open.named);
    open.ends = calloc(foreign->begun.count + 1, sizeof *open.ends);
    bool fine = mark && open.named && open.ends;
    for (size_t i = 0, run; fine && i < count; i += run) {
        run = foreign_pairs_run_of(&mark[i], count - i);
        if (i && mark[i].track != mark[i - 1].track)
            leave_open(foreign, &open);
        if (run > 1 && !open.named[0]) {
            foreign->skipped[CHROME_OTHERS] += close_run(&open, &mark[i], run);
            continue;
        }
        run = 1;
        if (mark[i].slice)
            foreign_pairs_push(&open, mark[i].slice);
        else if (!close_one(&open, &mark[i]))
            foreign->skipped[CHROME_OTHERS]++;
    }
    if (fine)
        leave_open(foreign, &open);
    foreign->inner = open.inner;
    foreign->first_inner = open.first;
    free(open.named);
    free(open.ends);
    free(mark);
    return fine ? 0 : -1;
}
