/* Which slice does an end (phase E) close? Events are taken in the order of
 * their times, and of the file where times are equal. An end closes the
 * innermost open slice of its thread; if both have names, of that name. Slices
 * open within it stay without an end; an end of another name closes nothing. */
#include "chrome-file.h"

#include "base/base.h"

#include <stdlib.h>

/* A slice begins, or ends. */
struct chrome_mark {
    uint64_t time, order;
    uint64_t slice; /* 1 + the one that begins; 0: an end */
    uint32_t track;
    int32_t name; /* 0: none */
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

/* All marks; NULL: no memory. */
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

/* The slices of one thread that are open. */
struct chrome_open {
    struct chrome_slice *slice; /* of the file */
    uint64_t innermost;         /* + 1; 0: none */
    uint64_t *named;            /* [names + 1] how many have that name */
};

static struct chrome_slice *pop(struct chrome_open *open)
{
    struct chrome_slice *slice = &open->slice[open->innermost - 1];
    open->innermost = slice->outer;
    open->named[slice->begun]--;
    return slice;
}

static void push(struct chrome_open *open, uint64_t slice)
{
    open->slice[slice - 1].outer = open->innermost;
    open->innermost = slice;
    open->named[open->slice[slice - 1].begun]++;
}

/* Was there one that it closes? */
static bool close_one(struct chrome_open *open, const struct chrome_mark *end)
{
    bool any = end->name ? open->named[end->name] || open->named[0]
                         : open->innermost != 0;
    while (any) {
        struct chrome_slice *slice = pop(open);
        if (end->name && slice->begun && slice->begun != end->name)
            continue;
        slice->end = end->time;
        return true;
    }
    return false;
}

int chrome_pair(struct chrome_foreign *foreign)
{
    size_t count;
    struct chrome_mark *mark = collect_marks(foreign, &count);
    struct chrome_open open = {.slice = foreign->slice};
    open.named = calloc(foreign->begun.count + 1, sizeof *open.named);
    bool fine = mark && open.named;
    for (size_t i = 0; fine && i < count; i++) {
        while (i && mark[i].track != mark[i - 1].track && open.innermost)
            pop(&open);
        if (mark[i].slice)
            push(&open, mark[i].slice);
        else if (!close_one(&open, &mark[i]))
            foreign->skipped[CHROME_OTHERS]++;
    }
    free(open.named);
    free(mark);
    return fine ? 0 : -1;
}
