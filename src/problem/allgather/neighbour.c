/* neighbour: pairs of neighbours exchange the two blocks that they received
 * last, alternating between left and right neighbours. p / 2 rounds, p even.
 * Source: Chen, Yuan, Gao 2005. */
#include "allgather.h"

/* Return the partner in a round. */
static int partner(const struct timetable *t, int round, int rank)
{
    bool right = rank % 2 ? round % 2 == 0 : round % 2 == 1;
    if (round == 1)
        return rank ^ 1;
    return ring_add(t, rank, right ? 1 : -1);
}

/* Return the pair of blocks that a processor received in a round; in round 1,
 * the pair that contains its own block. */
static int neighbour_pair_of(const struct timetable *t, int round, int rank)
{
    int pairs = t->p / 2, by = round / 2;
    bool up = rank % 2 ? round % 2 == 0 : round % 2 == 1;
    if (round == 1)
        return rank / 2;
    return (rank / 2 + (up ? by : pairs - by)) % pairs;
}

static void neighbour_meet(const struct timetable *t, int round, int rank,
                           struct meeting *m)
{
    meet_exchange(m, partner(t, round, rank));
}

static void neighbour_carry(const struct timetable *t, int round, int from,
                            int to, struct cargo *c)
{
    (void)to;
    int pair = neighbour_pair_of(t, round - 1, from);
    if (round == 1)
        cargo_put(c, from);
    else
        cargo_run(c, 2 * pair, 2 * pair + 1);
}

int allgather_neighbour_timetable(struct timetable *t)
{
    if (timetable_need_even(t))
        return -1;
    t->blocks = t->p;
    t->rounds = t->p / 2;
    t->even = true;
    t->meet = neighbour_meet;
    t->carry = neighbour_carry;
    return 0;
}

int weft_allgather_neighbour(struct weft_processor *self, void *data,
                             size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, allgather_neighbour_timetable, &terms, NULL,
                          data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allgather_neighbour = {
    .info =
        {
            .name = "neighbour",
            .summary =
                "neighbours exchange two blocks, alternating left and right",
            .source = "Chen, Yuan, Gao",
            .needs = "one-port-duplex",
        },
    .timetable = allgather_neighbour_timetable,
    .program = allgather_program,
};
