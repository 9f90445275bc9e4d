/* Suggests commands that work, after a run whose strategy does not fit the
 * network or the model. The suggestions are found by trying. */
#include "run/fitting.h"

#include "common/options.h"
#include "common/terminal.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <weft/plugin.h>

/* Larger runs are not tried, because they may take minutes. */
#define FITTING_PROCESSORS_MAX 256

static bool is_chosen(const struct weft_experiment *experiment,
                      const char *setting)
{
    return weft_experiment_get(experiment, setting) != NULL;
}

/* Return whether the strategy belongs to weft; a run with a plug-in's code
 * might never end. */
static bool is_strategy_of_weft(const struct weft_experiment *experiment)
{
    const struct weft_choice *word =
        weft_experiment_get(experiment, "strategy");
    return !word || !word->text || !weft_plugin_part(word->text);
}

/* Return whether the run failed because its strategy does not fit. */
static bool fitting_may_help(const struct weft_experiment *experiment,
                             const struct weft_result *result,
                             const struct weft_error *err)
{
    return experiment->problem &&
           (err->kind == WEFT_ERROR_RULE || err->kind == WEFT_ERROR_MISUSE) &&
           result->processors && weft_problem_find(experiment->problem) &&
           is_strategy_of_weft(experiment) &&
           !is_chosen(experiment, "on-conflict") &&
           !is_chosen(experiment, "expect") && !is_chosen(experiment, "engine");
}

static bool fitting_runs(const struct weft_experiment *experiment)
{
    struct weft_result result;
    bool runs = weft_run(experiment, NULL, 0, &result, NULL) == 0;
    runs = runs && result.expected;
    weft_result_finish(&result);
    return runs;
}

static bool is_small(const struct weft_experiment *experiment)
{
    const struct weft_choice *word = weft_experiment_get(experiment, "network");
    const char *spec =
        word ? word->text : weft_problem_find(experiment->problem)->network;
    struct weft_network *network = weft_network_create(spec, NULL);
    bool small =
        network && weft_network_size(network) <= FITTING_PROCESSORS_MAX;
    weft_network_destroy(network);
    return small;
}

/* Return the first strategy whose run obeys the model, or NULL. */
static const char *fitting_strategy(const struct weft_experiment *experiment)
{
    const struct weft_strategy_info *strategy;
    struct weft_experiment trial = *experiment;
    if (!is_small(experiment))
        return NULL;
    for (size_t i = 0; (strategy = weft_strategy(trial.problem, i)); i++)
        if (!weft_experiment_set(&trial, "strategy", strategy->name, NULL) &&
            fitting_runs(&trial))
            return strategy->name;
    return NULL;
}

/* Networks of about the same size as that of the run, on which most strategies
 * work. */
struct fitting_networks {
    char cube[24], complete[24];
    const char *name[4]; /* NULL at the end */
};

static void fitting_networks_set(struct fitting_networks *networks,
                                 const struct weft_experiment *experiment,
                                 int processors)
{
    int dimensions = 1;
    while (2 << dimensions <= processors)
        dimensions++;
    snprintf(networks->cube, sizeof networks->cube, "hypercube:%d", dimensions);
    snprintf(networks->complete, sizeof networks->complete, "complete:%d",
             processors);
    networks->name[0] = weft_problem_find(experiment->problem)->network;
    networks->name[1] = networks->cube;
    networks->name[2] = networks->complete;
    networks->name[3] = NULL;
}

/* Other changes to the command, tried in turn. */
static const struct fitting_way {
    bool model, network; /* change the model or the network */
    bool report;         /* count conflicts instead of failing */
} ways[] = {
    {.report = false},
    {.model = true},
    {.report = true},
    {.network = true},
    {.model = true, .network = true},
};
#define WAYS (sizeof ways / sizeof *ways)

/* Return whether the run ends, with its strategy or, if `any`, with another
 * one. */
static bool trial_works(struct weft_experiment *trial, bool any)
{
    if (fitting_runs(trial))
        return true;
    const char *strategy = any ? fitting_strategy(trial) : NULL;
    return strategy && !weft_experiment_set(trial, "strategy", strategy, NULL);
}

static bool way_works(const struct fitting_way *way,
                      const struct fitting_networks *networks, bool any,
                      struct weft_experiment *trial)
{
    if (way->model)
        weft_experiment_set(trial, "model", NULL, NULL);
    if (way->report) {
        weft_experiment_set(trial, "on-conflict", "report", NULL);
        weft_experiment_set(trial, "expect", "conflicts", NULL);
    }
    if (!way->network)
        return trial_works(trial, any);
    for (size_t i = 0; networks->name[i]; i++)
        if (!weft_experiment_set(trial, "network", networks->name[i], NULL) &&
            trial_works(trial, any))
            return true;
    return false;
}

static void print_choice(const struct weft_setting *setting, const char *value)
{
    if (setting->letter)
        print_plainly(stderr, " -%c", setting->letter);
    else
        print_plainly(stderr, " --%s", setting->name);
    if (!setting_is_switch(setting))
        print_plainly(stderr, " %s", value);
}

static void fitting_print_command(const char *command,
                                  const struct weft_experiment *experiment)
{
    const struct weft_setting *setting;
    print_plainly(stderr, "try: weft %s %s", command, experiment->problem);
    for (size_t i = 0; (setting = weft_setting(i)); i++) {
        const struct weft_choice *choice =
            weft_experiment_get(experiment, setting->name);
        if (choice)
            print_choice(setting, choice->text);
    }
    print_plainly(stderr, "\n");
}

/* Print the first way that works, from number `from` up to but excluding
 * `to`. */
static bool print_way(const struct weft_experiment *experiment,
                      const struct fitting_networks *networks, bool any,
                      size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        struct weft_experiment trial = *experiment;
        if (!way_works(&ways[i], networks, any, &trial))
            continue;
        fitting_print_command("run", &trial);
        return true;
    }
    return false;
}

const char *fitting_instead(const struct weft_experiment *experiment,
                            const struct weft_result *result,
                            const struct weft_error *err)
{
    return fitting_may_help(experiment, result, err) &&
                   !is_chosen(experiment, "strategy")
               ? fitting_strategy(experiment)
               : NULL;
}

void fitting_advise(const struct weft_experiment *experiment,
                    const struct weft_result *result,
                    const struct weft_error *err)
{
    struct fitting_networks networks;
    struct weft_experiment free_choice = *experiment;
    if (!fitting_may_help(experiment, result, err))
        return;
    weft_experiment_set(&free_choice, "strategy", NULL, NULL);
    if (!is_small(experiment)) {
        if (err->kind == WEFT_ERROR_RULE)
            fitting_print_command("compare", &free_choice);
        return;
    }
    fitting_networks_set(&networks, experiment, result->processors);
    bool named = is_chosen(experiment, "strategy");
    bool printed = named && print_way(experiment, &networks, false, 1, WAYS);
    printed = print_way(&free_choice, &networks, true, 0, 1) || printed;
    if (!printed)
        print_way(&free_choice, &networks, true, 1, WAYS);
}
