/* Blocks of several sizes: the timetable of a strategy, with each of its blocks
 * replaced by as many units as its size; a message without units is not sent.
 */
#include "goal/counted.h"
#include "timetable.h"

static void counts_meet(const struct timetable *t, int round, int rank,
                        struct meeting *m)
{
    t->inner[0]->meet(t->inner[0], round, rank, m);
}

static void counts_carry(const struct timetable *t, int round, int from, int to,
                         struct cargo *c)
{
    size_t runs = 0;
    t->inner[0]->carry(t->inner[0], round, from, to, c);
    for (size_t i = 0; i < c->runs; i++) {
        int first = t->table[c->run[i].first];
        int last = t->table[c->run[i].last + 1] - 1;
        if (first <= last)
            c->run[runs++] = (struct interval){first, last};
    }
    c->runs = runs;
    cargo_sort(c);
}

int timetable_counts(struct timetable *t, timetable_maker *maker)
{
    struct terms terms = t->terms;
    struct weft_error err;
    terms.counts = NULL;
    const struct timetable *inner = timetable_inner(t, 0, maker, &terms);
    if (!inner)
        return -1;
    if (inner->way)
        return timetable_refuse(t,
                                "sends blocks of one size, without --counts");
    t->table = counted_offsets(t->terms.counts, inner->blocks, &err);
    if (!t->table && err.kind == WEFT_ERROR_MEMORY)
        return timetable_no_memory(t);
    if (!t->table)
        return timetable_refuse(t, "cannot start: %s", err.text);
    t->blocks = t->table[inner->blocks];
    t->rounds = inner->rounds;
    t->ports = inner->ports;
    t->meet = counts_meet;
    t->carry = counts_carry;
    return 0;
}
