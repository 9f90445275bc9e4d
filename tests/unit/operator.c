/* The operators of reductions on words and on what is left of a word. */
#include <criterion/criterion.h>
#include <errno.h>
#include <problem/reduce/operator.h>
#include <string.h>

static uint64_t apply(const char *name, uint64_t left, uint64_t right)
{
    const struct reduce_operator *op = reduce_operator_find(name, NULL);
    uint64_t result;
    reduce_combine(op, &result, &left, &right, sizeof result);
    return result;
}

Test(operator, words)
{
    cr_assert_eq(apply("sum", UINT64_MAX, 3), 2);
    cr_assert_eq(apply("product", 7, 6), 42);
    cr_assert_eq(apply("min", UINT64_MAX, 6), 6);
    cr_assert_eq(apply("min", 5, 6), 5);
    cr_assert_eq(apply("max", UINT64_MAX, 6), UINT64_MAX);
    cr_assert_eq(apply("max", 5, 6), 6);
    /* 3 x + 4 after 5 x + 2 is 15 x + 10; the other way round 15 x + 22 */
    uint64_t f = 3 | (uint64_t)4 << 32, g = 5 | (uint64_t)2 << 32;
    cr_assert_eq(apply("compose", f, g), 15 | (uint64_t)10 << 32);
    cr_assert_eq(apply("compose", g, f), 15 | (uint64_t)22 << 32);
}

Test(operator, lengths_that_are_no_multiple_of_a_word)
{
    const unsigned char left[11] = {255, 1, 0, 0, 0, 0, 0, 0, 255, 255, 1};
    const unsigned char right[11] = {1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0};
    const unsigned char expected[11] = {0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 2};
    unsigned char result[12];
    result[11] = 77;
    reduce_combine(reduce_operator_find(NULL, NULL), result, left, right, 11);
    cr_assert_eq(memcmp(result, expected, 11), 0);
    cr_assert_eq(result[11], 77);
}

Test(operator, associativity)
{
    static const char *const names[] = {"sum", "product", "min", "max",
                                        "compose"};
    for (size_t i = 0; i < 5; i++) {
        uint64_t a = 0x123456789abcdef1u, b = 0xfedcba9876543211u;
        uint64_t c = 0x0f1e2d3c4b5a6979u;
        cr_assert_eq(apply(names[i], apply(names[i], a, b), c),
                     apply(names[i], a, apply(names[i], b, c)), "%s", names[i]);
        bool same = apply(names[i], a, b) == apply(names[i], b, a);
        cr_assert_eq(same, reduce_operator_find(names[i], NULL)->commutes, "%s",
                     names[i]);
    }
}

Test(operator, names)
{
    struct weft_error err;
    cr_assert_str_eq(reduce_operator_find(NULL, NULL)->name, "sum");
    cr_assert_null(reduce_operator_find("mix", &err));
    cr_assert_eq(errno, ENOENT);
}
