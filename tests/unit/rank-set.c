/* The checker's sets of processors, compared with an array. */
#include <check/rank-set.h>
#include <criterion/criterion.h>
#include <stdlib.h>

#define RANK_SET_SIZE 5000

Test(rank_set, is_a_set)
{
    static bool in[RANK_SET_SIZE];
    struct rank_set set = {0};
    srand(5);
    for (unsigned added = 0; added < RANK_SET_SIZE; added++) {
        int rank;
        do
            rank = rand() % RANK_SET_SIZE;
        while (in[rank]);
        cr_assert_not(rank_set_has(&set, rank));
        cr_assert_eq(rank_set_add(&set, RANK_SET_SIZE, rank), 0);
        in[rank] = true;
        cr_assert_eq(set.count, added + 1);
        for (int i = 0; i < RANK_SET_SIZE && added % 64 == 0; i++)
            cr_assert_eq(rank_set_has(&set, i), in[i]);
        int lacks = rank_set_lacks(&set, RANK_SET_SIZE);
        cr_assert_eq(lacks, added + 1 == RANK_SET_SIZE ? -1 : lacks);
        cr_assert(lacks < 0 || !in[lacks]);
    }
    rank_set_clear(&set);
    cr_assert_not(rank_set_has(&set, 7));
}

/* A set with few members needs little memory, however many processors there
 * are. */
Test(rank_set, follows_its_members)
{
    for (int members = 1; members <= 1000; members *= 10) {
        struct rank_set set = {0};
        for (int i = 0; i < members; i++)
            cr_assert_eq(rank_set_add(&set, 1 << 20, i * 37), 0);
        cr_expect_null(set.bits);
        cr_expect_leq(set.places, 4u * (unsigned)members + 4);
        rank_set_clear(&set);
    }
}
