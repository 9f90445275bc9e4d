/* Interface to CaDiCaL within this process, if weft was built with it. */
#include "solver.h"
#include "base/system/thread.h"
#include "search.h"

#include <stdlib.h>
#include <weft/unstable/optimum.h>

#ifdef WEFT_HAVE_CADICAL
#include <ccadical.h>
#include <pthread.h>
#include <setjmp.h>

/* CaDiCaL is written in C++ and throws an exception if memory is short, which C
 * cannot catch. C++ first calls the process's new-handler; ours leaves the
 * solver by longjmp(), and the memory of the solver is lost. Threads outside
 * the solver get the previous handler. */
typedef void handler_of_new(void);
handler_of_new *
set_new_handler(handler_of_new *handler) __asm__("_ZSt15set_new_handlerPFvvE");
_Noreturn void throw_bad_alloc(void) __asm__("_ZSt17__throw_bad_allocv");

static pthread_mutex_t solver_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned solvers; /* number of running solvers; guarded by solver_lock */
/* Previous handler; valid while solvers > 0. */
static handler_of_new *solver_before;
static _Thread_local jmp_buf *solver_escape;

static void solver_no_memory(void)
{
    if (solver_escape)
        longjmp(*solver_escape, 1);
    if (solver_before)
        solver_before();
    else
        throw_bad_alloc();
}

static void solver_enter(void)
{
    pthread_mutex_lock(&solver_lock);
    if (!solvers++)
        solver_before = set_new_handler(solver_no_memory);
    pthread_mutex_unlock(&solver_lock);
}

static void solver_leave(void)
{
    pthread_mutex_lock(&solver_lock);
    if (!--solvers)
        set_new_handler(solver_before);
    pthread_mutex_unlock(&solver_lock);
}

const char *weft_optimum_solver(void)
{
    return ccadical_signature();
}

static int stopped(void *arg)
{
    const atomic_bool *stop = arg;
    if (WEFT_ONE_THREAD)
        search_look();
    return atomic_load_explicit(stop, memory_order_relaxed);
}

static signed char *values(CCaDiCaL *solver, int variables)
{
    signed char *value = calloc((size_t)variables + 1, 1);
    for (int v = 1; value && v <= variables; v++)
        value[v] = ccadical_val(solver, v) > 0;
    return value;
}

static enum answer optimum_solver_decide(const struct formula *formula,
                                         const int *cube, atomic_bool *stop,
                                         signed char **value,
                                         struct weft_error *err)
{
    enum answer answer = ANSWER_UNKNOWN;
    CCaDiCaL *solver = ccadical_init();
    ccadical_set_option(solver, "quiet", 1); /* suppress comments */
    ccadical_set_terminate(solver, stop, stopped);
    /* CaDiCaL could also report learnt clauses, but it stores them without
     * checking for lack of memory. */
    for (size_t i = 0; i < formula->literals && !stopped(stop); i++)
        ccadical_add(solver, formula->literal[i]);
    for (; cube && *cube; cube++) {
        ccadical_add(solver, *cube);
        ccadical_add(solver, 0);
    }
    int status = stopped(stop) ? 0 : ccadical_solve(solver);
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

enum answer solver_decide(const struct formula *formula, const int *cube,
                          atomic_bool *stop, signed char **value,
                          struct weft_error *err)
{
    jmp_buf here;
    volatile enum answer answer = ANSWER_UNKNOWN;
    *value = NULL;
    solver_enter();
    if (!setjmp(here)) {
        solver_escape = &here;
        answer = optimum_solver_decide(formula, cube, stop, value, err);
    } else {
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    }
    solver_escape = NULL;
    solver_leave();
    return answer;
}

#else

const char *weft_optimum_solver(void)
{
    return NULL;
}

enum answer solver_decide(const struct formula *formula, const int *cube,
                          atomic_bool *stop, signed char **value,
                          struct weft_error *err)
{
    (void)formula, (void)cube, (void)stop;
    *value = NULL;
    weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                   "no solver: this weft was built without libcadical");
    return ANSWER_UNKNOWN;
}

#endif
