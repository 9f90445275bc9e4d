/* sparbit: decreasing distances 2^(L-1), .., 1, with blocks that are twice the
 * distance apart; blocks that would arrive twice are left out. ceil(log2 p)
 * rounds for any p. Source: Loch, Koslovski 2021. */
#include "allgather.h"

/* The distance and the number of blocks of a round. */
struct phase {
    int64_t s;
    int blocks;
};

static struct phase phase_of(const struct timetable *t, int round)
{
    int zeros = __builtin_ctz((unsigned)t->p);
    int64_t ignored = (~((int64_t)t->p >> zeros) | 1) * ((int64_t)1 << zeros);
    struct phase phase = {(int64_t)1 << (t->log - 1), 1};
    int all = 1;
    for (int i = 1;; i++) {
        int less = (phase.s & ignored) == phase.s;
        phase.blocks = all - less;
        if (i == round)
            return phase;
        all = 2 * all - less;
        phase.s /= 2;
    }
}

static void sparbit_meet(const struct timetable *t, int round, int rank,
                         struct meeting *m)
{
    meet_shift(t, rank, phase_of(t, round).s, m);
}

static void sparbit_carry(const struct timetable *t, int round, int from,
                          int to, struct cargo *c)
{
    (void)to;
    struct phase phase = phase_of(t, round);
    for (int i = 0; i < phase.blocks; i++)
        cargo_put(c, ring_add(t, from, -2 * i * phase.s));
    cargo_sort(c);
}

int allgather_sparbit_timetable(struct timetable *t)
{
    t->blocks = t->p;
    t->rounds = t->log;
    t->even = true;
    t->meet = sparbit_meet;
    t->carry = sparbit_carry;
    return 0;
}

int weft_allgather_sparbit(struct weft_processor *self, void *data,
                           size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, allgather_sparbit_timetable, &terms, NULL, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allgather_sparbit = {
    .info =
        {
            .name = "sparbit",
            .summary = "farthest first, without duplicate blocks",
            .source = "Loch, Koslovski",
            .needs = "one-port-duplex",
        },
    .timetable = allgather_sparbit_timetable,
    .program = allgather_program,
};
