/* From the words of an experiment to a plan: every name looked up, every
 * default filled in, every impossible wish refused. */
#include <stdio.h>
#include <string.h>

#include <weft/plugin.h>

#include "base/base.h"
#include "plan.h"
#include "settings.h"

#define STRATEGIES_MAX 31

static const char *problem_name(size_t index)
{
    const struct weft_problem_info *info = weft_problem(index);
    return info ? info->name : NULL;
}

static int find_problem(struct plan *plan, const char *word,
                        struct weft_error *err)
{
    if (!word)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0, "no problem given");
    for (size_t i = 0; problem_table[i]; i++) {
        if (strcmp(problem_table[i]->info.name, word) == 0) {
            plan->problem = problem_table[i];
            return 0;
        }
    }
    return weft_unknown(err, "problem", word, problem_name);
}

/* The values of all settings that mean something to the problem. */
static int take_values(struct plan *plan,
                       const struct weft_experiment *experiment,
                       struct weft_error *err)
{
    const struct weft_setting *const *lists[] = {plan->problem->settings,
                                                 general_settings};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (size_t k = 0; lists[i] && lists[i][k]; k++)
            if (plan_value_add(
                    plan, lists[i][k],
                    weft_experiment_get(experiment, lists[i][k]->name), err))
                return -1;
    return 0;
}

static int unknown_strategy(const struct plan *plan, const char *word,
                            struct weft_error *err)
{
    const char *names[STRATEGIES_MAX + 1] = {NULL};
    char what[64];
    const struct weft_strategy *row;
    for (size_t i = 0;
         i < STRATEGIES_MAX && (row = strategy_row(plan->problem, i)); i++)
        names[i] = row->info.name;
    snprintf(what, sizeof what, "strategy of '%s'", plan->problem->info.name);
    return weft_unknown_among(err, what, word, names);
}

static int find_strategy(struct plan *plan, struct weft_error *err)
{
    const struct weft_strategy *row;
    const char *word = plan_text(plan, &setting_strategy);
    plan->strategy = strategy_row(plan->problem, 0);
    if (word && weft_is_plugin(word))
        word = weft_plugin_find(word, plan->problem->info.name, err);
    else if (!word)
        return 0;
    if (!word)
        return -1;
    for (size_t i = 0; (row = strategy_row(plan->problem, i)); i++) {
        if (strcmp(row->info.name, word) == 0) {
            plan->strategy = row;
            return 0;
        }
    }
    return unknown_strategy(plan, word, err);
}

static bool runs_on(const struct weft_strategy *strategy, const char *kind)
{
    return !strategy->info.networks ||
           word_listed(strategy->info.networks, kind);
}

/* Nobody named a strategy: the first that runs on the network. */
static void default_strategy(struct plan *plan, const char *kind)
{
    const struct weft_strategy *const *row = plan->problem->strategies;
    while (*row && !runs_on(*row, kind))
        row++;
    if (*row)
        plan->strategy = *row;
}

/* Why each strategy of the problem does not run on the network. */
static int no_strategy(const struct plan *plan, struct weft_error *err)
{
    const struct weft_strategy *const *row = plan->problem->strategies;
    char text[400];
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; row[i] && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "%s'%s' runs on %s only", i ? ", " : "",
                                 row[i]->info.name, row[i]->info.networks);
    return weft_error_set(
        err, WEFT_ERROR_MISUSE, 0, "no strategy of '%s' runs on %s: %s",
        plan->problem->info.name, weft_network_name(plan->network), text);
}

static int make_network(struct plan *plan, struct weft_error *err)
{
    const char *spec = plan_text(plan, &setting_network);
    plan->network = weft_network_create_seeded(
        spec ? spec : plan->problem->info.network,
        (uint64_t)plan_number(plan, &setting_seed), err);
    if (!plan->network)
        return -1;
    const char *kind = weft_network_kind(plan->network);
    bool named = plan_text(plan, &setting_strategy) != NULL;
    if (!named)
        default_strategy(plan, kind);
    if (!runs_on(plan->strategy, kind) && !named &&
        plan->problem->strategies[1])
        return no_strategy(plan, err);
    if (!runs_on(plan->strategy, kind))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "strategy '%s' runs on %s only, not on %s",
                              plan->strategy->info.name,
                              plan->strategy->info.networks,
                              weft_network_name(plan->network));
    plan->size = weft_network_size(plan->network);
    plan->dimension = weft_network_cube(plan->network);
    return 0;
}

static int choose_model(struct plan *plan, struct weft_error *err)
{
    const char *word = plan_text(plan, &setting_model);
    if (!word)
        word = plan->strategy->info.model;
    if (!word)
        word = plan->problem->info.model;
    return weft_model_parse(word, &plan->model, err);
}

static bool allows(const struct weft_model *model,
                   const struct weft_model *needs)
{
    for (int kind = WEFT_USE_SEND; kind <= WEFT_USE_RECEIVE; kind++)
        if (weft_model_ports(model, (enum weft_use_kind)kind) <
            weft_model_ports(needs, (enum weft_use_kind)kind))
            return false;
    return model->sends >= needs->sends && model->receives >= needs->receives &&
           model->duplex >= needs->duplex;
}

/* A model in which the strategy must break a rule is wrong use, unless
 * somebody has said what a broken rule shall do. (Two processors share one
 * link, where one message is all messages.) */
static int check_model(const struct plan *plan, struct weft_error *err)
{
    const struct weft_strategy_info *info = &plan->strategy->info;
    struct weft_model needs;
    if (!info->needs || plan_chosen(plan, &setting_on_conflict) ||
        plan->size == 2)
        return 0;
    if (weft_model_parse(info->needs, &needs, err))
        return -1;
    if (allows(&plan->model, &needs))
        return 0;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "strategy '%s' does what model '%s' forbids: it "
                          "needs %s, or more (--on-conflict report runs it and "
                          "counts the conflicts)",
                          info->name, plan->model.name, info->needs);
}

static int choose_times(struct plan *plan, struct weft_error *err)
{
    if (weft_cost_parse(plan_text(plan, &setting_cost), &plan->cost, err))
        return -1;
    plan->bytes = (size_t)plan_number(plan, &setting_bytes);
    plan->seed = (uint64_t)plan_number(plan, &setting_seed);
    plan->on_conflict =
        plan_chosen(plan, &setting_on_conflict)
            ? (enum weft_on_conflict)plan_number(plan, &setting_on_conflict)
            : plan->strategy->on_conflict;
    return 0;
}

int plan_problem(struct plan *plan, const struct weft_experiment *experiment,
                 struct weft_error *err)
{
    *plan = (struct plan){.values = 0};
    if (find_problem(plan, experiment->problem, err) ||
        take_values(plan, experiment, err) || find_strategy(plan, err) ||
        make_network(plan, err) || choose_model(plan, err) ||
        check_model(plan, err) || choose_times(plan, err))
        return -1;
    const struct weft_problem *problem = plan->problem;
    if (problem->prepare && problem->prepare(plan, err))
        return -1;
    if (judge_init(plan, err))
        return -1;
    plan->slot = weft_cost_time(&plan->cost, plan->bytes, 1);
    return 0;
}

int plan_init(struct plan *plan, const struct weft_experiment *experiment,
              struct weft_error *err)
{
    if (plan_problem(plan, experiment, err))
        return -1;
    if (plan->strategy->prepare && plan->strategy->prepare(plan, err))
        return -1;
    return 0;
}

void plan_finish(struct plan *plan)
{
    if (plan->strategy && plan->strategy->finish)
        plan->strategy->finish(plan);
    if (plan->problem && plan->problem->finish)
        plan->problem->finish(plan);
    judge_finish(plan);
    weft_network_destroy(plan->network);
}
