/* The trials of a comparison, from lists of values. */
#include <weft/unstable/compare.h>

#include <stdlib.h>
#include <string.h>
#include <weft/model.h>
#include <weft/plugin.h>

#include "questions.h"

#define NAMES_MAX 128 /* maximum number of strategies */

static const char *trials_problem_name(size_t index)
{
    const struct weft_problem_info *info = weft_problem(index);
    return info ? info->name : NULL;
}

static bool among(const char *word, const char *const *names)
{
    for (; *names; names++)
        if (!strcmp(word, *names))
            return true;
    return false;
}

static bool trials_wanted(const struct weft_comparison *compare,
                          const char *strategy)
{
    const struct weft_values *list = &compare->strategies;
    for (size_t i = 0; i < list->count; i++)
        if (!strcmp(list->text[i], strategy))
            return true;
    return !list->count;
}

static int problem_check(const struct weft_comparison *compare, size_t index,
                         struct weft_error *err)
{
    const char *word = compare->problem[index];
    for (size_t i = 0; i < index; i++)
        if (!strcmp(compare->problem[i], word))
            return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                                  "problem '%s' is given twice", word);
    if (weft_problem_find(word))
        return 0;
    return weft_unknown(err, "problem", word, trials_problem_name);
}

/* Check that a setting applies to one of the problems. */
static int setting_check(const struct weft_comparison *compare,
                         const char *setting, struct weft_error *err)
{
    for (size_t i = 0; i < compare->problems; i++)
        if (!weft_setting_check(setting, compare->problem[i], err))
            return 0;
    return -1;
}

/* List the names of all strategies of the problems, each once. */
static void strategies_name(const struct weft_comparison *compare,
                            const char *name[NAMES_MAX + 1])
{
    const struct weft_strategy_info *info;
    size_t count = 0;
    name[0] = NULL;
    for (size_t i = 0; i < compare->problems; i++)
        for (size_t j = 0; (info = weft_strategy(compare->problem[i], j)); j++)
            if (count < NAMES_MAX && !among(info->name, name)) {
                name[count++] = info->name;
                name[count] = NULL;
            }
}

/* Replace the name of a plug-in file by the strategies in it for any of the
 * problems. */
static int plugin_add(const struct weft_comparison *compare, const char *file,
                      struct weft_values *words, struct weft_error *err)
{
    const struct weft_plugin *plugin = weft_plugin_open(file, err);
    size_t before = words->count;
    if (!plugin)
        return -1;
    for (size_t i = 0; i < plugin->strategies; i++)
        for (size_t k = 0; k < compare->problems; k++)
            if (!strcmp(plugin->strategy[i].problem, compare->problem[k]) &&
                weft_values_append(words, plugin->strategy[i].name, err))
                return -1;
    if (words->count > before)
        return 0;
    weft_plugin_find(file, compare->problem[0], err); /* sets err */
    return -1;
}

/* Replace plug-in files in the list of strategies by the strategies in them. */
static int trials_plugins_open(struct weft_comparison *compare,
                               struct weft_error *err)
{
    struct weft_values *given = &compare->strategies, words = {0};
    int status = 0;
    for (size_t i = 0; i < given->count && !status; i++)
        status = weft_is_plugin(given->text[i])
                     ? plugin_add(compare, given->text[i], &words, err)
                     : weft_values_append(&words, given->text[i], err);
    struct weft_values *unused = status ? &words : given;
    weft_values_finish(unused);
    if (!status)
        *given = words;
    return status;
}

static int words_check(struct weft_comparison *compare, struct weft_error *err)
{
    const struct weft_values *word = &compare->strategies;
    const char *name[NAMES_MAX + 1];
    for (size_t i = 0; i < compare->problems; i++)
        if (problem_check(compare, i, err))
            return -1;
    for (size_t i = 0; i < compare->axes; i++)
        if (setting_check(compare, compare->axis[i].setting->name, err))
            return -1;
    if (trials_plugins_open(compare, err))
        return -1;
    strategies_name(compare, name);
    for (size_t i = 0; i < word->count; i++)
        if (!among(word->text[i], name))
            return weft_unknown_among(err, "strategy", word->text[i], name);
    return 0;
}

/* Compute the strides of the axes and the number of points. */
static int points_count(struct weft_comparison *compare, struct weft_error *err)
{
    compare->points = 1;
    for (size_t i = compare->axes; i--;) {
        compare->axis[i].stride = compare->points;
        compare->points *= compare->axis[i].values.count;
        if (compare->points > WEFT_TRIALS_MAX)
            return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                                  "more than %d runs: narrow the ranges",
                                  WEFT_TRIALS_MAX);
    }
    return 0;
}

static void jobs_add(struct weft_comparison *compare, size_t problem,
                     size_t point)
{
    const struct weft_strategy_info *info;
    const char *name = compare->problem[problem];
    for (size_t i = 0; (info = weft_strategy(name, i)); i++) {
        if (!trials_wanted(compare, info->name))
            continue;
        if (compare->trial) {
            struct weft_trial *job = &compare->trial[compare->trials];
            job->problem = problem;
            job->point = point;
            job->strategy = info;
        }
        compare->trials++;
    }
}

static void jobs_make(struct weft_comparison *compare)
{
    compare->trials = 0;
    for (size_t problem = 0; problem < compare->problems; problem++)
        for (size_t point = 0; point < compare->points; point++)
            jobs_add(compare, problem, point);
}

int weft_comparison_plan(struct weft_comparison *compare,
                         struct weft_error *err)
{
    if (words_check(compare, err) || points_count(compare, err))
        return -1;
    jobs_make(compare); /* only counts the trials */
    if (!compare->trials)
        return weft_error_set(
            err, WEFT_ERROR_MISUSE, 0,
            "problem '%s' has no strategy: add a plug-in file that has one",
            compare->problem[0]);
    if (compare->trials > WEFT_TRIALS_MAX)
        return weft_error_set(
            err, WEFT_ERROR_MISUSE, 0,
            "%zu runs, at most %d are possible: narrow the ranges",
            compare->trials, WEFT_TRIALS_MAX);
    compare->trial = calloc(compare->trials, sizeof *compare->trial);
    if (!compare->trial)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    jobs_make(compare);
    return 0;
}

const char *weft_trial_value(const struct weft_compared_axis *axis,
                             const struct weft_trial *job)
{
    return job->point == WEFT_NO_POINT
               ? "-"
               : axis->values
                     .text[job->point / axis->stride % axis->values.count];
}

/* With costs, all rows combine vectors of the same length, one block per
 * processor, whatever length their strategies would choose. */
static void take_vector(struct weft_experiment *experiment)
{
    const struct weft_choice *cost = weft_experiment_get(experiment, "cost");
    const struct weft_choice *bytes = weft_experiment_get(experiment, "bytes");
    const struct weft_choice *name = weft_experiment_get(experiment, "network");
    const struct weft_choice *seed = weft_experiment_get(experiment, "seed");
    const struct weft_problem_info *problem =
        weft_problem_find(experiment->problem);
    struct weft_cost read;
    if (!cost || !problem ||
        weft_setting_check("vector", problem->name, NULL) ||
        weft_experiment_get(experiment, "vector") ||
        weft_cost_parse(cost->text, &read, NULL) || weft_cost_is_unit(&read))
        return;
    struct weft_network *network = weft_network_create_seeded(
        name ? name->text : problem->network,
        seed ? (uint64_t)seed->number : WEFT_NETWORK_SEED, NULL);
    int64_t size = network ? weft_network_size(network) : 0;
    weft_network_destroy(network);
    if (size)
        weft_experiment_set_number(experiment, "vector",
                                   size * (bytes ? bytes->number : 8), NULL);
}

/* All rows of a stream have the same number of packets, even if their
 * strategies would choose another. */
static void take_packets(struct weft_experiment *experiment)
{
    const struct weft_setting *row;
    if (strcmp(experiment->problem, "stream") != 0 ||
        weft_experiment_get(experiment, "packets"))
        return;
    for (size_t i = 0; (row = weft_problem_setting("stream", i)); i++)
        if (!strcmp(row->name, "packets"))
            weft_experiment_set(experiment, "packets", row->standard, NULL);
}

struct weft_experiment
weft_trial_experiment(const struct weft_comparison *compare,
                      const struct weft_trial *job)
{
    struct weft_experiment experiment =
        weft_experiment_default(compare->problem[job->problem]);
    weft_experiment_set(&experiment, "strategy", job->strategy->name, NULL);
    for (size_t i = 0; i < compare->axes; i++) {
        const struct weft_compared_axis *axis = &compare->axis[i];
        weft_experiment_set(&experiment, axis->setting->name,
                            weft_trial_value(axis, job), NULL);
    }
    experiment.no_threads = true;
    experiment.no_bounds = true; /* computed once per question */
    take_vector(&experiment);
    take_packets(&experiment);
    return experiment;
}

/* An added row, with a name in place of a strategy. */
struct added {
    struct weft_trial trial; /* must be first: element of the list */
    struct weft_strategy_info info;
};

static int trials_append(struct weft_comparison *compare, size_t problem,
                         size_t point, const struct weft_result *result,
                         struct weft_error *err)
{
    struct added *added = calloc(1, sizeof *added);
    const struct weft_trial **row =
        realloc(compare->row, (compare->rows + 1) * sizeof *row);
    compare->row = row ? row : compare->row;
    if (!added || !row) {
        free(added);
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    }
    added->trial = (struct weft_trial){.problem = problem,
                                       .point = point,
                                       .strategy = &added->info,
                                       .result = *result,
                                       .state = WEFT_TRIAL_DONE,
                                       .next = compare->added};
    added->trial.result.outcome =
        (struct weft_outcome){.shared = result->outcome.shared};
    added->info.name = added->trial.result.strategy;
    compare->added = &added->trial;
    compare->row[compare->rows++] = &added->trial;
    return questions_add(compare, &added->trial, err);
}

int weft_comparison_add(struct weft_comparison *compare, size_t problem,
                        const struct weft_result *result,
                        struct weft_error *err)
{
    return trials_append(compare, problem, WEFT_NO_POINT, result, err);
}

int weft_comparison_add_at(struct weft_comparison *compare, size_t problem,
                           size_t point, const struct weft_result *result,
                           struct weft_error *err)
{
    if (problem >= compare->problems || point >= compare->points)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "a comparison without problem %zu or point %zu",
                              problem, point);
    return trials_append(compare, problem, point, result, err);
}

void weft_comparison_finish(struct weft_comparison *compare)
{
    while (compare->added) {
        struct weft_trial *next = compare->added->next;
        free(compare->added);
        compare->added = next;
    }
    for (size_t i = 0; compare->trial && i < compare->trials; i++)
        weft_result_finish(&compare->trial[i].result);
    for (size_t i = 0; i < compare->axes; i++)
        weft_values_finish(&compare->axis[i].values);
    weft_values_finish(&compare->strategies);
    questions_finish(compare);
    free(compare->trial);
    free(compare->row);
    free(compare->unfit);
}
