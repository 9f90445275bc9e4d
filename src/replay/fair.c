/* Max-min fair sharing, from one time at which something begins or ends to the
 * next.
 *
 * The paces between two such times (progressive filling): all grow alike; when
 * an arc is full, those that pass over it stay as they are; so does a message
 * that has its own pace. */
#include "replay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Ends that are nearer than this, for each unit of their time, are one. */
#define FAIR_NEAR 1e-9

/* A shipment on its way. */
struct going {
    const struct shipment *shipment;
    double done; /* work */
    double pace; /* words in a time unit, or works where arcs have room for 1 */
    bool fixed;
};

/* An arc while paces are found. */
struct filling {
    double left;  /* of its room, for those that are not fixed */
    double share; /* of one of them; INFINITY: there is room for all */
    int growing;  /* how many those are */
};

struct fair {
    struct weft_replay *replay;
    struct going *going;     /* [shipments] */
    struct filling *filling; /* [arcs] nobody grows between two times */
    int *used;               /* [arcs] those that somebody passes over */
    size_t count, ways;      /* on their way, and their arcs */
};

static double fair_least(double a, double b)
{
    return a < b ? a : b;
}

/* Returns how many arcs are used. */
static size_t begin_filling(struct fair *fair)
{
    const struct weft_replay *replay = fair->replay;
    size_t used = 0;
    for (size_t i = 0; i < fair->count; i++) {
        const struct shipment *s = fair->going[i].shipment;
        fair->going[i].fixed = false;
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

/* How far the pace of all that grow may go. */
static double fair_highest(struct fair *fair, size_t used)
{
    double most = INFINITY;
    for (size_t i = 0; i < fair->count; i++)
        if (!fair->going[i].fixed)
            most = fair_least(most, fair->going[i].shipment->own);
    for (size_t i = 0; i < used; i++) {
        struct filling *f = &fair->filling[fair->used[i]];
        bool limits = f->growing && fair->replay->arc[fair->used[i]].room > 0;
        f->share = limits ? f->left / f->growing : INFINITY;
        most = fair_least(most, f->share);
    }
    return most;
}

/* May it grow no further than that? */
static bool is_held(const struct fair *fair, const struct shipment *s,
                    double pace)
{
    bool held = s->own <= pace;
    for (size_t k = s->arc; !held && k < s->arc + s->arcs; k++)
        held = fair->filling[fair->replay->way[k]].share <= pace;
    return held;
}

static void fix(struct fair *fair, struct going *going, double pace)
{
    const struct shipment *s = going->shipment;
    going->pace = pace;
    going->fixed = true;
    for (size_t k = s->arc; k < s->arc + s->arcs; k++) {
        struct filling *f = &fair->filling[fair->replay->way[k]];
        f->left = f->left > pace ? f->left - pace : 0;
        f->growing--;
    }
}

/* Fix all that can grow no further than the least of them can. False: too much
 * work. */
static bool find_paces(struct fair *fair)
{
    size_t used = begin_filling(fair);
    for (size_t fixed = 0; fixed < fair->count;) {
        if (!replay_may_spend(fair->replay, fair->count + fair->ways))
            return false;
        double pace = fair_highest(fair, used);
        for (size_t i = 0; i < fair->count; i++) {
            struct going *going = &fair->going[i];
            if (going->fixed ||
                !is_held(fair, going->shipment, pace * (1 + FAIR_NEAR)))
                continue;
            fix(fair, going, pace);
            fixed++;
        }
    }
    return true;
}

static double speed(const struct going *going)
{
    return going->pace / going->shipment->own;
}

/* When it ends, if nothing else begins or ends before. */
static double fair_end_of(const struct going *g, double now)
{
    return now + (g->shipment->work - g->done) / speed(g);
}

static double first_end(const struct fair *fair, double now)
{
    double first = INFINITY;
    for (size_t i = 0; i < fair->count; i++)
        first = fair_least(first, fair_end_of(&fair->going[i], now));
    return first;
}

/* All go on from `now` to `next`; those that end leave, also where the time
 * left is too short for `now` to show it. */
static void fair_go_on(struct fair *fair, double now, double next)
{
    size_t kept = 0;
    for (size_t i = 0; i < fair->count; i++) {
        struct going g = fair->going[i];
        double by = g.done + (next - now) * speed(&g);
        double work = g.shipment->work;
        if (by >= work * (1 - FAIR_NEAR) || fair_end_of(&g, now) <= next)
            by = work;
        replay_arrive(fair->replay, g.shipment, g.done, by, now, speed(&g));
        g.done = by;
        if (by < work)
            fair->going[kept++] = g;
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
            fair->going[fair->count++] =
                (struct going){.shipment = &replay->shipment[i++]};
        }
    }
    return 0;
}

int replay_fair(struct weft_replay *replay)
{
    struct fair fair = {.replay = replay};
    fair.going = malloc((replay->shipments + 1) * sizeof *fair.going);
    fair.filling = calloc(replay->arcs + 1, sizeof *fair.filling);
    fair.used = malloc((replay->arcs + 1) * sizeof *fair.used);
    int status = fair.going && fair.filling && fair.used ? 0 : -1;
    if (!status)
        status = fair_run(&fair);
    free(fair.going);
    free(fair.filling);
    free(fair.used);
    return status;
}
