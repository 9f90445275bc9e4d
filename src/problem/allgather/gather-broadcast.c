/* gather-broadcast: gathers at processor 0 along the binomial tree, then
 * broadcasts; no processor gets back blocks that it has sent up. 2 ceil(log2 p)
 * rounds; no processor sends and receives in the same round. Source:
 * folklore. */
#include "allgather.h"

static void gather_broadcast_meet(const struct timetable *t, int round,
                                  int rank, struct meeting *m)
{
    bool up = round <= t->log;
    int i = up ? t->log + 1 - round : round - t->log;
    meet_tree(t->p, t->log, i, rank, up, m);
}

static void gather_broadcast_carry(const struct timetable *t, int round,
                                   int from, int to, struct cargo *c)
{
    bool up = round <= t->log;
    int i = up ? t->log + 1 - round : round - t->log;
    int child = up ? from : to, last = tree_last(t->p, t->log, i, child);
    if (up) {
        cargo_run(c, child, last);
        return;
    }
    cargo_run(c, 0, child - 1);
    cargo_run(c, last + 1, t->p - 1);
}

int allgather_gather_broadcast_timetable(struct timetable *t)
{
    t->blocks = t->p;
    t->rounds = 2 * t->log;
    t->meet = gather_broadcast_meet;
    t->carry = gather_broadcast_carry;
    return 0;
}

int weft_allgather_gather_broadcast(struct weft_processor *self, void *data,
                                    size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, allgather_gather_broadcast_timetable, &terms,
                          NULL, data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allgather_gather_broadcast = {
    .info =
        {
            .name = "gather-broadcast",
            .summary = "gather to one processor, then broadcast",
            .source = "folklore",
            .needs = "one-port",
        },
    .timetable = allgather_gather_broadcast_timetable,
    .program = allgather_program,
};
