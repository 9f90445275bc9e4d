/* pat (parallel aggregated trees): the block of every processor goes down a
 * binomial tree, all trees at once, far distances first; a message has at most
 * A blocks, a power of two. With P = 2^ceil(log2 p) and D = P / A, log2 A
 * rounds reach the roots of A subtrees with D nodes each; then each of the D -
 * 1 edges of a subtree takes a round, in preorder, for all subtrees at once.
 * Volume p - 1, at most log2 A + D - 1 rounds; A = P / 2 takes ceil(log2 p)
 * rounds. Source: Jeaugey, "PAT: a new algorithm for all-gather and
 * reduce-scatter operations at scale" 2025 (NCCL 2.23). */
#include <stdlib.h>

#include "allgather.h"

/* Return the number of nodes of a subtree. */
static int64_t pat_subtree(const struct timetable *t)
{
    int64_t half = (int64_t)1 << (t->log > 1 ? t->log - 1 : 0);
    int64_t most = t->terms.aggregate;
    return ((int64_t)1 << t->log) / (most && most < half ? most : half);
}

/* Return the next edge of a subtree in preorder; an edge is named by the offset
 * of its lower node, and its length is the lowest set bit of this offset. */
static int64_t pat_next(int64_t node)
{
    int64_t done = node % 2 ? node - 1 : node, length = done & -done;
    return node % 2 ? done - length + length / 2 : node + length / 2;
}

/* Fill t->table with the first offset of each round, without those that no
 * processor has. Return 0 or -1. */
static int pat_plan(struct timetable *t)
{
    int64_t subtree = pat_subtree(t);
    t->table = calloc((size_t)(subtree + t->log), sizeof *t->table);
    if (!t->table)
        return timetable_no_memory(t);
    for (int64_t root = ((int64_t)1 << t->log) / 2; root >= subtree; root /= 2)
        t->table[t->rounds++] = (int)root;
    for (int64_t node = subtree / 2; node; node = pat_next(node))
        if (node < t->p)
            t->table[t->rounds++] = (int)node;
    return 0;
}

static void pat_meet(const struct timetable *t, int round, int rank,
                     struct meeting *m)
{
    int first = t->table[round - 1];
    meet_shift(t, rank, -(first & -first), m);
}

static void pat_carry(const struct timetable *t, int round, int from, int to,
                      struct cargo *c)
{
    int64_t first = t->table[round - 1], subtree = pat_subtree(t);
    int64_t spacing = first < subtree ? subtree : 2 * first;
    (void)from;
    for (int64_t offset = first; offset < t->p; offset += spacing)
        cargo_put(c, ring_add(t, to, offset));
    cargo_sort(c);
}

int allgather_pat_timetable(struct timetable *t)
{
    int most = t->terms.aggregate;
    if (most < 0 || (most & (most - 1)))
        return timetable_refuse(
            t, "sends a power of two blocks in a message, not %d", most);
    if (pat_plan(t))
        return -1;
    t->blocks = t->p;
    t->even = true;
    t->meet = pat_meet;
    t->carry = pat_carry;
    return 0;
}

int weft_allgather_pat(struct weft_processor *self, int aggregate, void *data,
                       size_t bytes)
{
    const struct terms terms = {.aggregate = aggregate};
    return timetable_call(self, allgather_pat_timetable, &terms, NULL, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allgather_pat = {
    .info =
        {
            .name = "pat",
            .summary =
                "binomial trees from all processors at once, messages of "
                "at most A blocks",
            .source = "Jeaugey",
            .needs = "one-port-duplex",
        },
    .timetable = allgather_pat_timetable,
    .program = allgather_program,
};
