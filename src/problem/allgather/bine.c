/* bine: in round t each processor exchanges blocks with the processor rho(L-t)
 * positions further (even ranks) or back (odd ranks), rho = 1, -1, 3, -5, 11,
 * ..., which keeps distances short. ceil(log2 p) rounds, p even; for powers of
 * two this is "swing". Source: De Sensi and others 2025. */
#include "problem/timetable/bine.h"
#include "allgather.h"

static void allgather_bine_meet(const struct timetable *t, int round, int rank,
                                struct meeting *m)
{
    meet_exchange(m, bine_partner(t->p, rank, t->log - round));
}

static void allgather_bine_carry(const struct timetable *t, int round, int from,
                                 int to, struct cargo *c)
{
    (void)from;
    int s = t->log - round;
    for (int block = 0; block < t->p; block++)
        if (block != to &&
            t->table[ring_add(t, to % 2 ? to : block, to % 2 ? -block : -to)] ==
                s)
            cargo_put(c, block);
}

int allgather_bine_timetable(struct timetable *t)
{
    if (timetable_need_even(t))
        return -1;
    t->table = bine_table(t->p);
    if (!t->table)
        return timetable_no_memory(t);
    t->blocks = t->p;
    t->rounds = t->log;
    t->even = true;
    t->meet = allgather_bine_meet;
    t->carry = allgather_bine_carry;
    return 0;
}

int weft_allgather_bine(struct weft_processor *self, void *data, size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, allgather_bine_timetable, &terms, NULL, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allgather_bine = {
    .info =
        {
            .name = "bine",
            .summary = "distances 1, -1, 3, -5, 11, .., longest first",
            .source = "De Sensi and others",
            .needs = "one-port-duplex",
        },
    .timetable = allgather_bine_timetable,
    .program = allgather_program,
};
