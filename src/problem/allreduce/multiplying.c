/* multiplying: recursive multiplying, which is recursive doubling with radix k:
 * in phase i the k processors whose ranks differ in digit i only exchange the
 * sums that they had when the phase began. P = k^q <= p processors take part; a
 * higher rank e adds its vector to that of e mod P before and receives the
 * result after. With one port (k - 1) q + 2 ceil((p - P) / P) rounds of one
 * whole vector; with `wide`, a phase is one round. P (k - 1) q + 2 (p - P)
 * messages. Needs a commutative operator. Source: Ruefenacht, Bull, Booth 2017.
 */
#include "allreduce.h"
#include "problem/timetable/stages.h"

/* The processors that take part, and the rounds of a phase and of each fold. */
struct multiplying {
    int radix, core, phases, phase, fold;
};

static struct multiplying multiplying_of(const struct timetable *t)
{
    struct multiplying shape = {stage_radix(t), 1, 0, 1, 0};
    while ((int64_t)shape.core * shape.radix <= t->p) {
        shape.core *= shape.radix;
        shape.phases++;
    }
    shape.fold = (t->p - 1) / shape.core;
    if (t->terms.wide)
        shape.fold = shape.fold > 0;
    else
        shape.phase = shape.radix - 1;
    return shape;
}

/* Return the round among those of the phases, from 1; 0: before or after. */
static int multiplying_inside(const struct timetable *t,
                              const struct multiplying *shape, int round)
{
    round -= shape->fold;
    return round >= 1 && round <= t->rounds - 2 * shape->fold ? round : 0;
}

/* Exchange with the processors `by` to `to` positions further in the digit of
 * weight s. */
static void multiplying_digit(const struct multiplying *shape, int rank, int s,
                              int by, int to, struct meeting *m)
{
    int own = rank / s % shape->radix;
    for (; by <= to; by++) {
        int up = (own + by) % shape->radix;
        int down = (own - by + shape->radix) % shape->radix;
        meet_send(m, rank + (up - own) * s);
        meet_receive(m, rank + (down - own) * s);
    }
}

/* Before the phases, the ranks beyond the core send, after them they receive:
 * in each round those of one multiple of the core, or all at once. */
static void multiplying_fold(const struct timetable *t,
                             const struct multiplying *shape, int round,
                             int rank, struct meeting *m)
{
    bool before = round <= shape->fold;
    int step = before ? round : round - (t->rounds - shape->fold);
    void (*beyond)(struct meeting *, int) = before ? meet_send : meet_receive;
    void (*inside)(struct meeting *, int) = before ? meet_receive : meet_send;
    if (rank >= shape->core) {
        if (t->terms.wide || rank / shape->core == step)
            beyond(m, rank % shape->core);
        return;
    }
    int64_t first = rank + (int64_t)step * shape->core;
    int64_t last = t->terms.wide ? t->p - 1 : first;
    for (int64_t other = first; other <= last && other < t->p;
         other += shape->core)
        inside(m, (int)other);
}

static void multiplying_meet(const struct timetable *t, int round, int rank,
                             struct meeting *m)
{
    const struct multiplying shape = multiplying_of(t);
    int inside = multiplying_inside(t, &shape, round);
    if (!inside) {
        multiplying_fold(t, &shape, round, rank, m);
        return;
    }
    if (rank >= shape.core)
        return;
    int s = 1, by = (inside - 1) % shape.phase + 1;
    for (int phase = (inside - 1) / shape.phase; phase; phase--)
        s *= shape.radix;
    multiplying_digit(&shape, rank, s, by, t->terms.wide ? shape.radix - 1 : by,
                      m);
}

static bool multiplying_copies(const struct timetable *t, int round)
{
    const struct multiplying shape = multiplying_of(t);
    int inside = multiplying_inside(t, &shape, round);
    return inside && (inside - 1) % shape.phase == 0;
}

static void multiplying_carry(const struct timetable *t, int round, int from,
                              int to, struct cargo *c)
{
    const struct multiplying shape = multiplying_of(t);
    (void)from, (void)to;
    c->reg = multiplying_inside(t, &shape, round) > 0;
    cargo_put(c, 0);
}

/* Received values are added, except for the result. */
static int multiplying_adds(const struct timetable *t, int round, int from,
                            int to)
{
    const struct multiplying shape = multiplying_of(t);
    (void)from, (void)to;
    return round <= t->rounds - shape.fold;
}

int allreduce_multiplying_timetable(struct timetable *t)
{
    const struct multiplying shape = multiplying_of(t);
    timetable_combines(t, 1);
    t->registers = 2;
    t->rounds = shape.phases * shape.phase + 2 * shape.fold;
    t->ports = t->terms.wide ? shape.radix - 1 : 1;
    if (t->ports > t->p)
        t->ports = t->p;
    t->even = shape.core == t->p;
    t->meet = multiplying_meet;
    t->carry = multiplying_carry;
    t->adds = multiplying_adds;
    t->copies = multiplying_copies;
    return 0;
}

int weft_allreduce_multiplying(struct weft_processor *self, int radix,
                               const struct weft_operator *op, void *data,
                               size_t bytes)
{
    const struct terms terms = {.radix = radix};
    return timetable_call(self, allreduce_multiplying_timetable, &terms, op,
                          data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allreduce_multiplying = {
    .info =
        {
            .name = "multiplying",
            .summary = "partial sums of groups of k, k^2, k^3, ..",
            .source = "Ruefenacht, Bull, Booth",
            .needs = "one-port-duplex",
        },
    .timetable = allreduce_multiplying_timetable,
    .program = combining_program,
};
