/* The operators of reductions on words, and on a partial word at the end. */
#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>
#include <weft/unstable/collective.h>

static const struct weft_operator *operators_find(const char *name)
{
    const struct weft_operator *op;
    for (size_t i = 0; (op = weft_operator(i)); i++)
        if (!strcmp(op->name, name))
            return op;
    return NULL;
}

static uint64_t apply(const char *name, uint64_t left, uint64_t right)
{
    uint64_t result;
    operators_find(name)->combine(operators_find(name), &result, &left, &right,
                                  sizeof result);
    return result;
}

Test(operators, words)
{
    cr_assert_eq(apply("sum", UINT64_MAX, 3), 2);
    cr_assert_eq(apply("product", 7, 6), 42);
    cr_assert_eq(apply("min", UINT64_MAX, 6), 6);
    cr_assert_eq(apply("min", 5, 6), 5);
    cr_assert_eq(apply("max", UINT64_MAX, 6), UINT64_MAX);
    cr_assert_eq(apply("max", 5, 6), 6);
    /* 3 x + 4 after 5 x + 2 is 15 x + 10; in the other order 15 x + 22 */
    uint64_t f = 3 | (uint64_t)4 << 32, g = 5 | (uint64_t)2 << 32;
    cr_assert_eq(apply("compose", f, g), 15 | (uint64_t)10 << 32);
    cr_assert_eq(apply("compose", g, f), 15 | (uint64_t)22 << 32);
}

Test(operators, lengths_that_are_no_multiple_of_a_word)
{
    const unsigned char left[11] = {255, 1, 0, 0, 0, 0, 0, 0, 255, 255, 1};
    const unsigned char right[11] = {1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0};
    const unsigned char expected[11] = {0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 2};
    unsigned char result[12];
    result[11] = 77;
    operators_find("sum")->combine(operators_find("sum"), result, left, right,
                                   11);
    cr_assert_eq(memcmp(result, expected, 11), 0);
    cr_assert_eq(result[11], 77);
}

Test(operators, associativity)
{
    const struct weft_operator *op;
    for (size_t i = 0; (op = weft_operator(i)); i++) {
        uint64_t a = 0x123456789abcdef1u, b = 0xfedcba9876543211u;
        uint64_t c = 0x0f1e2d3c4b5a6979u;
        const char *name = op->name;
        cr_assert_eq(apply(name, apply(name, a, b), c),
                     apply(name, a, apply(name, b, c)), "%s", name);
        bool same = apply(name, a, b) == apply(name, b, a);
        cr_assert_eq(same, op->commutes, "%s", name);
    }
}
