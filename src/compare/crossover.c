/* Finds the sizes at which the fastest strategy changes, for runs with shared
 * links. Between two measured sizes, the crossover of two strategies is where
 * their straight lines meet in a log-log plot. */
#include "crossover.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* The rows that differ only in strategy and size. */
struct crossover_group {
    const struct weft_comparison *compare;
    const struct weft_compared_axis *sizes;
    const struct weft_trial *row; /* one of them */
};

/* Return the axis of sizes, or NULL. */
static const struct weft_compared_axis *
crossover_sizes(const struct weft_comparison *compare)
{
    struct weft_error ignored;
    int axis = weft_comparison_sizes(compare, &ignored);
    const struct weft_compared_axis *sizes =
        axis < 0 ? NULL : &compare->axis[axis];
    return sizes && strcmp(sizes->setting->name, "network") != 0 ? sizes : NULL;
}

static bool crossover_in(const struct crossover_group *group,
                         const struct weft_trial *row)
{
    const struct weft_comparison *compare = group->compare;
    if (row->problem != group->row->problem || row->point == WEFT_NO_POINT ||
        !row->result.sharing || !row->result.valid)
        return false;
    for (size_t i = 0; i < compare->axes; i++) {
        const struct weft_compared_axis *axis = &compare->axis[i];
        if (axis != group->sizes &&
            strcmp(weft_trial_value(axis, row),
                   weft_trial_value(axis, group->row)) != 0)
            return false;
    }
    return true;
}

static double crossover_size(const struct crossover_group *group,
                             const struct weft_trial *row)
{
    return (double)weft_value_number(weft_trial_value(group->sizes, row));
}

static double crossover_time(const struct weft_trial *row)
{
    return (double)row->result.time_ticks;
}

/* Return the fastest row with the lowest size above `size`; NULL: none. */
static const struct weft_trial *
crossover_next(const struct crossover_group *group, double size)
{
    const struct weft_trial *best = NULL;
    for (size_t i = 0; i < group->compare->rows; i++) {
        const struct weft_trial *row = group->compare->row[i];
        if (!crossover_in(group, row) || crossover_size(group, row) <= size)
            continue;
        double a = crossover_size(group, row);
        double b = best ? crossover_size(group, best) : INFINITY;
        if (a < b || (a == b && crossover_time(row) < crossover_time(best)))
            best = row;
    }
    return best;
}

/* Return the row of the same strategy as `like` and the same size as `at`. */
static const struct weft_trial *
crossover_row(const struct crossover_group *group,
              const struct weft_trial *like, const struct weft_trial *at)
{
    for (size_t i = 0; i < group->compare->rows; i++) {
        const struct weft_trial *row = group->compare->row[i];
        if (crossover_in(group, row) &&
            crossover_size(group, row) == crossover_size(group, at) &&
            !strcmp(row->result.strategy, like->result.strategy))
            return row;
    }
    return NULL;
}

/* Return the size at which the fastest rows of two sizes take the same time;
 * the larger size if a strategy is missing there. */
static double crossover_find(const struct crossover_group *group,
                             const struct weft_trial *before,
                             const struct weft_trial *after)
{
    double x = crossover_size(group, before), y = crossover_size(group, after);
    const struct weft_trial *coming = crossover_row(group, after, before);
    const struct weft_trial *going = crossover_row(group, before, after);
    if (!coming || !going || x <= 0)
        return y;
    double first = log(crossover_time(coming) / crossover_time(before));
    double second = log(crossover_time(going) / crossover_time(after));
    return first + second > 0 ? x * pow(y / x, first / (first + second)) : y;
}

static void crossover_print_name(const struct crossover_group *group, FILE *out)
{
    const struct weft_comparison *compare = group->compare;
    fprintf(out, "fastest by %s", group->sizes->setting->name);
    if (compare->problems > 1)
        fprintf(out, ", %s", compare->problem[group->row->problem]);
    for (size_t i = 0; i < compare->axes; i++) {
        const struct weft_compared_axis *axis = &compare->axis[i];
        if (axis != group->sizes && axis->values.count > 1)
            fprintf(out, ", %s %s", axis->setting->name,
                    weft_trial_value(axis, group->row));
    }
}

static void crossover_print_group(const struct crossover_group *group,
                                  const char *after, FILE *out)
{
    const struct weft_trial *last = crossover_next(group, -1), *row = last;
    crossover_print_name(group, out);
    fprintf(out, ": %s", last->result.strategy);
    while ((row = crossover_next(group, crossover_size(group, row)))) {
        if (strcmp(row->result.strategy, last->result.strategy) != 0)
            fprintf(out, " up to %.0f, %s", crossover_find(group, last, row),
                    row->result.strategy);
        last = row;
    }
    fputs(after, out);
}

/* Are there several strategies and sizes? */
static bool crossover_matters(const struct crossover_group *group)
{
    bool strategies = false, sizes = false;
    for (size_t i = 0; i < group->compare->rows; i++) {
        const struct weft_trial *row = group->compare->row[i];
        if (!crossover_in(group, row))
            continue;
        strategies |=
            strcmp(row->result.strategy, group->row->result.strategy) != 0;
        sizes |=
            crossover_size(group, row) != crossover_size(group, group->row);
    }
    return strategies && sizes;
}

void crossover_print(const struct weft_comparison *compare, const char *before,
                     const char *after, FILE *out)
{
    struct crossover_group group = {compare, crossover_sizes(compare), NULL};
    for (size_t i = 0; i < compare->rows && group.sizes; i++) {
        bool again = false;
        group.row = compare->row[i];
        if (!crossover_in(&group, group.row))
            continue;
        for (size_t k = 0; k < i && !again; k++)
            again = crossover_in(&group, compare->row[k]);
        if (again || !crossover_matters(&group))
            continue;
        fputs(before, out);
        crossover_print_group(&group, after, out);
    }
}
