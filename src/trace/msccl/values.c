/* What cells hold: sets of contributions. */
#include "algorithm.h"

#include <stdlib.h>

static struct value *create(size_t parts)
{
    struct value *value = malloc(sizeof *value + parts * sizeof value->part[0]);
    if (value) {
        value->holders = 1;
        value->parts = 0;
    }
    return value;
}

struct value *value_one(uint32_t part)
{
    struct value *value = create(1);
    if (value)
        value->part[value->parts++] = part;
    return value;
}

struct value *value_share(struct value *value)
{
    if (value)
        value->holders++;
    return value;
}

void value_drop(struct value *value)
{
    if (value && --value->holders == 0)
        free(value);
}

struct value *value_add(const struct value *one, const struct value *other,
                        uint32_t *twice)
{
    struct value *sum = create((size_t)one->parts + other->parts);
    uint32_t i = 0, k = 0;
    *twice = UINT32_MAX;
    if (!sum)
        return NULL;
    while (i < one->parts || k < other->parts) {
        bool first = k == other->parts ||
                     (i < one->parts && one->part[i] <= other->part[k]);
        uint32_t part = first ? one->part[i++] : other->part[k++];
        if (sum->parts && sum->part[sum->parts - 1] == part)
            *twice = part;
        else
            sum->part[sum->parts++] = part;
    }
    return sum;
}
