/* Sets of processors: memory grows with the number of members, up to one bit
 * per processor. */
#include "rank-set.h"

#include <stdlib.h>

#include "base/mix.h"

static size_t rank_set_place_of(const int32_t *table, size_t places, int rank)
{
    size_t i = (size_t)mix_one((uint64_t)rank) & (places - 1);
    while (table[i] && table[i] != rank + 1)
        i = (i + 1) & (places - 1);
    return i;
}

bool rank_set_has(const struct rank_set *set, int rank)
{
    if (set->bits)
        return set->bits[rank / 64] >> rank % 64 & 1;
    return set->places &&
           set->rank[rank_set_place_of(set->rank, set->places, rank)];
}

static int become_bits(struct rank_set *set, int processors)
{
    uint64_t *bits = calloc((size_t)processors / 64 + 1, sizeof *bits);
    if (!bits)
        return -1;
    for (uint32_t i = 0; i < set->places; i++)
        if (set->rank[i])
            bits[(set->rank[i] - 1) / 64] |= UINT64_C(1)
                                             << (set->rank[i] - 1) % 64;
    free(set->rank);
    set->rank = NULL;
    set->places = 0;
    set->bits = bits;
    return 0;
}

/* Double the size of the table, or convert it to bits if these are smaller. */
static int rank_set_grow(struct rank_set *set, int processors)
{
    size_t places = set->places ? 2 * (size_t)set->places : 4;
    if (places * sizeof *set->rank * 8 >= (size_t)processors)
        return become_bits(set, processors);
    int32_t *rank = calloc(places, sizeof *rank);
    if (!rank)
        return -1;
    mix_begin();
    for (uint32_t i = 0; i < set->places; i++)
        if (set->rank[i])
            rank[rank_set_place_of(rank, places, set->rank[i] - 1)] =
                set->rank[i];
    free(set->rank);
    set->rank = rank;
    set->places = (uint32_t)places;
    return 0;
}

int rank_set_add(struct rank_set *set, int processors, int rank)
{
    if (!set->bits && 2 * (set->count + 1) > set->places &&
        rank_set_grow(set, processors))
        return -1;
    if (set->bits)
        set->bits[rank / 64] |= UINT64_C(1) << rank % 64;
    else
        set->rank[rank_set_place_of(set->rank, set->places, rank)] = rank + 1;
    set->count++;
    return 0;
}

int rank_set_lacks(const struct rank_set *set, int processors)
{
    int rank = 0;
    while (rank < processors && rank_set_has(set, rank))
        rank++;
    return rank < processors ? rank : -1;
}

void rank_set_clear(struct rank_set *set)
{
    free(set->bits);
    free(set->rank);
    *set = (struct rank_set){0};
}
