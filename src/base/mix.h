/* Keyed hashing of numbers, for the tables of hash.h.
 *
 * The key is random for each process, so that no file can be crafted whose
 * numbers all collide, and every bit of a number affects the hash. The order of
 * a table's slots therefore differs from run to run: no output may depend on
 * it. */
#ifndef WEFT_SRC_BASE_MIX_H
#define WEFT_SRC_BASE_MIX_H

#include <stdbool.h>
#include <stdint.h>

/* Set by mix_begin(), read-only afterwards; a table calls mix_begin() before
 * its first allocation. Thread-safe. */
extern uint64_t mix_key[4];
void mix_begin(void);

/* XOR both halves of the product: each bit of either factor affects all
 * bits. */
static inline uint64_t mix_fold(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
#else
    uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX);
    uint64_t one = (a >> 32) * (b & UINT32_MAX) + (low >> 32);
    uint64_t two = (a & UINT32_MAX) * (b >> 32) + (one & UINT32_MAX);
    uint64_t high = (a >> 32) * (b >> 32) + (one >> 32) + (two >> 32);
    return high ^ (two << 32 | (low & UINT32_MAX));
#endif
}

static inline uint64_t mix_two(uint64_t a, uint64_t b)
{
    uint64_t mixed = mix_fold(a ^ mix_key[0], b ^ mix_key[1]);
    return mix_fold(mixed ^ mix_key[2], mix_key[3]);
}

static inline uint64_t mix_one(uint64_t a)
{
    return mix_two(a, 0);
}

/* a key of two numbers */
struct pair {
    uint64_t a, b;
};

/* Hash all bytes of a text. */
static inline uint64_t mix_text(const char *text)
{
    uint64_t hash = 0;
    for (; *text; text++)
        hash = mix_two(hash, (unsigned char)*text);
    return hash;
}

static inline uint64_t mix_pair(struct pair key)
{
    return mix_two(key.a, key.b);
}

static inline bool pair_same(struct pair one, struct pair two)
{
    return one.a == two.a && one.b == two.b;
}

#endif
