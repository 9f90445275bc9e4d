/* The binary reflected Gray code (Desprez et al. 1993, section 3): consecutive
 * processors of the cyclic order differ in one bit. */
#include <weft/unstable/tree.h>

#include "cube.h"

int weft_gray(int d, int64_t j)
{
    if (!is_cube(d))
        return -1;
    unsigned k = (unsigned)(((uint64_t)j - 1) & (((uint64_t)1 << d) - 1));
    return (int)(k ^ (k >> 1));
}

int weft_gray_dimension(int d, int64_t j)
{
    int64_t next = j < INT64_MAX ? j + 1 : INT64_MIN;
    return d > 0 && is_cube(d)
               ? __builtin_ctz((unsigned)(weft_gray(d, j) ^ weft_gray(d, next)))
               : -1;
}
