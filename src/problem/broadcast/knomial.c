/* knomial: a tree of radix q: for s = q^i, .., q, 1 and each j = 1 .. q-1,
 * every holder sends to the processor js further. No processor sends and
 * receives in the same round. Source: Thakur, Rabenseifner, Gropp 2005 (as in
 * MPI libraries). */
#include "broadcast.h"
#include "problem/timetable/stages.h"

/* Return the stage of a round: stages go from the largest power of q below p
 * down to 1, each with rounds j = 1 .. q-1 as long as the product is below
 * p. */
static struct stage stage_down(const struct timetable *t, int round)
{
    int64_t q = stage_radix(t), s = 1;
    while (s * q < t->p)
        s *= q;
    for (; s; s /= q)
        for (int64_t j = 1; j < q && j * s < t->p; j++)
            if (!--round)
                return (struct stage){s, j * s};
    return (struct stage){1, 1};
}

static void knomial_meet(const struct timetable *t, int round, int rank,
                         struct meeting *m)
{
    struct stage stage = stage_down(t, round);
    int64_t all = stage.s * stage_radix(t);
    if (rank % all == 0 && rank + stage.distance < t->p)
        meet_send(m, (int)(rank + stage.distance));
    if (rank % all == stage.distance)
        meet_receive(m, (int)(rank - stage.distance));
}

static int knomial_inner(struct timetable *t)
{
    t->blocks = 1;
    t->rounds = stages(t);
    t->meet = knomial_meet;
    t->carry = carry_all;
    return 0;
}

int broadcast_knomial_timetable(struct timetable *t)
{
    return timetable_rooted(t, knomial_inner, false);
}

int weft_broadcast_knomial(struct weft_processor *self, int root, int radix,
                           void *data, size_t bytes)
{
    const struct terms terms = {.root = root, .radix = radix};
    return timetable_call(self, broadcast_knomial_timetable, &terms, NULL, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy broadcast_knomial = {
    .info =
        {
            .name = "knomial",
            .summary = "a tree with q - 1 children at each level",
            .source = "Thakur, Rabenseifner, Gropp",
            .needs = "one-port",
        },
    .timetable = broadcast_knomial_timetable,
    .program = broadcast_blocks_program,
};
