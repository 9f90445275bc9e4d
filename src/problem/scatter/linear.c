/* linear: the root sends each processor its block, one after the other. p - 1
 * rounds. No processor sends and receives in the same round. Source:
 * folklore. */
#include "scatter.h"

static void linear_meet(const struct timetable *t, int round, int rank,
                        struct meeting *m)
{
    (void)t;
    if (!rank)
        meet_send(m, round);
    if (rank == round)
        meet_receive(m, 0);
}

static void linear_carry(const struct timetable *t, int round, int from, int to,
                         struct cargo *c)
{
    (void)t, (void)round, (void)from;
    cargo_put(c, to);
}

static int linear_inner(struct timetable *t)
{
    t->blocks = t->p;
    t->rounds = t->p - 1;
    t->meet = linear_meet;
    t->carry = linear_carry;
    return 0;
}

int scatter_linear_timetable(struct timetable *t)
{
    return timetable_rooted(t, linear_inner, true);
}

int weft_scatter_linear(struct weft_processor *self, int root, void *data,
                        size_t bytes)
{
    const struct terms terms = {.root = root};
    return timetable_call(self, scatter_linear_timetable, &terms, NULL, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy scatter_linear = {
    .info =
        {
            .name = "linear",
            .summary = "the root sends to each processor in turn",
            .source = "folklore",
            .model = "one-port",
            .needs = "one-port",
        },
    .timetable = scatter_linear_timetable,
    .program = scatter_blocks_program,
};
