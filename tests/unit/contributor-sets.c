/* Sets of contributors, compared with bits for every two subsets of a few. */
#include <base/items/contributors.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#define CONTRIBUTOR_SETS_OF 7

static struct set contributor_set(unsigned bits, struct interval *room)
{
    size_t count = 0;
    for (int i = 0; i < CONTRIBUTOR_SETS_OF; i++)
        if (bits >> i & 1)
            count = spans_append(room, count, i, i);
    return (struct set){room, count};
}

static unsigned contributor_bits(struct set set)
{
    unsigned bits = 0;
    for (size_t i = 0; i < set.count; i++) {
        cr_assert(!i || set.span[i].first > set.span[i - 1].last + 1);
        for (int k = set.span[i].first; k <= set.span[i].last; k++)
            bits |= 1u << k;
    }
    return bits;
}

static int contributor_lowest(unsigned bits)
{
    return bits ? __builtin_ctz(bits) : -1;
}

static void contributor_sets_agree(unsigned a, unsigned b)
{
    struct interval room[3][2 * CONTRIBUTOR_SETS_OF];
    struct set one = contributor_set(a, room[0]);
    struct set other = contributor_set(b, room[1]);
    cr_assert_eq(contributor_bits(one), a);
    cr_assert_eq(set_within(one, other), !(a & ~b));
    cr_assert_eq(set_lacking(one, other), contributor_lowest(a & ~b));
    int common = set_common(one, other);
    cr_assert(a & b ? a & b & 1u << common : common == -1);
    size_t spans = set_unite(room[2], one, other);
    cr_assert_eq(contributor_bits((struct set){room[2], spans}), a | b);
    struct span_list list = {0};
    if (!(b & ~a)) {
        cr_assert_eq(span_list_append_rest(&list, one, other), 0);
        cr_assert_eq(contributor_bits(set_in(&list)), a & ~b);
    }
    free(list.span);
}

Test(contributor_sets, are_sets)
{
    for (unsigned a = 0; a < 1u << CONTRIBUTOR_SETS_OF; a++)
        for (unsigned b = 0; b < 1u << CONTRIBUTOR_SETS_OF; b++)
            contributor_sets_agree(a, b);
}

/* The text of a set is what a list of items names. */
Test(contributor_sets, have_a_text)
{
    struct interval room[CONTRIBUTOR_SETS_OF];
    struct item_list list = {0};
    for (unsigned a = 1; a < 1u << CONTRIBUTOR_SETS_OF; a++) {
        char text[64], item[80];
        const char *end;
        struct set set = contributor_set(a, room);
        snprintf(item, sizeof item, "3:%s", set_text(set, text, sizeof text));
        cr_assert_null(item_list_parse(&list, item, &end));
        cr_assert_eq(*end, '\0');
        cr_assert_eq(contributor_bits((struct set){list.span, list.spans}), a);
        for (int i = 0; i < CONTRIBUTOR_SETS_OF; i++)
            cr_assert_eq(set_has(set, i), a >> i & 1);
    }
    item_list_finish(&list);
}
