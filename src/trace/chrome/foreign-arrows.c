/* Finds the slices that an arrow connects.
 *
 * Ends of arrows with their own time (phases s, t, f) belong to the innermost
 * slice that is open at that time, in the order of the file if times are equal;
 * an f without "bp":"e" belongs to the next slice that starts. Several arrows
 * may have the same id: s t t f is three arrows, one s with two f is two.
 * Arrows defined by the slices themselves (bind_id) go from each slice with
 * flow_out to the following slices with flow_in. */
#include "chrome-file.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

static int foreign_arrows_sign(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* Compare by processor and time; enclosing slices come first. */
static int compare_slices(const void *a, const void *b)
{
    const struct chrome_slice *x = a, *y = b;
    if (x->track != y->track)
        return foreign_arrows_sign(x->track, y->track);
    if (x->start != y->start)
        return foreign_arrows_sign(x->start, y->start);
    if (x->end != y->end)
        return foreign_arrows_sign(y->end, x->end);
    return foreign_arrows_sign(x->order, y->order);
}

static int foreign_arrows_compare_points(const void *a, const void *b)
{
    const struct chrome_point *x = a, *y = b;
    if (x->track != y->track)
        return foreign_arrows_sign(x->track, y->track);
    if (x->time != y->time)
        return foreign_arrows_sign(x->time, y->time);
    return foreign_arrows_sign(x->order, y->order);
}

static int compare_flows(const void *a, const void *b)
{
    const struct chrome_point *x = a, *y = b;
    if (x->flow != y->flow)
        return foreign_arrows_sign(x->flow, y->flow);
    if (x->time != y->time)
        return foreign_arrows_sign(x->time, y->time);
    /* the beginning of an arrow comes before its ends */
    if ((x->phase == 's') != (y->phase == 's'))
        return x->phase == 's' ? -1 : 1;
    return foreign_arrows_sign(x->order, y->order);
}

/* Remove async slices that have no end. */
static void drop_unclosed(struct chrome_foreign *foreign)
{
    size_t kept = 0;
    for (size_t i = 0; i < foreign->slices; i++)
        if (foreign->slice[i].end != UINT64_MAX)
            foreign->slice[kept++] = foreign->slice[i];
    foreign->skipped[CHROME_ENDLESS] += foreign->slices - kept;
    foreign->slices = kept;
}

/* State of a sweep over the slices and points of one thread. From the sweep on,
 * `outer` is the enclosing slice. */
struct arrow_sweep {
    struct chrome_foreign *foreign;
    size_t at;     /* index of the next slice that starts */
    uint64_t open; /* 1 + index of the innermost open slice */
};

static bool starts_before(const struct arrow_sweep *sweep,
                          const struct chrome_point *point)
{
    if (sweep->at == sweep->foreign->slices)
        return false;
    const struct chrome_slice *slice = &sweep->foreign->slice[sweep->at];
    if (slice->track != point->track)
        return slice->track < point->track;
    if (slice->start != point->time)
        return slice->start < point->time;
    return slice->order < point->order;
}

static void bind(struct arrow_sweep *sweep, struct chrome_point *point)
{
    struct chrome_slice *slice = sweep->foreign->slice;
    while (starts_before(sweep, point)) {
        size_t now = sweep->at++;
        while (sweep->open &&
               (slice[sweep->open - 1].track != slice[now].track ||
                slice[sweep->open - 1].end <= slice[now].start))
            sweep->open = slice[sweep->open - 1].outer;
        slice[now].outer = sweep->open;
        sweep->open = now + 1;
    }
    /* points come in order of time, so slices that ended earlier can be
     * closed */
    while (sweep->open && (slice[sweep->open - 1].track != point->track ||
                           slice[sweep->open - 1].end < point->time))
        sweep->open = slice[sweep->open - 1].outer;
    uint64_t found = sweep->open;
    if (point->next) {
        bool there = sweep->at < sweep->foreign->slices &&
                     slice[sweep->at].track == point->track;
        found = there ? sweep->at + 1 : 0;
    }
    point->slice = found;
}

static int add_arrow(struct chrome_foreign *foreign, uint64_t from, uint64_t to,
                     uint64_t flow)
{
    struct chrome_slice *slice = foreign->slice;
    if (slice[from].track == slice[to].track) {
        foreign->skipped[CHROME_INNER]++;
        return 0;
    }
    if (array_grow(&foreign->arrow, &foreign->arrow_capacity,
                   foreign->arrows + 1, sizeof *foreign->arrow))
        return -1;
    foreign->arrow[foreign->arrows++] = (struct chrome_arrow){from, to, flow};
    slice[from].busy = slice[to].busy = true;
    return 0;
}

/* Connect each point with the previous one of the same id; the points are
 * sorted by id. */
static int foreign_arrows_join(struct chrome_foreign *foreign)
{
    uint64_t from = 0;
    bool alone = false; /* whether the arrow has begun but has not ended yet */
    for (size_t i = 0; i < foreign->points; i++) {
        const struct chrome_point *point = &foreign->point[i];
        bool other = i && point[-1].flow != point->flow;
        if (other)
            from = 0;
        if (other || point->phase == 's') {
            foreign->skipped[CHROME_LOOSE] += alone;
            alone = false;
        }
        if (!point->slice || (point->phase != 's' && !from)) {
            foreign->skipped[CHROME_LOOSE]++;
            continue;
        }
        if (point->phase != 's' &&
            add_arrow(foreign, from - 1, point->slice - 1, point->flow))
            return -1;
        if (point->phase != 'f')
            from = point->slice;
        alone = point->phase == 's';
    }
    foreign->skipped[CHROME_LOOSE] += alone;
    return 0;
}

/* Add a point for each slice with a bind_id: the end of an arrow, the beginning
 * of one, or both. */
static int slice_points(struct chrome_foreign *foreign)
{
    for (size_t i = 0; i < foreign->slices; i++) {
        const struct chrome_slice *slice = &foreign->slice[i];
        if (!slice->in && !slice->out)
            continue;
        char incoming = slice->out ? 't' : 'f';
        if (array_grow(&foreign->point, &foreign->point_capacity,
                       foreign->points + 1, sizeof *foreign->point))
            return -1;
        foreign->point[foreign->points++] = (struct chrome_point){
            .time = slice->start,
            .order = slice->order,
            .flow = slice->bind,
            .slice = i + 1,
            .track = slice->track,
            .phase = slice->in ? incoming : 's',
        };
    }
    return 0;
}

int chrome_bind(struct chrome_foreign *foreign)
{
    drop_unclosed(foreign);
    if (foreign->slices)
        qsort(foreign->slice, foreign->slices, sizeof *foreign->slice,
              compare_slices);
    if (foreign->points)
        qsort(foreign->point, foreign->points, sizeof *foreign->point,
              foreign_arrows_compare_points);
    struct arrow_sweep sweep = {foreign, 0, 0};
    for (size_t i = 0; i < foreign->points; i++)
        bind(&sweep, &foreign->point[i]);
    if (slice_points(foreign))
        return -1;
    if (foreign->points)
        qsort(foreign->point, foreign->points, sizeof *foreign->point,
              compare_flows);
    return foreign_arrows_join(foreign);
}
