/* Max-min fair sharing, simulated from each begin or end of a shipment to the
 * next.
 *
 * The rates in between are found by progressive filling: all rates grow
 * equally; when an arc is full, the rates of the shipments that use it are
 * fixed; a shipment's rate is also fixed when it reaches its own maximum. */
#include "replay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Relative tolerance: ends that differ by less are simultaneous. */
#define FAIR_NEAR 1e-9

/* A shipment in progress. */
struct active_shipment {
    const struct shipment *shipment;
    double done; /* work done so far, in time units at full rate */
    double pace; /* current rate in words per time unit, or in units of work */
    bool fixed;
};

/* State of an arc during progressive filling. */
struct filling {
    double left; /* bandwidth left for shipments whose rate is not fixed */
    /* share of each shipment whose rate is not fixed; INFINITY: unlimited */
    double share;
    int growing; /* number of shipments whose rate is not fixed */
};

struct fair {
    struct weft_replay *replay;
    struct active_shipment *active; /* [shipments] shipments in progress */
    /* [arcs] state of the arcs; `growing` is 0 between two computations */
    struct filling *filling;
    int *used; /* [arcs] indices of the arcs in use */
    /* number of shipments in progress, and of their arcs */
    size_t count, ways;
};

static double fair_least(double a, double b)
{
    return a < b ? a : b;
}

/* Initialise the arcs in use; return their number. */
static size_t begin_filling(struct fair *fair)
{
    const struct weft_replay *replay = fair->replay;
    size_t used = 0;
    for (size_t i = 0; i < fair->count; i++) {
        const struct shipment *s = fair->active[i].shipment;
        fair->active[i].fixed = false;
        for (size_t k = s->arc; k < s->arc + s->arcs; k++) {
            struct filling *f = &fair->filling[replay->way[k]];
            if (f->growing++)
                continue;
            f->left = replay->arc[replay->way[k]].room;
            fair->used[used++] = replay->way[k];
        }
    }
    return used;
}

/* Return the highest rate that all shipments not fixed can reach. */
static double fair_highest(struct fair *fair, size_t used)
{
    double most = INFINITY;
    for (size_t i = 0; i < fair->count; i++)
        if (!fair->active[i].fixed)
            most = fair_least(most, fair->active[i].shipment->own);
    for (size_t i = 0; i < used; i++) {
        struct filling *f = &fair->filling[fair->used[i]];
        bool limits = f->growing && fair->replay->arc[fair->used[i]].room > 0;
        f->share = limits ? f->left / f->growing : INFINITY;
        most = fair_least(most, f->share);
    }
    return most;
}

/* Return whether the shipment can grow no further than `pace`. */
static bool is_held(const struct fair *fair, const struct shipment *s,
                    double pace)
{
    bool held = s->own <= pace;
    for (size_t k = s->arc; !held && k < s->arc + s->arcs; k++)
        held = fair->filling[fair->replay->way[k]].share <= pace;
    return held;
}

static void fix(struct fair *fair, struct active_shipment *active, double pace)
{
    const struct shipment *s = active->shipment;
    active->pace = pace;
    active->fixed = true;
    for (size_t k = s->arc; k < s->arc + s->arcs; k++) {
        struct filling *f = &fair->filling[fair->replay->way[k]];
        f->left = f->left > pace ? f->left - pace : 0;
        f->growing--;
    }
}

/* Compute the rates: repeatedly fix those that can grow no further. Return
 * false if the limit on the effort is exceeded. */
static bool find_paces(struct fair *fair)
{
    size_t used = begin_filling(fair);
    for (size_t fixed = 0; fixed < fair->count;) {
        if (!replay_may_spend(fair->replay, fair->count + fair->ways))
            return false;
        double pace = fair_highest(fair, used);
        for (size_t i = 0; i < fair->count; i++) {
            struct active_shipment *active = &fair->active[i];
            if (active->fixed ||
                !is_held(fair, active->shipment, pace * (1 + FAIR_NEAR)))
                continue;
            fix(fair, active, pace);
            fixed++;
        }
    }
    return true;
}

static double speed(const struct active_shipment *active)
{
    return active->pace / active->shipment->own;
}

/* Return when a shipment ends if its rate does not change. */
static double fair_end_of(const struct active_shipment *g, double now)
{
    return now + (g->shipment->work - g->done) / speed(g);
}

static double first_end(const struct fair *fair, double now)
{
    double first = INFINITY;
    for (size_t i = 0; i < fair->count; i++)
        first = fair_least(first, fair_end_of(&fair->active[i], now));
    return first;
}

/* Advance all shipments from `now` to `next` and remove those that end,
 * including those whose remaining time is lost to rounding. */
static void fair_go_on(struct fair *fair, double now, double next)
{
    size_t kept = 0;
    for (size_t i = 0; i < fair->count; i++) {
        struct active_shipment g = fair->active[i];
        double by = g.done + (next - now) * speed(&g);
        double work = g.shipment->work;
        if (by >= work * (1 - FAIR_NEAR) || fair_end_of(&g, now) <= next)
            by = work;
        replay_arrive(fair->replay, g.shipment, g.done, by, now, speed(&g));
        g.done = by;
        if (by < work)
            fair->active[kept++] = g;
        else
            fair->ways -= g.shipment->arcs;
    }
    fair->count = kept;
}

static int fair_run(struct fair *fair)
{
    const struct weft_replay *replay = fair->replay;
    double now = 0;
    for (size_t i = 0; i < replay->shipments || fair->count;) {
        double next = i < replay->shipments ? (double)replay->shipment[i].start
                                            : INFINITY;
        if (fair->count) {
            if (!find_paces(fair))
                return -1;
            next = fair_least(next, first_end(fair, now));
            fair_go_on(fair, now, next);
        }
        now = next;
        while (i < replay->shipments &&
               (double)replay->shipment[i].start <= now) {
            fair->ways += replay->shipment[i].arcs;
            fair->active[fair->count++] =
                (struct active_shipment){.shipment = &replay->shipment[i++]};
        }
    }
    return 0;
}

int replay_fair(struct weft_replay *replay)
{
    struct fair fair = {.replay = replay};
    fair.active = malloc((replay->shipments + 1) * sizeof *fair.active);
    fair.filling = calloc(replay->arcs + 1, sizeof *fair.filling);
    fair.used = malloc((replay->arcs + 1) * sizeof *fair.used);
    int status = fair.active && fair.filling && fair.used ? 0 : -1;
    if (!status)
        status = fair_run(&fair);
    free(fair.active);
    free(fair.filling);
    free(fair.used);
    return status;
}
