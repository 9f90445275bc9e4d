/* Combined values as symbols.
 *
 * If every contribution occurs once, a word is the sum of random words of its
 * contributors, so that any two sets have different words except with
 * probability 2^-64. If contributions may occur several times, sums do not
 * identify sets; the algorithms for this (barriers) only know intervals of
 * ranks modulo p, and a word is such an interval. */
#include "algebra.h"

#include <stdlib.h>

#include "base/numbers/splitmix.h"

/* ---- sums ---- */

static uint64_t sum_word(const struct algebra *algebra, struct interval set)
{
    return algebra->sum[set.last + 1] - algebra->sum[set.first];
}

/* Store the set of a word, the union of two others. */
static void sum_remember(struct tally *tally, uint64_t word,
                         const struct tally_value *a,
                         const struct tally_value *b)
{
    struct interval *set = malloc((a->count + b->count) * sizeof *set);
    struct tally_value value = {.word = word, .twice = -1, .set = set};
    tally->forgot |= !set;
    if (set) {
        value.count = set_unite(set, (struct set){a->set, a->count},
                                (struct set){b->set, b->count});
        tally_remember(tally, &value);
    }
    free(set);
}

static uint64_t sum_add(const struct algebra *algebra, uint64_t mine,
                        uint64_t came)
{
    struct tally *tally = algebra->tally;
    uint64_t word = mine + came;
    if (!tally || tally_table_find(&tally->table, word))
        return word;
    const struct tally_value *a = tally_table_find(&tally->table, mine);
    const struct tally_value *b = tally_table_find(&tally->table, came);
    if (a && b)
        sum_remember(tally, word, a, b);
    return word;
}

static struct set sum_set(const struct algebra *algebra, uint64_t word,
                          struct interval room[2])
{
    const struct tally_value *value =
        tally_table_find(&algebra->tally->table, word);
    (void)room;
    return value ? (struct set){value->set, value->count}
                 : (struct set){NULL, 0};
}

static int sum_open(struct algebra *algebra)
{
    algebra->sum = malloc(((size_t)algebra->p + 1) * sizeof *algebra->sum);
    if (!algebra->sum)
        return -1;
    uint64_t state = 0;
    algebra->sum[0] = 0;
    for (int rank = 0; rank < algebra->p; rank++)
        algebra->sum[rank + 1] = algebra->sum[rank] + splitmix_draw(&state);
    for (int rank = 0; rank < algebra->p && algebra->tally; rank++) {
        struct interval own = {rank, rank};
        tally_remember(algebra->tally,
                       &(struct tally_value){.word = sum_word(algebra, own),
                                             .twice = -1,
                                             .set = &own,
                                             .count = 1});
    }
    return 0;
}

static const struct algebra_kind sums = {sum_word, sum_add, sum_set};

/* ---- intervals of ranks modulo p ---- */

static uint64_t around_of(int first, int64_t length, int p)
{
    return length < p ? (uint64_t)first << 32 | (uint64_t)length : (uint64_t)p;
}

static uint64_t around_word(const struct algebra *algebra, struct interval set)
{
    return around_of(set.first, (int64_t)set.last - set.first + 1, algebra->p);
}

/* Unite two intervals, the second of which begins in the first or behind it.
 * Return 0 if it does not. */
static uint64_t around_extend(uint64_t a, uint64_t b, int p)
{
    int64_t length = (uint32_t)a, more = (uint32_t)b;
    int64_t behind = (int64_t)(b >> 32) - (int64_t)(a >> 32);
    behind += behind < 0 ? p : 0;
    if (behind > length)
        return 0;
    return around_of((int)(a >> 32),
                     behind + more > length ? behind + more : length, p);
}

static uint64_t around_add(const struct algebra *algebra, uint64_t mine,
                           uint64_t came)
{
    if (mine == SYMBOL_UNKNOWN || came == SYMBOL_UNKNOWN)
        return SYMBOL_UNKNOWN;
    uint64_t both = around_extend(mine, came, algebra->p);
    both = both ? both : around_extend(came, mine, algebra->p);
    return both ? both : SYMBOL_UNKNOWN;
}

static struct set around_set(const struct algebra *algebra, uint64_t word,
                             struct interval room[2])
{
    int64_t first = (int64_t)(word >> 32), last = first + (uint32_t)word - 1;
    if (last < algebra->p) {
        room[0] = (struct interval){(int)first, (int)last};
        return (struct set){room, 1};
    }
    room[0] = (struct interval){0, (int)(last - algebra->p)};
    room[1] = (struct interval){(int)first, algebra->p - 1};
    return (struct set){room, 2};
}

static const struct algebra_kind around = {around_word, around_add, around_set};

/* ---- both ---- */

int algebra_open(struct algebra *algebra, int p, bool any, struct tally *tally)
{
    *algebra =
        (struct algebra){.p = p, .tally = tally, .kind = any ? &around : &sums};
    return any ? 0 : sum_open(algebra);
}

void algebra_close(struct algebra *algebra)
{
    free(algebra->sum);
}

uint64_t algebra_own(const struct algebra *algebra, int rank)
{
    return algebra->kind->word(algebra, (struct interval){rank, rank});
}
