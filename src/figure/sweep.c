/* Computes sums over time. */
#include "figure.h"

#include <stdlib.h>

static int change_compare(const void *left, const void *right)
{
    const struct change *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->time > b->time) - (a->time < b->time);
}

int sweep_changes(struct change *changes, size_t count, bool split,
                  int (*each)(void *arg, int64_t key, uint64_t start,
                              uint64_t end, int64_t sum),
                  void *arg)
{
    if (!count)
        return 0;
    qsort(changes, count, sizeof *changes, change_compare);
    int64_t sum = 0;
    uint64_t since = 0;
    for (size_t i = 0; i < count;) {
        int64_t key = changes[i].key, before = sum;
        uint64_t time = changes[i].time;
        while (i < count && changes[i].key == key && changes[i].time == time)
            sum += changes[i++].change;
        if (sum == before && !split)
            continue;
        if (before && each(arg, key, since, time, before))
            return -1;
        since = time;
    }
    return 0;
}
