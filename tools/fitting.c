/* After a run of a problem's default strategy that does not fit the network:
 * what does, found by trying. */
#include "fitting.h"

#include "options.h"
#include "terminal.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Larger runs may take minutes: they are not tried. */
#define FITTING_PROCESSORS_MAX 256

static bool is_chosen(const struct weft_experiment *experiment,
                      const char *setting)
{
    return weft_experiment_get(experiment, setting) != NULL;
}

/* Did it fail because its strategy, a default, does not fit? */
static bool fitting_may_help(const struct weft_experiment *experiment,
                             const struct weft_result *result,
                             const struct weft_error *err)
{
    return experiment->problem &&
           (err->kind == WEFT_ERROR_RULE || err->kind == WEFT_ERROR_MISUSE) &&
           result->processors && weft_problem_find(experiment->problem) &&
           !is_chosen(experiment, "strategy") &&
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

/* The first strategy whose run keeps the model; NULL: none. */
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

/* What else to change, tried in turn. */
static const struct way {
    bool model, network; /* back to the default */
    bool report;         /* count conflicts */
} ways[] = {
    {.report = false},
    {.model = true},
    {.report = true},
    {.model = true, .network = true},
};

/* Does the run end, with its default strategy or with another one? */
static bool way_works(const struct way *way, struct weft_experiment *trial)
{
    if (way->model)
        weft_experiment_set(trial, "model", NULL, NULL);
    if (way->network)
        weft_experiment_set(trial, "network",
                            weft_problem_find(trial->problem)->network, NULL);
    if (way->report) {
        weft_experiment_set(trial, "on-conflict", "report", NULL);
        weft_experiment_set(trial, "expect", "conflicts", NULL);
    }
    if (fitting_runs(trial))
        return true;
    const char *strategy = fitting_strategy(trial);
    return strategy && !weft_experiment_set(trial, "strategy", strategy, NULL);
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

static void print_command(const char *command,
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

const char *fitting_instead(const struct weft_experiment *experiment,
                            const struct weft_result *result,
                            const struct weft_error *err)
{
    return fitting_may_help(experiment, result, err)
               ? fitting_strategy(experiment)
               : NULL;
}

void fitting_advise(const struct weft_experiment *experiment,
                    const struct weft_result *result,
                    const struct weft_error *err)
{
    if (!fitting_may_help(experiment, result, err))
        return;
    bool small = is_small(experiment);
    for (size_t i = 0; small && i < sizeof ways / sizeof *ways; i++) {
        struct weft_experiment trial = *experiment;
        if (!way_works(&ways[i], &trial))
            continue;
        print_command("run", &trial);
        return;
    }
    if (!small && err->kind == WEFT_ERROR_RULE)
        print_command("compare", experiment);
}
