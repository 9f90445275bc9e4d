/* The generator splitmix64 (Steele, Lea and Flood, 2014): the same numbers on
 * every machine, from any seed. */
#ifndef WEFT_SRC_BASE_NUMBERS_SPLITMIX_H
#define WEFT_SRC_BASE_NUMBERS_SPLITMIX_H

#include <stdint.h>

/* Return the next of 2^64 numbers. */
static inline uint64_t splitmix_draw(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

#endif
