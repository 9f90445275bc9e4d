/* bine: in round t each holder sends to the processor rho(log2 p - t) positions
 * further or back. log2 p rounds, for a power of two processors. Source: De
 * Sensi and others 2025. */
#include "problem/timetable/bine.h"
#include "broadcast.h"
#include <stdlib.h>

static void broadcast_bine_meet(const struct timetable *t, int round, int rank,
                                struct meeting *m)
{
    int with = bine_partner(t->p, rank, t->log - round);
    if (t->table[rank] < round)
        meet_send(m, with);
    else if (t->table[rank] == round)
        meet_receive(m, with);
}

static int broadcast_bine_inner(struct timetable *t)
{
    if (timetable_need_power(t))
        return -1;
    /* [p] round in which each processor receives */
    t->table = calloc((size_t)t->p, sizeof *t->table);
    if (!t->table)
        return timetable_no_memory(t);
    for (int v = 1; v < t->p; v++)
        t->table[v] = t->p;
    for (int round = 1; round <= t->log; round++)
        for (int v = 0; v < t->p; v++)
            if (t->table[v] < round)
                t->table[bine_partner(t->p, v, t->log - round)] = round;
    t->blocks = 1;
    t->rounds = t->log;
    t->meet = broadcast_bine_meet;
    t->carry = carry_all;
    return 0;
}

int broadcast_bine_timetable(struct timetable *t)
{
    return timetable_rooted(t, broadcast_bine_inner, false);
}

int weft_broadcast_bine(struct weft_processor *self, int root, void *data,
                        size_t bytes)
{
    const struct terms terms = {.root = root};
    return timetable_call(self, broadcast_bine_timetable, &terms, NULL, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy broadcast_bine = {
    .info =
        {
            .name = "bine",
            .summary = "distances 1, -1, 3, -5, .., longest first",
            .source = "De Sensi and others",
            .needs = "one-port",
        },
    .timetable = broadcast_bine_timetable,
    .program = broadcast_blocks_program,
};
