/* The contents of cells: sets of contributions. */
#include "algorithm.h"

#include <stdlib.h>

/* fixed cost of a value; one contribution costs 1 */
#define VALUE_COST 10

static struct value *values_create(size_t parts, uint64_t *alive)
{
    struct value *value = malloc(sizeof *value + parts * sizeof value->part[0]);
    if (value) {
        value->alive = alive;
        value->number = VALUE_NEW;
        value->holders = 1;
        value->parts = 0;
    }
    return value;
}

struct value *value_one(uint32_t part, uint64_t *alive)
{
    struct value *value = values_create(1, alive);
    if (value)
        value->part[value->parts++] = part;
    if (value)
        *alive += VALUE_COST + 1;
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
    if (!value || --value->holders)
        return;
    *value->alive -= VALUE_COST + value->parts;
    free(value);
}

struct value *value_add(const struct value *one, const struct value *other,
                        uint32_t *twice)
{
    struct value *sum =
        values_create((size_t)one->parts + other->parts, one->alive);
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
    *sum->alive += VALUE_COST + sum->parts;
    return sum;
}

int value_block(const struct algorithm *a, const struct value *value)
{
    uint32_t input = (uint32_t)collective_input(a);
    int block = -1;
    for (uint32_t k = 0; value && k < value->parts; k++) {
        uint32_t part = value->part[k];
        int other =
            a->collective->number(a, (int)(part / input), (int)(part % input));
        if (k && other != block)
            return -1;
        block = other;
    }
    return block;
}
