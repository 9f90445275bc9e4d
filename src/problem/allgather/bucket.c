/* bucket: a ring along each axis of a grid, last axis first; each ring
 * distributes everything that its processors had when the axis began. sum of
 * (ni - 1) rounds. Source: Barnett, Littlefield, Payne, van de Geijn 1995. */
#include "allgather.h"
#include "problem/timetable/axes.h"

static void allgather_bucket_meet(const struct timetable *t, int round,
                                  int rank, struct meeting *m)
{
    struct axes_round step = axes_step_back(t, round);
    meet_send(m, axes_further(t, rank, step.axis, 1));
    meet_receive(m, axes_further(t, rank, step.axis, -1));
}

static void allgather_bucket_carry(const struct timetable *t, int round,
                                   int from, int to, struct cargo *c)
{
    (void)to;
    struct axes_round step = axes_step_back(t, round);
    struct interval run = axes_bundle(t, from, step.axis, 1 - step.t);
    cargo_run(c, run.first, run.last);
}

int allgather_bucket_timetable(struct timetable *t)
{
    if (timetable_need_extents(t))
        return -1;
    t->blocks = t->p;
    t->rounds = axes_steps(t);
    t->even = true;
    t->meet = allgather_bucket_meet;
    t->carry = allgather_bucket_carry;
    return 0;
}

int weft_allgather_bucket(struct weft_processor *self, int axes,
                          const int *extent, void *data, size_t bytes)
{
    struct terms terms = {0};
    if (axes_terms(self, &terms, axes, extent))
        return -1;
    return timetable_call(self, allgather_bucket_timetable, &terms, NULL, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allgather_bucket = {
    .info =
        {
            .name = "bucket",
            .summary = "a ring along each axis of a grid",
            .source = "Barnett, Littlefield, Payne, van de Geijn",
            .needs = "one-port-duplex",
        },
    .timetable = allgather_bucket_timetable,
    .program = allgather_program,
};
