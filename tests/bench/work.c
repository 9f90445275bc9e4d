/* The table of all works, and functions that they share. */
#include "work.h"

#include <string.h>

const struct work *const works[] = {
    &work_broadcast, &work_successive, &work_gather,
    &work_necklace,  &work_stream,     NULL,
};

const struct work *work_find(const char *name, int d)
{
    for (int i = 0; d > 0 && d <= DIMENSION_MAX && works[i]; i++)
        if (!strcmp(works[i]->name, name))
            return works[i]->prepare && works[i]->prepare(d) ? NULL : works[i];
    return NULL;
}

uint64_t work_mix(uint64_t digest, uint64_t value)
{
    return (digest ^ value) * 0x9e3779b97f4a7c15u + 1;
}

uint64_t work_combine(uint64_t all, int rank, uint64_t digest)
{
    return all + work_mix(digest, (uint64_t)rank);
}

uint64_t work_token(int d, int64_t number)
{
    return (uint64_t)number * 0x2545f4914f6cdd1d + (uint64_t)d;
}
