/* Keyed hashing of numbers, for the tables of hash.h.
 *
 * The key is drawn once per process, so that nobody can write a file whose
 * numbers all fall on one place, and every bit of a number counts. So the order
 * of a table's places differs from run to run: nothing that anybody sees may
 * follow it. */
#ifndef WEFT_SRC_BASE_MIX_H
#define WEFT_SRC_BASE_MIX_H

#include <stdbool.h>
#include <stdint.h>

/* Drawn by mix_begin(), read-only from then on; a table calls it before it
 * has its first place. Any thread. */
extern uint64_t mix_key[4];
void mix_begin(void);

/* Both halves of a product, folded: each bit of either factor reaches all. */
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

/* A key of two numbers. */
struct pair {
    uint64_t a, b;
};

/* Of all characters of a text. */
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
