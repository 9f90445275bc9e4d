/* The table of problems, and the lists made from it. */
#include <string.h>

#include "problem.h"
#include "rows.h"

const struct weft_problem *const problem_table[] = {
    &problem_successive,
    &problem_simultaneous,
    &problem_multinode,
    &problem_scatter,
    &problem_gather,
    &problem_broadcast,
    &problem_reduce,
    &problem_matvec,
    &problem_stream,
    &problem_gauss,
    NULL,
};

#define PROBLEMS (sizeof problem_table / sizeof *problem_table - 1)

const struct weft_problem_info *weft_problem(size_t index)
{
    return index < PROBLEMS ? &problem_table[index]->info : NULL;
}

const struct weft_strategy_info *weft_strategy(const char *problem,
                                               size_t index)
{
    for (size_t i = 0; i < PROBLEMS; i++) {
        if (strcmp(problem_table[i]->info.name, problem) != 0)
            continue;
        const struct weft_strategy *const *row = problem_table[i]->strategies;
        for (size_t k = 0; row[k]; k++)
            if (k == index)
                return &row[k]->info;
    }
    return NULL;
}
