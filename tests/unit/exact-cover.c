/* Values made of others: held against trying everything, and many at once. */
#include "check/problems/exact-cover.h"

#include <criterion/criterion.h>

#define RANKS 10
#define VALUES 12

static uint64_t state = 88172645463325252u;

static unsigned draw(unsigned below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state % below);
}

/* A mask as a set; its ranges. */
static struct set set_of(unsigned mask, struct interval span[RANKS])
{
    size_t count = 0;
    for (int i = 0; i < RANKS; i++) {
        if (!(mask >> i & 1))
            continue;
        if (count && span[count - 1].last == i - 1)
            span[count - 1].last = i;
        else
            span[count++] = (struct interval){i, i};
    }
    return (struct set){span, count};
}

/* Is it the sum of some of them? */
static bool is_made(unsigned wanted, const unsigned *mask, int count)
{
    if (!wanted || !count)
        return !wanted;
    return is_made(wanted, mask + 1, count - 1) ||
           (*mask && !(*mask & ~wanted) &&
            is_made(wanted & ~*mask, mask + 1, count - 1));
}

static void ask(struct values *values, unsigned wanted, const unsigned *mask,
                const unsigned *since, int count)
{
    struct interval span[RANKS];
    const struct holder holder = {.own = draw(2), .time = draw(7)};
    unsigned held[VALUES + 1];
    int culprit, known = 0;
    uint64_t begin;
    if (holder.own)
        held[known++] = 1;
    for (int i = 0; i < count; i++)
        if (since[i] <= holder.time)
            held[known++] = mask[i];
    bool made = values_make(values, &holder, set_of(wanted, span), &culprit,
                            &begin) == FOUND;
    cr_expect_eq(made, is_made(wanted, held, known), "%x of %d", wanted, known);
}

Test(exact_cover, as_if_all_was_tried)
{
    for (int i = 0; i < 5000; i++) {
        struct values values = {0};
        unsigned mask[VALUES], since[VALUES], all = (1u << (2 + draw(9))) - 1;
        int count = (int)draw(VALUES + 1);
        for (int k = 0; k < count; k++) {
            struct interval span[RANKS];
            mask[k] = draw(all) + 1;
            since[k] = draw(6);
            cr_assert_eq(
                values_give(&values, 0, 0, set_of(mask[k], span), since[k]), 0);
        }
        ask(&values, all, mask, since, count);
        ask(&values, draw(all) + 1, mask, since, count);
        values_finish(&values);
    }
}

/* One message of each, in any order: no look is in vain. */
Test(exact_cover, of_very_many, .timeout = 20)
{
    enum { MANY = 150000 };
    struct values values = {0};
    const struct holder holder = {.own = true, .time = MANY};
    const struct interval every = {0, MANY - 1};
    int culprit;
    uint64_t since;
    for (int i = 1; i < MANY; i++) {
        int32_t rank = (int32_t)((int64_t)i * 7919 % MANY);
        const struct interval one = {rank, rank};
        cr_assert_eq(
            values_give(&values, 0, 0, (struct set){&one, 1}, (uint64_t)i), 0);
    }
    cr_expect_eq(values_make(&values, &holder, (struct set){&every, 1},
                             &culprit, &since),
                 FOUND);
    cr_expect_lt(values.looks, 4u * MANY);
    values_finish(&values);
}
