/* grid: each block first moves to the column of its destination, then along the
 * column. a + b - 2 rounds on an a x b grid. Source: folklore. */
#include "alltoall.h"
#include "problem/timetable/axes.h"

/* Return the place of a block: the distances of its origin and destination on
 * both axes. */
static int alltoall_grid_place(const struct timetable *t, int rank, int block)
{
    int b = t->terms.extent[1], from = block / t->p, to = block % t->p;
    int rows = (to / b - from / b + t->terms.extent[0]) % t->terms.extent[0];
    int columns = (to % b - from % b + b) % b;
    (void)rank;
    return rows * b + columns;
}

/* Return the axis of a round, and the distance. */
static struct axes_round alltoall_grid_step_of(const struct timetable *t,
                                               int round)
{
    int columns = t->terms.extent[1] - 1;
    return round <= columns ? (struct axes_round){1, round}
                            : (struct axes_round){0, round - columns};
}

static void alltoall_grid_meet(const struct timetable *t, int round, int rank,
                               struct meeting *m)
{
    struct axes_round step = alltoall_grid_step_of(t, round);
    meet_send(m, axes_further(t, rank, step.axis, step.t));
    meet_receive(m, axes_further(t, rank, step.axis, -step.t));
}

static void alltoall_grid_carry(const struct timetable *t, int round, int from,
                                int to, struct cargo *c)
{
    int a = t->terms.extent[0], b = t->terms.extent[1];
    if (alltoall_grid_step_of(t, round).axis ==
        1) /* the sender's own blocks for a column */
        for (int row = 0; row < a; row++)
            cargo_put(c, alltoall_block(t, from, row * b + to % b));
    else /* the blocks of a whole row for one processor */
        for (int column = 0; column < b; column++)
            cargo_put(c, alltoall_block(t, from / b * b + column, to));
}

int alltoall_grid_timetable(struct timetable *t)
{
    if (timetable_need_extents(t))
        return -1;
    if (t->terms.axes != 2)
        return timetable_refuse(t, "needs two axes: --dims AxB");
    alltoall_blocks(t);
    t->rounds = axes_steps(t);
    t->even = true;
    t->place = alltoall_grid_place;
    t->meet = alltoall_grid_meet;
    t->carry = alltoall_grid_carry;
    return 0;
}

int weft_alltoall_grid(struct weft_processor *self, int rows, int columns,
                       void *data, size_t bytes)
{
    const struct terms terms = {.axes = 2, .extent = {rows, columns}};
    return alltoall_call(self, alltoall_grid_timetable, &terms, data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy alltoall_grid = {
    .info =
        {
            .name = "grid",
            .summary = "to the destination's column, then along it",
            .source = "folklore",
            .needs = "one-port-duplex",
        },
    .timetable = alltoall_grid_timetable,
    .program = alltoall_program,
};
