/* Rounds by the digits of a distance in base q. */
#include "stages.h"

int stage_radix(const struct timetable *t)
{
    return t->terms.radix > 1 ? t->terms.radix : 2;
}

int stages(const struct timetable *t)
{
    int rounds = 0, q = stage_radix(t);
    for (int64_t s = 1; s < t->p; s *= q)
        for (int64_t j = 1; j < q && j * s < t->p; j++)
            rounds++;
    return rounds;
}

struct stage stage_of(const struct timetable *t, int round)
{
    int q = stage_radix(t);
    for (int64_t s = 1; s < t->p; s *= q)
        for (int64_t j = 1; j < q && j * s < t->p; j++)
            if (!--round)
                return (struct stage){s, j * s};
    return (struct stage){1, 1};
}
