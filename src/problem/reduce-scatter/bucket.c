/* bucket: rings along the axes of a grid, the first axis first. sum of (ni - 1)
 * rounds, p - 1 chunks. Needs a commutative operator. Source: Barnett,
 * Littlefield, Payne, van de Geijn 1995. */
#include "problem/timetable/axes.h"
#include "reduce-scatter.h"

static void reduce_scatter_bucket_meet(const struct timetable *t, int round,
                                       int rank, struct meeting *m)
{
    struct axes_round step = axes_step(t, round);
    meet_send(m, axes_further(t, rank, step.axis, 1));
    meet_receive(m, axes_further(t, rank, step.axis, -1));
}

static void reduce_scatter_bucket_carry(const struct timetable *t, int round,
                                        int from, int to, struct cargo *c)
{
    (void)to;
    struct axes_round step = axes_step(t, round);
    struct interval run = axes_bundle(t, from, step.axis, -step.t);
    cargo_run(c, run.first, run.last);
}

int reduce_scatter_bucket_timetable(struct timetable *t)
{
    if (timetable_need_extents(t))
        return -1;
    timetable_combines(t, t->p);
    t->rounds = axes_steps(t);
    t->even = true;
    t->meet = reduce_scatter_bucket_meet;
    t->carry = reduce_scatter_bucket_carry;
    return 0;
}

int weft_reduce_scatter_bucket(struct weft_processor *self, int axes,
                               const int *extent,
                               const struct weft_operator *op, void *data,
                               size_t bytes)
{
    struct terms terms = {0};
    if (axes_terms(self, &terms, axes, extent))
        return -1;
    return timetable_call(self, reduce_scatter_bucket_timetable, &terms, op,
                          data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy reduce_scatter_bucket = {
    .info =
        {
            .name = "bucket",
            .summary = "a ring along each axis of a grid",
            .source = "Barnett, Littlefield, Payne, van de Geijn",
            .needs = "one-port-duplex",
        },
    .timetable = reduce_scatter_bucket_timetable,
    .program = combining_program,
};
