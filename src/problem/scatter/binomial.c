/* binomial: down the binomial tree; each child gets all blocks for its subtree.
 * ceil(log2 p) rounds, p - 1 blocks. No processor sends and receives in the
 * same round. Source: Thakur, Rabenseifner, Gropp 2005. */
#include "scatter.h"

static void scatter_binomial_meet(const struct timetable *t, int round,
                                  int rank, struct meeting *m)
{
    meet_tree(t->p, t->log, round, rank, false, m);
}

static void scatter_binomial_carry(const struct timetable *t, int round,
                                   int from, int to, struct cargo *c)
{
    (void)from;
    cargo_run(c, to, tree_last(t->p, t->log, round, to));
}

static int scatter_binomial_inner(struct timetable *t)
{
    t->blocks = t->p;
    t->rounds = t->log;
    t->meet = scatter_binomial_meet;
    t->carry = scatter_binomial_carry;
    return 0;
}

int scatter_binomial_timetable(struct timetable *t)
{
    return timetable_rooted(t, scatter_binomial_inner, true);
}

int weft_scatter_binomial(struct weft_processor *self, int root, void *data,
                          size_t bytes)
{
    const struct terms terms = {.root = root};
    return timetable_call(self, scatter_binomial_timetable, &terms, NULL, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy scatter_binomial = {
    .info =
        {
            .name = "binomial",
            .summary =
                "down the binomial tree, each subtree's packets in one message",
            .source = "Thakur, Rabenseifner, Gropp",
            .model = "one-port",
            .needs = "one-port",
        },
    .timetable = scatter_binomial_timetable,
    .program = scatter_blocks_program,
};
