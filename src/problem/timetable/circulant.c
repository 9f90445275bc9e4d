/* Computes the packets that each processor receives in each round of the
 * circulant stream. */
#include "circulant.h"

#include <stdlib.h>

#define LOG_MAX 31

/* Compute the skips 0 to L. */
static void skips(const struct timetable *t, int64_t skip[LOG_MAX + 1])
{
    skip[t->log] = t->p;
    for (int k = t->log - 1; k >= 0; k--)
        skip[k] = (skip[k + 1] + 1) / 2;
}

/* Return the number of the round in which v receives its first packet. */
static int base_block(const struct timetable *t, const int64_t *skip, int v)
{
    for (int k = t->log - 1; k >= 0; k--)
        if (skip[k] <= v && !(v -= (int)skip[k]))
            return k;
    return t->log;
}

/* State of the computation of a receive list: for each round a path from the
 * root to v with increasing skips; each path is shorter than the previous
 * one. */
struct list_filling {
    int log;
    int64_t skip[LOG_MAX + 1];
    /* whether packet e, which belongs to skip[e], is not yet placed */
    bool todo[LOG_MAX + 1];
    int64_t short_of, top;
    int count, list[LOG_MAX + 1];
};

static int next_lower(const struct list_filling *f, int e)
{
    while (--e >= 0 && !f->todo[e])
        ;
    return e;
}

static void visit(struct list_filling *f, int64_t at, int e)
{
    const int64_t *skip = f->skip;
    for (; e >= 0; e = next_lower(f, e)) {
        int64_t there = at + skip[e];
        if (f->count >= f->log || there > f->top - skip[f->count] ||
            there >= f->short_of)
            continue;
        if (there <= f->top - skip[f->count + 1])
            visit(f, there, e);
        if (f->count == f->log || at > f->top - skip[f->count + 1])
            return;
        f->short_of = there;
        f->list[f->count++] = e;
        f->todo[e] = false;
    }
}

/* Compute the relative packets of v in rounds 0 .. L-1. */
static void receive_list(const struct timetable *t, int v, int *list)
{
    struct list_filling f = {
        .log = t->log, .short_of = 2 * (int64_t)t->p, .top = (int64_t)v + t->p};
    skips(t, f.skip);
    int base = base_block(t, f.skip, v);
    for (int e = 0; e <= t->log; e++)
        f.todo[e] = e != base;
    visit(&f, 0, next_lower(&f, t->log + 1));
    for (int k = 0; k < t->log; k++)
        list[k] = f.list[k] == t->log ? base : f.list[k] - t->log;
}

void circulant_init(struct timetable *t, int packets)
{
    t->terms.packets = packets > 0 ? packets : 1;
    t->rounds = t->p > 1 ? t->terms.packets - 1 + t->log : 0;
}

int circulant_keep(struct timetable *t)
{
    size_t log = (size_t)t->log;
    t->table = malloc(((size_t)t->p * log + 1) * sizeof *t->table);
    if (!t->table)
        return timetable_no_memory(t);
    for (int v = 0; v < t->p && log; v++)
        receive_list(t, v, t->table + (size_t)v * log);
    return 0;
}

/* Return the number of a round within the cycle of L, counted so that the last
 * round is the last of a cycle. */
static int timetable_circulant_number_of(const struct timetable *t, int round,
                                         int *x)
{
    int behind = (t->terms.packets - 1) % t->log;
    *x = behind ? t->log - behind : 0;
    return round + *x - 1;
}

int circulant_skip(const struct timetable *t, int round)
{
    int64_t skip[LOG_MAX + 1];
    int x;
    skips(t, skip);
    return (int)skip[timetable_circulant_number_of(t, round, &x) % t->log];
}

int circulant_block(const struct timetable *t, int round, int v)
{
    int own[LOG_MAX + 1], x, i = timetable_circulant_number_of(t, round, &x),
                             k = i % t->log;
    const int *list = own;
    if (t->table)
        list = t->table + (size_t)v * (size_t)t->log;
    else
        receive_list(t, v, own);
    int block = list[k] + i - k - x;
    return block < t->terms.packets ? block : t->terms.packets - 1;
}
