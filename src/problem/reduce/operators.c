/* The operators of reductions.
 *
 * Words are unsigned numbers of 8 bytes with wraparound; the last word of a
 * message is shorter if its length is not a multiple of 8. */
#include <stdint.h>
#include <weft/unstable/collective.h>

static uint64_t operators_sum(uint64_t left, uint64_t right, int bits)
{
    (void)bits;
    return left + right;
}

static uint64_t product(uint64_t left, uint64_t right, int bits)
{
    (void)bits;
    return left * right;
}

static uint64_t min(uint64_t left, uint64_t right, int bits)
{
    (void)bits;
    return left < right ? left : right;
}

static uint64_t max(uint64_t left, uint64_t right, int bits)
{
    (void)bits;
    return left > right ? left : right;
}

/* Compose two maps. A word represents the map x -> a x + b on numbers of half
 * its length, with a in the low half and b in the high half; the left map is
 * applied after the right one. Does not commute. */
static uint64_t compose(uint64_t left, uint64_t right, int bits)
{
    int half = bits / 2;
    uint64_t mask = ((uint64_t)1 << half) - 1;
    uint64_t a = (left & mask) * (right & mask);
    uint64_t b = (left & mask) * (right >> half) + (left >> half);
    return (a & mask) | (b & mask) << half;
}

static uint64_t operators_load(const unsigned char *from, size_t bytes)
{
    uint64_t word = 0;
    for (size_t i = bytes; i-- > 0;)
        word = word << 8 | from[i];
    return word;
}

static void save(unsigned char *to, size_t bytes, uint64_t word)
{
    for (size_t i = 0; i < bytes; i++, word >>= 8)
        to[i] = (unsigned char)word;
}

typedef uint64_t word_function(uint64_t left, uint64_t right, int bits);

/* Combine word by word; results are truncated to the length of a shorter
 * word. */
static void each_word(word_function *combine, void *result, const void *left,
                      const void *right, size_t bytes)
{
    const unsigned char *l = left, *r = right;
    unsigned char *to = result;
    for (size_t at = 0; at < bytes; at += 8) {
        size_t length = bytes - at < 8 ? bytes - at : 8;
        uint64_t word =
            combine(operators_load(l + at, length),
                    operators_load(r + at, length), (int)length * 8);
        save(to + at, length, word);
    }
}

static void sums(const struct weft_operator *op, void *result, const void *left,
                 const void *right, size_t bytes)
{
    (void)op;
    each_word(operators_sum, result, left, right, bytes);
}

static void products(const struct weft_operator *op, void *result,
                     const void *left, const void *right, size_t bytes)
{
    (void)op;
    each_word(product, result, left, right, bytes);
}

static void mins(const struct weft_operator *op, void *result, const void *left,
                 const void *right, size_t bytes)
{
    (void)op;
    each_word(min, result, left, right, bytes);
}

static void maxs(const struct weft_operator *op, void *result, const void *left,
                 const void *right, size_t bytes)
{
    (void)op;
    each_word(max, result, left, right, bytes);
}

static void composes(const struct weft_operator *op, void *result,
                     const void *left, const void *right, size_t bytes)
{
    (void)op;
    each_word(compose, result, left, right, bytes);
}

static const struct weft_operator operators[] = {
    {"sum", true, sums}, {"product", true, products},  {"min", true, mins},
    {"max", true, maxs}, {"compose", false, composes},
};

const struct weft_operator *weft_operator(size_t index)
{
    size_t rows = sizeof operators / sizeof *operators;
    return index < rows ? &operators[index] : NULL;
}
