/* The binary reflected Gray code (Desprez et al. 1993, section 3): consecutive
 * processors of the cyclic order differ in one bit. */
#include <weft/tree.h>

int weft_gray(int d, int64_t j)
{
    unsigned k = (unsigned)((j - 1) & (((int64_t)1 << d) - 1));
    return (int)(k ^ (k >> 1));
}

int weft_gray_dimension(int d, int64_t j)
{
    return __builtin_ctz((unsigned)(weft_gray(d, j) ^ weft_gray(d, j + 1)));
}
