/* The table of problems, and iteration over problems and strategies. */
#include <string.h>

#include "own.h"
#include "problem.h"
#include "rows.h"

static const struct weft_problem *const problem_table[] = {
    &problem_successive, &problem_simultaneous, &problem_multinode,
    &problem_scatter,    &problem_gather,       &problem_broadcast,
    &problem_reduce,     &problem_matvec,       &problem_stream,
    &problem_gauss,      &problem_allgather,    &problem_reduce_scatter,
    &problem_allreduce,  &problem_alltoall,     &problem_barrier,
    &problem_scan,       &problem_exscan,       NULL,
};

#define PROBLEMS (sizeof problem_table / sizeof *problem_table - 1)

const struct weft_problem *problem_at(size_t index)
{
    return index < PROBLEMS ? problem_table[index]
                            : own_problem(index - PROBLEMS);
}

const struct weft_problem_info *weft_problem(size_t index)
{
    const struct weft_problem *row = problem_at(index);
    return row ? &row->info : NULL;
}

const struct weft_problem_info *weft_problem_find(const char *name)
{
    const struct weft_problem *row = problem_row(name, NULL);
    return row ? &row->info : NULL;
}

static const char *problems_problem_name(size_t index)
{
    return problem_at(index) ? problem_at(index)->info.name : NULL;
}

const struct weft_problem *problem_row(const char *name, struct weft_error *err)
{
    if (!name)
        weft_error_set(err, WEFT_ERROR_MISUSE, 0, "no problem given");
    if (name && weft_is_plugin(name) &&
        !(name = weft_plugin_problem(name, err)))
        return NULL;
    for (size_t i = 0; name && problem_at(i); i++)
        if (strcmp(problem_at(i)->info.name, name) == 0)
            return problem_at(i);
    if (name && err)
        weft_unknown(err, "problem", name, problems_problem_name);
    return NULL;
}

const struct weft_strategy *strategy_row(const struct weft_problem *problem,
                                         size_t index)
{
    size_t built_in = 0;
    for (; problem->strategies[built_in]; built_in++)
        if (built_in == index)
            return problem->strategies[index];
    return own_strategy(problem, index - built_in);
}

const struct weft_strategy *strategy_named(const struct weft_problem *problem,
                                           const char *name)
{
    const struct weft_strategy *row;
    for (size_t i = 0; (row = strategy_row(problem, i)); i++)
        if (strcmp(row->info.name, name) == 0)
            return row;
    return NULL;
}

const struct weft_strategy_info *weft_strategy(const char *problem,
                                               size_t index)
{
    const struct weft_problem *found = problem_row(problem, NULL);
    const struct weft_strategy *row = found ? strategy_row(found, index) : NULL;
    return row ? &row->info : NULL;
}
