/* Timetables composed of others. */
#include <stdlib.h>

#include "timetable.h"

struct timetable *timetable_inner(struct timetable *t, int i,
                                  timetable_maker *maker,
                                  const struct terms *terms)
{
    struct timetable *inner = t->inner[i] = calloc(1, sizeof *inner);
    if (!inner) {
        timetable_no_memory(t);
        return NULL;
    }
    if (!timetable_make(inner, maker, terms))
        return inner;
    t->no_memory = inner->no_memory;
    timetable_refuse(t, "%s", inner->wrong);
    return NULL;
}

/* ---- reversed
 * ------------------------------------------------------------------- */

static void reversed_meet(const struct timetable *t, int round, int rank,
                          struct meeting *m)
{
    const struct timetable *forward = t->inner[0];
    struct meeting swapped = {m->from, m->to, 0, 0};
    forward->meet(forward, t->rounds + 1 - round, rank, &swapped);
    m->sends = swapped.receives;
    m->receives = swapped.sends;
}

static void reversed_carry(const struct timetable *t, int round, int from,
                           int to, struct cargo *c)
{
    const struct timetable *forward = t->inner[0];
    forward->carry(forward, t->rounds + 1 - round, to, from, c);
}

int timetable_reverse(struct timetable *t, timetable_maker *forward)
{
    int status = timetable_backwards(t, forward);
    t->adds = adds_first;
    return status;
}

int timetable_backwards(struct timetable *t, timetable_maker *forward)
{
    const struct timetable *inner = timetable_inner(t, 0, forward, &t->terms);
    if (!inner)
        return -1;
    t->blocks = inner->blocks;
    t->rounds = inner->rounds;
    t->ports = inner->ports;
    t->even = inner->even;
    t->places = inner->places;
    t->meet = reversed_meet;
    t->carry = reversed_carry;
    return 0;
}

/* ---- from a root
 * ------------------------------------------------------------------ */

static void rooted_meet(const struct timetable *t, int round, int rank,
                        struct meeting *m)
{
    const struct timetable *inner = t->inner[0];
    int root = t->terms.root;
    inner->meet(inner, round, ring_add(t, rank, -root), m);
    for (int i = 0; i < m->sends; i++)
        m->to[i] = ring_add(t, m->to[i], root);
    for (int i = 0; i < m->receives; i++)
        m->from[i] = ring_add(t, m->from[i], root);
}

static void rooted_carry(const struct timetable *t, int round, int from, int to,
                         struct cargo *c)
{
    const struct timetable *inner = t->inner[0];
    int root = t->terms.root;
    inner->carry(inner, round, ring_add(t, from, -root), ring_add(t, to, -root),
                 c);
}

/* Like rooted_carry(), but also shift the blocks by the root, because block i
 * belongs to processor i. */
static void rooted_carry_blocks(const struct timetable *t, int round, int from,
                                int to, struct cargo *c)
{
    rooted_carry(t, round, from, to, c);
    size_t runs = c->runs;
    for (size_t i = 0; i < runs; i++) {
        struct interval *run = &c->run[i];
        run->first = ring_add(t, run->first, t->terms.root);
        run->last = ring_add(t, run->last, t->terms.root);
        if (run->first <= run->last)
            continue;
        int behind = run->last;
        run->last = t->p - 1;
        cargo_run(c, 0, behind);
    }
    cargo_sort(c);
}

int timetable_rooted(struct timetable *t, timetable_maker *maker, bool blocks)
{
    if (t->terms.root < 0 || t->terms.root >= t->p)
        return timetable_refuse(t, "has no root %d: processors are 0 to %d",
                                t->terms.root, t->p - 1);
    const struct timetable *inner = timetable_inner(t, 0, maker, &t->terms);
    if (!inner)
        return -1;
    t->blocks = inner->blocks;
    t->rounds = inner->rounds;
    t->ports = inner->ports;
    t->meet = rooted_meet;
    t->carry = blocks ? rooted_carry_blocks : rooted_carry;
    return 0;
}

/* ---- one after the other
 * ----------------------------------------------------------- */

static const struct timetable *compose_at(const struct timetable *t, int *round)
{
    const struct timetable *first = t->inner[0];
    if (*round <= first->rounds)
        return first;
    *round -= first->rounds;
    return t->inner[1];
}

static void then_meet(const struct timetable *t, int round, int rank,
                      struct meeting *m)
{
    const struct timetable *inner = compose_at(t, &round);
    inner->meet(inner, round, rank, m);
}

static void then_carry(const struct timetable *t, int round, int from, int to,
                       struct cargo *c)
{
    const struct timetable *inner = compose_at(t, &round);
    inner->carry(inner, round, from, to, c);
}

static int then_adds(const struct timetable *t, int round, int from, int to)
{
    const struct timetable *inner = compose_at(t, &round);
    return inner->adds ? inner->adds(inner, round, from, to) : 0;
}

static const char *then_way(const struct timetable *t, int round, int from,
                            int to, int number)
{
    const struct timetable *inner = compose_at(t, &round);
    return inner->way ? inner->way(inner, round, from, to, number) : NULL;
}

int timetable_then(struct timetable *t, timetable_maker *first,
                   timetable_maker *second)
{
    const struct timetable *one = timetable_inner(t, 0, first, &t->terms);
    const struct timetable *two =
        one ? timetable_inner(t, 1, second, &t->terms) : NULL;
    if (!two)
        return -1;
    t->blocks = one->blocks;
    t->rounds = one->rounds + two->rounds;
    t->second = one->rounds;
    t->ports = one->ports > two->ports ? one->ports : two->ports;
    t->even = one->even && two->even;
    t->meet = then_meet;
    t->carry = then_carry;
    t->adds = then_adds;
    if (one->way || two->way)
        t->way = then_way;
    return 0;
}

/* ---- folded
 * -------------------------------------------------------------------------- */

int fold_rank(const struct timetable *t, int virtual_rank)
{
    return virtual_rank < t->rest ? 2 * virtual_rank + 1
                                  : virtual_rank + t->rest;
}

int fold_virtual(const struct timetable *t, int rank)
{
    if (rank >= 2 * t->rest)
        return rank - t->rest;
    return rank % 2 ? rank / 2 : -1;
}

/* Return the round of the inner timetable; 0: folding or unfolding. */
static int compose_inside(const struct timetable *t, int round)
{
    if (!t->rest)
        return round;
    return round == 1 || round == t->rounds ? 0 : round - 1;
}

static void fold_meet(const struct timetable *t, int round, int rank,
                      struct meeting *m)
{
    const struct timetable *inner = t->inner[0];
    int v = fold_virtual(t, rank);
    if (compose_inside(t, round)) {
        if (v < 0)
            return;
        inner->meet(inner, compose_inside(t, round), v, m);
        for (int i = 0; i < m->sends; i++)
            m->to[i] = fold_rank(t, m->to[i]);
        for (int i = 0; i < m->receives; i++)
            m->from[i] = fold_rank(t, m->from[i]);
        return;
    }
    if (rank >= 2 * t->rest)
        return;
    if ((v < 0) == (round == 1))
        meet_send(m, rank ^ 1);
    else
        meet_receive(m, rank ^ 1);
}

static void fold_carry(const struct timetable *t, int round, int from, int to,
                       struct cargo *c)
{
    const struct timetable *inner = t->inner[0];
    if (compose_inside(t, round))
        inner->carry(inner, compose_inside(t, round), fold_virtual(t, from),
                     fold_virtual(t, to), c);
    else
        cargo_run(c, 0, t->blocks - 1);
}

static int fold_adds(const struct timetable *t, int round, int from, int to)
{
    const struct timetable *inner = t->inner[0];
    if (!compose_inside(t, round))
        return round == 1;
    return inner->adds ? inner->adds(inner, compose_inside(t, round),
                                     fold_virtual(t, from), fold_virtual(t, to))
                       : 0;
}

int timetable_fold(struct timetable *t, timetable_maker *maker)
{
    struct terms terms = t->terms;
    terms.p = 1 << t->low;
    const struct timetable *inner = timetable_inner(t, 0, maker, &terms);
    if (!inner)
        return -1;
    t->blocks = inner->blocks;
    t->rounds = inner->rounds + (t->rest ? 2 : 0);
    t->second = inner->second ? inner->second + !!t->rest : 0;
    t->even = inner->even && !t->rest;
    t->meet = fold_meet;
    t->carry = fold_carry;
    t->adds = fold_adds;
    return 0;
}
