/* Binomial trees with negative distances. */
#include "bine.h"

#include <stdint.h>
#include <stdlib.h>

static int64_t rho(int s)
{
    int64_t power = (int64_t)1 << (s + 1);
    return (1 - (s % 2 ? power : -power)) / 3;
}

int bine_partner(int p, int rank, int s)
{
    int64_t to = rank + (rank % 2 ? -rho(s) : rho(s));
    return (int)((to % p + p) % p);
}

/* Return the end of the path with a set of steps; bit a is step a. */
static int timetable_bine_end_of(int p, unsigned set)
{
    int64_t sum = 0;
    int sign = 1;
    for (int a = 0; set >> a; a++)
        if (set >> a & 1) {
            sum += sign * rho(a);
            sign = -sign;
        }
    return (int)((sum % p + p) % p);
}

int *bine_table(int p)
{
    int log = 0;
    while (1 << log < p)
        log++;
    int *table = malloc((size_t)p * sizeof *table);
    for (int x = 0; table && x < p; x++)
        table[x] = -1;
    /* step a has weight 2^(L-1-a), so sets are visited in the order of their
     * sums */
    for (unsigned weight = 1; table && weight < 1u << log; weight++) {
        unsigned set = 0;
        for (int a = 0; a < log; a++)
            set |= (weight >> (log - 1 - a) & 1) << a;
        int x = timetable_bine_end_of(p, set);
        if (table[x] < 0)
            table[x] = __builtin_ctz(set);
    }
    return table;
}
