/* CaDiCaL in this process, if weft was built with it. */
#include "solver.h"

#include <stdlib.h>
#include <weft/optimum.h>

#ifdef WEFT_HAVE_CADICAL
#include <ccadical.h>
#include <limits.h>

const char *weft_optimum_solver(void)
{
    return ccadical_signature();
}

static int stopped(void *arg)
{
    const struct signals *signals = arg;
    return atomic_load_explicit(&signals->stop, memory_order_relaxed);
}

/* Called with each clause learned, one for a conflict. */
static void learned(void *arg, int *clause)
{
    struct signals *signals = arg;
    (void)clause;
    atomic_fetch_add_explicit(signals->conflicts, 1, memory_order_relaxed);
}

static signed char *values(CCaDiCaL *solver, int variables)
{
    signed char *value = calloc((size_t)variables + 1, 1);
    for (int v = 1; value && v <= variables; v++)
        value[v] = ccadical_val(solver, v) > 0;
    return value;
}

enum answer solver_decide(const struct formula *formula,
                          struct signals *signals, signed char **value,
                          struct weft_error *err)
{
    enum answer answer = ANSWER_UNKNOWN;
    *value = NULL;
    CCaDiCaL *solver = ccadical_init();
    ccadical_set_option(solver, "quiet", 1); /* it would print comments */
    ccadical_set_terminate(solver, signals, stopped);
    if (signals->conflicts)
        ccadical_set_learn(solver, signals, INT_MAX, learned);
    for (size_t i = 0; i < formula->literals; i++)
        ccadical_add(solver, formula->literal[i]);
    int status = ccadical_solve(solver);
    if (status == 20)
        answer = ANSWER_NO;
    if (status == 10) {
        *value = values(solver, formula->variables);
        answer = *value ? ANSWER_YES : ANSWER_UNKNOWN;
        if (!*value)
            weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    }
    ccadical_release(solver);
    return answer;
}

#else

const char *weft_optimum_solver(void)
{
    return NULL;
}

enum answer solver_decide(const struct formula *formula,
                          struct signals *signals, signed char **value,
                          struct weft_error *err)
{
    (void)formula, (void)signals;
    *value = NULL;
    weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                   "no solver: this weft was built without libcadical");
    return ANSWER_UNKNOWN;
}

#endif
