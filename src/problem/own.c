/* Strategies defined by plug-ins. */
#include "own.h"

#include "base/base.h"
#include "goal/expression.h"
#include "plugin/registry.h"
#include "problem.h"
#include "shared/work.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/stepwise.h>

#define OWN_ROWS_MAX 256
/* limited by the size of the field in results */
#define OWN_NAME_LENGTH_MAX (sizeof((struct weft_result *)0)->strategy - 1)

struct own_row {
    struct weft_strategy row;
    const struct weft_problem *problem;
    atomic_bool forgotten; /* only for runs that have begun */
};

static const struct weft_own_strategy nothing = {.name = "none"};
const struct weft_strategy own_no_strategy = {.info = {.name = "none"},
                                              .own = &nothing};

static int own_program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    return work_run(self, plan, plan->strategy->own->function);
}

#define BLOCKS_MAX (1 << 20)

int own_blocks(const struct plan *plan, int *blocks, struct weft_error *err)
{
    struct weft_error why = {0};
    int64_t value = 0;
    const char *text = plan->strategy->own->blocks;
    struct scanner scanner = {
        .at = text, .has_p = true, .p = plan->size, .err = &why};
    if (!text)
        return 0;
    if (!expression_read(&scanner, &value) && !scanner_at_end(&scanner))
        scanner_fail(&scanner, "expected a number");
    if (!why.kind && (value < 1 || value > BLOCKS_MAX))
        scanner_fail(&scanner, "expected 1 to %d", BLOCKS_MAX);
    *blocks = (int)value;
    if (!why.kind)
        return 0;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "strategy '%s': .blocks = \"%.60s\": %s",
                          plan->strategy->info.name, text, why.text);
}

static bool own_is_taken(const struct weft_problem *problem, const char *name)
{
    const struct weft_strategy_info *info;
    for (size_t i = 0; (info = weft_strategy(problem->info.name, i)); i++)
        if (strcmp(info->name, name) == 0)
            return true;
    return false;
}

static int own_check(const struct weft_own_strategy *strategy, const char *name,
                     const struct weft_problem *problem, struct weft_error *err)
{
    struct weft_model needs;
    if (!word_is_name(name, OWN_NAME_LENGTH_MAX))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "'%s' is not a valid strategy name: use at "
                              "most %zu letters, digits, - and _",
                              name, OWN_NAME_LENGTH_MAX);
    if (own_is_taken(problem, name))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "problem '%s' already has a strategy '%s'",
                              problem->info.name, name);
    if (!strategy->function)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "strategy '%s' has no .function", name);
    if (!problem->tagged && !problem->tally)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "problem '%s' takes no strategies from plug-ins: "
                              "its data are not tagged blocks",
                              problem->info.name);
    if (strategy->blocks && strcmp(strategy->problem, "allreduce") != 0)
        return weft_error_set(
            err, WEFT_ERROR_MISUSE, 0,
            "strategy '%s': .blocks applies to allreduce only", name);
    if (strategy->model && weft_model_parse(strategy->model, &needs, err))
        return -1;
    return strategy->needs ? weft_model_parse(strategy->needs, &needs, err) : 0;
}

static void *own_make(const void *registered, const char *name,
                      const char **kept, struct weft_error *err)
{
    const struct weft_own_strategy *strategy = registered;
    const struct weft_problem *problem = NULL;
    if (!strategy->problem || !name)
        weft_error_set(err, WEFT_ERROR_MISUSE, 0, "a strategy without .%s",
                       name ? "problem" : "name");
    else
        problem = problem_row(strategy->problem, err);
    if (!problem || own_check(strategy, name, problem, err))
        return NULL;
    struct own_row *own = calloc(1, sizeof *own);
    char *copy = strdup(name);
    if (!own || !copy) {
        free(own);
        free(copy);
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
        return NULL;
    }
    own->row.info = (struct weft_strategy_info){
        .name = copy,
        .summary = strategy->summary ? strategy->summary : "from a plug-in",
        .source = strategy->source,
        .networks = strategy->networks,
        .model = strategy->model,
        .needs = strategy->needs,
    };
    own->row.program = own_program;
    own->row.own = strategy;
    own->problem = problem;
    *kept = copy;
    return own;
}

static bool own_is_forgotten(const void *row)
{
    return atomic_load(&((const struct own_row *)row)->forgotten);
}

static void *own_rows[OWN_ROWS_MAX];
static struct registry own_strategies = {
    .kind = REGISTRY_STRATEGIES,
    .make = own_make,
    .most = OWN_ROWS_MAX,
    .row = own_rows,
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .forgotten = own_is_forgotten,
};

const struct weft_strategy *own_strategy(const struct weft_problem *problem,
                                         size_t i)
{
    const struct own_row *own;
    for (size_t k = 0; (own = registry_row(&own_strategies, k)); k++)
        if (own->problem == problem && !own_is_forgotten(own) && i-- == 0)
            return &own->row;
    return NULL;
}

int weft_strategy_add(const struct weft_own_strategy *strategy,
                      const char *version)
{
    return weft_strategy_register(strategy, version, NULL);
}

int weft_strategy_register(const struct weft_own_strategy *strategy,
                           const char *version, struct weft_error *err)
{
    return registry_add(&own_strategies, strategy, strategy->name,
                        strategy->problem, version, err);
}

int weft_strategy_forget(const char *problem, const char *name,
                         struct weft_error *err)
{
    struct own_row *own;
    for (size_t k = 0; (own = registry_row(&own_strategies, k)); k++)
        if (!strcmp(own->row.info.name, name) &&
            !strcmp(own->problem->info.name, problem) &&
            !atomic_exchange(&own->forgotten, true))
            return 0;
    return weft_error_set(err, WEFT_ERROR_UNKNOWN, 0,
                          "no strategy '%s' was registered for problem '%s'",
                          name, problem);
}
