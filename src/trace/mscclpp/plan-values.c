/* The contents of cells: sets of contributions, as ranges of GPUs. */
#include "base/base.h"

#include "run.h"

#include <stdlib.h>
#include <string.h>

/* Limit on the parts of values that additions go through. */
#define PLAN_ADDED_MAX ((uint64_t)1 << AT_ONCE(31, 18))

static struct plan_sum *plan_value_new(struct plan_run *run, uint64_t parts)
{
    struct plan_sum *value =
        malloc(sizeof *value + parts * sizeof *value->part);
    if (!value) {
        plan_run_stop(run);
        return NULL;
    }
    value->refs = 1;
    value->parts = 0;
    return value;
}

struct plan_sum *plan_value_one(struct plan_run *run, uint32_t cell,
                                uint32_t gpu)
{
    struct plan_sum *value = plan_value_new(run, 1);
    if (value)
        value->part[value->parts++] = (struct plan_part){cell, gpu, gpu};
    return value;
}

struct plan_sum *plan_value_share(struct plan_sum *value)
{
    if (value)
        value->refs++;
    return value;
}

void plan_value_drop(struct plan_run *run, struct plan_sum *value)
{
    (void)run;
    if (value && !--value->refs)
        free(value);
}

bool plan_value_same(const struct plan_sum *a, const struct plan_sum *b)
{
    return a == b || (a && b && a->parts == b->parts &&
                      !memcmp(a->part, b->part, a->parts * sizeof *a->part));
}

static bool plan_part_before(const struct plan_part *a,
                             const struct plan_part *b)
{
    return a->cell != b->cell ? a->cell < b->cell : a->first < b->first;
}

/* Append a part to a sum; it does not begin before the last one. */
static void plan_value_append(struct plan_sum *sum, struct plan_part part,
                              struct plan_part *twice)
{
    struct plan_part *last = sum->parts ? &sum->part[sum->parts - 1] : NULL;
    if (!last || last->cell != part.cell || last->last + 1 < part.first) {
        sum->part[sum->parts++] = part;
        return;
    }
    if (part.first <= last->last && twice->cell == PLAN_NONE)
        *twice = (struct plan_part){part.cell, part.first, part.first};
    last->last = part.last > last->last ? part.last : last->last;
}

struct plan_sum *plan_value_sum(struct plan_run *run, const struct plan_sum *a,
                                const struct plan_sum *b,
                                struct plan_part *twice)
{
    uint64_t parts = (uint64_t)a->parts + b->parts;
    struct plan_sum *sum = plan_value_new(run, parts);
    twice->cell = PLAN_NONE;
    run->added += parts;
    if (run->added > PLAN_ADDED_MAX && !run->options->trusted) {
        weft_error_set(run->err, WEFT_ERROR_LIMIT, 0,
                       "sums of more than %llu parts" SAY_NO_LIMIT,
                       (unsigned long long)PLAN_ADDED_MAX);
        run->stopped = true;
    }
    if (!sum)
        return NULL;
    for (uint32_t i = 0, k = 0; i < a->parts || k < b->parts;) {
        bool first =
            k == b->parts ||
            (i < a->parts && !plan_part_before(&b->part[k], &a->part[i]));
        plan_value_append(sum, first ? a->part[i++] : b->part[k++], twice);
    }
    return sum;
}
