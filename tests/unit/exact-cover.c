/* Values as sums of others: compared with exhaustive search, and with very many
 * values; and how blocks with equal values are split into pieces. */
#include "check/problems/combined/exact-cover.h"

#include <criterion/criterion.h>

#define EXACT_COVER_RANKS 10
#define EXACT_COVER_VALUES 12
#define BLOCKS 9

static uint64_t exact_cover_state = 88172645463325252u;

static unsigned exact_cover_draw(unsigned below)
{
    exact_cover_state ^= exact_cover_state << 13;
    exact_cover_state ^= exact_cover_state >> 7;
    exact_cover_state ^= exact_cover_state << 17;
    return (unsigned)(exact_cover_state % below);
}

/* Return the set given by a bit mask; span[] holds its ranges. */
static struct set set_of(unsigned mask, struct interval span[EXACT_COVER_RANKS])
{
    size_t count = 0;
    for (int i = 0; i < EXACT_COVER_RANKS; i++) {
        if (!(mask >> i & 1))
            continue;
        if (count && span[count - 1].last == i - 1)
            span[count - 1].last = i;
        else
            span[count++] = (struct interval){i, i};
    }
    return (struct set){span, count};
}

/* Return whether `wanted` is the sum of some of the masks. */
static bool is_made(unsigned wanted, const unsigned *mask, int count)
{
    if (!wanted || !count)
        return !wanted;
    return is_made(wanted, mask + 1, count - 1) ||
           (*mask && !(*mask & ~wanted) &&
            is_made(wanted & ~*mask, mask + 1, count - 1));
}

/* A value that a processor holds, and its blocks. */
struct given {
    struct interval blocks;
    unsigned mask, since;
};

static void exact_cover_ask(struct values *values, unsigned wanted,
                            const struct given *given, int count)
{
    struct interval span[EXACT_COVER_RANKS];
    int block = (int)exact_cover_draw(BLOCKS), culprit, known = 0;
    const struct holder holder = {
        .latest = values_part(values, 0, block, BLOCKS).latest,
        .time = exact_cover_draw(7)};
    unsigned held[EXACT_COVER_VALUES];
    uint64_t begin;
    for (int i = 0; i < count; i++)
        if (given[i].since <= holder.time && given[i].blocks.first <= block &&
            block <= given[i].blocks.last)
            held[known++] = given[i].mask;
    bool made = values_make(values, &holder, set_of(wanted, span), &culprit,
                            &begin) == FOUND;
    cr_expect_eq(made, is_made(wanted, held, known), "%x of %d", wanted, known);
}

static struct given give(struct values *values, unsigned all)
{
    int32_t first = (int32_t)exact_cover_draw(BLOCKS);
    int32_t last =
        first + (int32_t)exact_cover_draw((unsigned)(BLOCKS - first));
    struct given given = {
        {first, last}, exact_cover_draw(all) + 1, exact_cover_draw(6)};
    struct interval span[EXACT_COVER_RANKS];
    cr_assert_eq(values_give(values, 0, given.blocks, set_of(given.mask, span),
                             given.since),
                 0);
    return given;
}

Test(exact_cover, as_if_all_was_tried)
{
    for (int i = 0; i < 5000; i++) {
        struct values values = {0};
        struct given given[EXACT_COVER_VALUES] = {{{0, BLOCKS - 1}, 1, 0}};
        unsigned all = (1u << (2 + exact_cover_draw(9))) - 1;
        int own = (int)exact_cover_draw(2),
            count = own + (int)exact_cover_draw(EXACT_COVER_VALUES);
        if (own)
            cr_assert_eq(values_own(&values, 0, given[0].blocks, 0), 0);
        for (int k = own; k < count; k++)
            given[k] = give(&values, all);
        for (int k = 0; k < 4; k++)
            exact_cover_ask(&values, k ? exact_cover_draw(all) + 1 : all, given,
                            count);
        values_finish(&values);
    }
}

/* One message from each processor, in any order: no search may be wasted. */
Test(exact_cover, of_very_many, .timeout = 20)
{
    enum { EXACT_COVER_MANY = 150000 };
    struct values values = {0};
    const struct interval every = {0, EXACT_COVER_MANY - 1}, block = {0, 0};
    int culprit;
    uint64_t since;
    cr_assert_eq(values_own(&values, 0, block, 0), 0);
    for (int i = 1; i < EXACT_COVER_MANY; i++) {
        int32_t rank = (int32_t)((int64_t)i * 7919 % EXACT_COVER_MANY);
        const struct interval one = {rank, rank};
        cr_assert_eq(
            values_give(&values, 0, block, (struct set){&one, 1}, (uint64_t)i),
            0);
    }
    const struct holder holder = {.latest =
                                      values_part(&values, 0, 0, 0).latest,
                                  .time = EXACT_COVER_MANY};
    cr_expect_eq(values_make(&values, &holder, (struct set){&every, 1},
                             &culprit, &since),
                 FOUND);
    cr_expect_lt(values.looks, 4u * EXACT_COVER_MANY);
    values_finish(&values);
}

/* Every other block, in any order, and then all of them. */
Test(exact_cover, pieces_of_many_blocks, .timeout = 20)
{
    enum { EXACT_COVER_MANY = 100003 };
    struct values values = {0};
    const struct interval one = {7, 7}, every = {0, 2 * EXACT_COVER_MANY - 1};
    const struct set set = {&one, 1};
    for (int i = 0; i < EXACT_COVER_MANY; i++) {
        int32_t block = (int32_t)((int64_t)i * 7919 % EXACT_COVER_MANY) * 2;
        const struct interval blocks = {block, block};
        cr_assert_eq(values_give(&values, 0, blocks, set, (uint64_t)block), 0);
    }
    for (int block = 0; block < 2 * EXACT_COVER_MANY; block++) {
        struct piece_part part = values_part(&values, 0, block, every.last);
        bool given = part.latest != VALUE_NONE;
        cr_assert_eq(part.blocks.first, block);
        cr_assert_eq(part.blocks.last, block);
        cr_assert_eq(given, block % 2 == 0);
        cr_assert(!given || values.value[part.latest].from == (unsigned)block);
    }
    cr_assert_eq(values_give(&values, 0, every, set, 1), 0);
    cr_expect_eq(values.count, 3u * EXACT_COVER_MANY);
    values_finish(&values);
}
