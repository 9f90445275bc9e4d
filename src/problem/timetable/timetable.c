/* Creation and timing of timetables. */
#include "timetable.h"

#include <stdio.h>
#include <stdlib.h>
#include <weft/unstable/ways.h>

#include "base/base.h"
#include "tree-rounds.h"

int timetable_refuse(struct timetable *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(t->wrong, sizeof t->wrong, format, arguments);
    va_end(arguments);
    return -1;
}

int timetable_no_memory(struct timetable *t)
{
    t->no_memory = true;
    return timetable_refuse(t, "no memory for a timetable");
}

static int log_of(int p)
{
    int log = 0;
    while ((int64_t)1 << log < p)
        log++;
    return log;
}

int timetable_make(struct timetable *t, timetable_maker *maker,
                   const struct terms *terms)
{
    *t = (struct timetable){.terms = *terms, .p = terms->p, .ports = 1};
    t->log = log_of(t->p);
    t->low = t->p >> t->log ? t->log : t->log - 1;
    t->rest = t->p - (1 << t->low);
    t->registers = 1;
    t->filled = 1;
    int status = t->terms.counts ? timetable_counts(t, maker) : maker(t);
    if (!t->places)
        t->places = t->blocks;
    if (!status && t->way &&
        !(t->next_way = calloc((size_t)t->p, sizeof *t->next_way)))
        return timetable_no_memory(t);
    return status;
}

void timetable_finish(struct timetable *t)
{
    for (int i = 0; i < 2; i++) {
        if (t->inner[i])
            timetable_finish(t->inner[i]);
        free(t->inner[i]);
    }
    tree_rounds_destroy(t->trees);
    free(t->next_way);
    free(t->table);
    free(t->length);
    t->trees = NULL;
    t->next_way = NULL;
    t->length = NULL;
    t->table = NULL;
    t->inner[0] = t->inner[1] = NULL;
}

/* ---- durations of rounds ------------------------------------------------- */

static uint64_t timetable_time_of(const struct timing *timing, int from, int to,
                                  const char *way, size_t bytes)
{
    if (timing->cost->loggp)
        return weft_cost_period(timing->cost, bytes);
    if (!timing->plain)
        return weft_way_time(timing->network, timing->cost, from, to, way,
                             bytes);
    return weft_cost_time(timing->cost, bytes,
                          weft_network_links(timing->network, from, to, way));
}

/* Effort of computing a message, and of each of its blocks. */
#define LOOKS_OF_MESSAGE 256
#define LOOKS_OF_BLOCK 8

/* Spend budget. Return false if none is left. */
static bool timetable_may_look(const struct timing *timing, uint64_t at)
{
    uint64_t *budget = timing->budget;
    if (budget)
        *budget = *budget > at ? *budget - at : 0;
    return !budget || *budget;
}

/* Return the longest transfer of one processor. */
static uint64_t longest_of(const struct timetable *t, int round, int rank,
                           const struct timing *timing, struct meeting *m,
                           struct cargo *c)
{
    uint64_t longest = 0;
    m->sends = m->receives = 0;
    t->meet(t, round, rank, m);
    for (int i = 0; i < m->sends; i++) {
        cargo_clear(c);
        c->number = meet_number(m->to, i, c->number);
        t->carry(t, round, rank, m->to[i], c);
        const char *way =
            t->way ? t->way(t, round, rank, m->to[i], c->number) : NULL;
        bool more = timetable_may_look(timing, LOOKS_OF_MESSAGE +
                                                   LOOKS_OF_BLOCK * c->count);
        uint64_t time = c->count
                            ? timetable_time_of(timing, rank, m->to[i], way,
                                                c->count * timing->bytes)
                            : 0;
        longest = time > longest ? time : longest;
        if (!more)
            break;
    }
    return longest;
}

uint64_t timetable_length(const struct timetable *t, int round,
                          const struct timing *timing)
{
    struct cargo c = {0};
    const struct weft_cost *cost = timing->cost;
    uint64_t near = weft_cost_period(cost, timing->bytes), longest = 0;
    bool own = !timing->plain && !cost->loggp && !weft_cost_is_unit(cost) &&
               weft_network_has_costs(timing->network);
    bool hops = own || (cost->th && !cost->loggp);
    bool words = own || (cost->loggp ? cost->per_byte : cost->tw);
    int *peers =
        hops || words ? malloc(2 * (size_t)t->ports * sizeof *peers) : NULL;
    struct meeting m = {peers, peers ? peers + t->ports : NULL, 0, 0};
    for (int rank = 0; peers && rank < (t->even && !hops ? 1 : t->p); rank++) {
        uint64_t time = longest_of(t, round, rank, timing, &m, &c);
        longest = time > longest ? time : longest;
        if (!timetable_may_look(timing, 1))
            break;
    }
    free(c.run);
    free(peers);
    if (c.failed || ((hops || words) && !peers))
        return 0;
    return longest ? longest : near;
}

int timetable_time(struct timetable *t, const struct timing *timing)
{
    t->length = malloc(((size_t)t->rounds + 1) * sizeof *t->length);
    for (int round = 1; t->length && round <= t->rounds; round++)
        if (!(t->length[round - 1] = timetable_length(t, round, timing)))
            return -1;
    return t->length ? 0 : -1;
}

/* ---- meetings
 * ----------------------------------------------------------------- */

void meet_send(struct meeting *m, int to)
{
    m->to[m->sends++] = to;
}

void meet_receive(struct meeting *m, int from)
{
    m->from[m->receives++] = from;
}

void meet_shift(const struct timetable *t, int rank, int64_t by,
                struct meeting *m)
{
    meet_send(m, ring_add(t, rank, by));
    meet_receive(m, ring_add(t, rank, -by));
}

void meet_exchange(struct meeting *m, int with)
{
    meet_send(m, with);
    meet_receive(m, with);
}

void meet_tree(int p, int log, int i, int v, bool backwards, struct meeting *m)
{
    int64_t s = (int64_t)1 << (log - i);
    bool above = v % (2 * s) == 0 && v + s < p, below = v % (2 * s) == s;
    if (above && backwards)
        meet_receive(m, (int)(v + s));
    else if (above)
        meet_send(m, (int)(v + s));
    if (below && backwards)
        meet_send(m, (int)(v - s));
    else if (below)
        meet_receive(m, (int)(v - s));
}

/* ---- cargo
 * ---------------------------------------------------------------------- */

void cargo_put(struct cargo *c, int block)
{
    cargo_run(c, block, block);
}

void cargo_run(struct cargo *c, int first, int last)
{
    if (first > last)
        return;
    if (c->runs == c->capacity &&
        array_grow(&c->run, &c->capacity, c->runs + 1, sizeof *c->run)) {
        c->failed = true;
        return;
    }
    c->runs = spans_append(c->run, c->runs, first, last);
    c->count += (size_t)last - (size_t)first + 1;
}

void cargo_ring(const struct timetable *t, struct cargo *c, int first,
                int count)
{
    first = ring_add(t, first, 0);
    /* number of blocks that wrap around to 0 */
    int behind = first + count - t->p;
    if (behind > 0) {
        cargo_run(c, 0, behind - 1);
        count -= behind;
    }
    cargo_run(c, first, first + count - 1);
}

void cargo_sort(struct cargo *c)
{
    c->runs = spans_join(c->run, c->runs);
    c->count = 0;
    for (size_t i = 0; i < c->runs; i++)
        c->count += (size_t)(c->run[i].last - c->run[i].first) + 1;
}

int adds_first(const struct timetable *t, int round, int from, int to)
{
    (void)t, (void)round, (void)from, (void)to;
    return 1;
}

int adds_both(const struct timetable *t, int round, int from, int to)
{
    (void)t, (void)round, (void)from, (void)to;
    return 3;
}

void carry_all(const struct timetable *t, int round, int from, int to,
               struct cargo *c)
{
    (void)round, (void)from, (void)to;
    cargo_run(c, 0, t->blocks - 1);
}

void timetable_combines(struct timetable *t, int blocks)
{
    t->blocks = blocks;
    t->adds = adds_first;
}

/* ---- preconditions ------------------------------------------------------- */

int timetable_need_power(struct timetable *t)
{
    if (!t->rest)
        return 0;
    return timetable_refuse(t, "needs a power of two processors, not %d", t->p);
}

int timetable_need_even(struct timetable *t)
{
    if (t->p % 2 == 0)
        return 0;
    return timetable_refuse(t, "needs an even number of processors, not %d",
                            t->p);
}

/* Choose the two factors of p that are closest, the smaller first. */
static void square(struct timetable *t)
{
    int a = 1;
    for (int i = 1; (int64_t)i * i <= t->p; i++)
        if (t->p % i == 0)
            a = i;
    t->terms.axes = 2;
    t->terms.extent[0] = a;
    t->terms.extent[1] = t->p / a;
}

int timetable_need_extents(struct timetable *t)
{
    int64_t product = 1;
    if (!t->terms.axes)
        square(t);
    for (int i = 0; i < t->terms.axes; i++)
        if ((product *= t->terms.extent[i]) > t->p)
            break;
    if (product == t->p)
        return 0;
    return timetable_refuse(t, "needs --dims that multiply to %d processors",
                            t->p);
}
