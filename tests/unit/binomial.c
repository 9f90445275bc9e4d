/* Binomial trees and their rotations, compared with Desprez et al. 1993: the
 * stated properties hold for the intended trees and fail for the printed
 * definitions. */
#include <criterion/criterion.h>
#include <weft/unstable/tree.h>

static int lowest(int word)
{
    return __builtin_ctz((unsigned)word);
}

static int rotate_left(int word, int by, int d)
{
    return (word << by | word >> (d - by)) & ((1 << d) - 1);
}

Test(binomial, children_and_parents_agree)
{
    int children[32];
    for (int d = 1; d <= 6; d++)
        for (int i = 0; i < d << 2 * d; i++) {
            int root = i & ((1 << d) - 1), u = i >> d & ((1 << d) - 1);
            int nu = i >> 2 * d;
            int count = weft_binomial_children(d, root, nu, u, children);
            for (int c = 0; c < count; c++)
                cr_assert_eq(weft_binomial_parent(d, root, nu, children[c]), u);
            int level = weft_binomial_level(root, u);
            cr_assert_eq(level, __builtin_popcount((unsigned)(u ^ root)));
            cr_assert_eq(u == root, weft_binomial_parent(d, root, nu, u) < 0);
        }
}

/* The central step in the proof of Lemma 3. */
Test(binomial, leaves_differ_from_the_root_in_one_bit)
{
    int children[32];
    for (int d = 1; d <= 6; d++)
        for (int i = 0; i < d << 2 * d; i++) {
            int root = i & ((1 << d) - 1), u = i >> d & ((1 << d) - 1);
            int nu = i >> 2 * d;
            int count = weft_binomial_children(d, root, nu, u, children);
            cr_assert_eq(count == 0, (u ^ root) >> nu & 1);
        }
}

/* Erratum A1: with "0 at position k" instead of "flip bit k", the parent is
 * wrong in half of all cases. */
Test(binomial, the_printed_parent_is_wrong)
{
    for (int d = 1; d <= 7; d++) {
        int p = 1 << d, wrong = 0;
        for (int root = 0; root < p; root++)
            for (int u = 0; u < p; u++)
                if (u != root)
                    wrong += (u & ~(1 << lowest(u ^ root))) !=
                             weft_binomial_parent(d, root, 0, u);
        cr_expect_eq(2 * wrong, p * (p - 1), "d = %d: %d", d, wrong);
    }
}

/* Erratum A2: rotating every vertex of SBT(x) also moves the root, and the
 * leaves are not those required by the proof. */
Test(binomial, the_printed_rotation_is_wrong)
{
    int children[32], wrong = 0, d = 4, p = 1 << d;
    cr_expect_eq(rotate_left(1, 1, 2), 2); /* the root of R(SBT(01)) */
    for (int root = 0; root < p; root++)
        for (int nu = 0; nu < d; nu++)
            for (int u = 0; u < p; u++) {
                int before = rotate_left(u, d - nu, d);
                bool leaf =
                    !weft_binomial_children(d, root, 0, before, children);
                wrong += leaf != (bool)((u ^ root) >> nu & 1);
            }
    cr_expect_eq(wrong, 384, "%d", wrong);
}
