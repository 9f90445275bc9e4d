/* Checks the names in an experiment file before anything runs. */
#include "experiment.h"

#include "base/base.h"
#include "experiment/plan.h"
#include "trace/format.h"

#include <stdio.h>
#include <string.h>
#include <weft/network.h>
#include <weft/plugin.h>
#include <weft/unstable/gallery.h>

/* ---- experiments ---- */

static const char *word_problem_name(size_t i)
{
    return weft_problem(i) ? weft_problem(i)->name : NULL;
}

static const char *word_engine_name(size_t i)
{
    return weft_engine(i) ? weft_engine(i)->name : NULL;
}

static int one_of(const char *what, const char *word,
                  const char *(*name)(size_t), struct weft_error *err)
{
    for (size_t i = 0; name(i); i++)
        if (strcmp(name(i), word) == 0)
            return 0;
    return weft_unknown(err, what, word, name);
}

static int strategy_word(const char *problem, const char *word,
                         struct weft_error *err)
{
    const struct weft_strategy_info *info;
    if (weft_is_plugin(word))
        return weft_plugin_find(word, problem, err) ? 0 : -1;
    for (size_t i = 0; (info = weft_strategy(problem, i)); i++)
        if (strcmp(info->name, word) == 0)
            return 0;
    return plan_unknown_strategy(problem, "strategy", word, err);
}

/* Check the name of a network. Network files are not read here but when they
 * are used. */
static int network_word(const char *word, struct weft_error *err)
{
    if (weft_network_reads_file(word))
        return 0;
    struct weft_network *network = weft_network_create(word, err);
    weft_network_destroy(network);
    return network ? 0 : -1;
}

/* Return the value chosen for a setting, or NULL. */
static const char *word_given(const struct weft_experiment *experiment,
                              const char *name)
{
    const struct weft_choice *choice = weft_experiment_get(experiment, name);
    return choice ? choice->text : NULL;
}

/* An experiment with a schedule has no problem, and may have no strategy. */
int experiment_words(const struct weft_experiment *experiment,
                     struct weft_error *err)
{
    const char *problem = experiment->problem;
    const char *strategy = word_given(experiment, "strategy");
    const char *network = word_given(experiment, "network");
    const char *engine = word_given(experiment, "engine");
    if (problem && one_of("problem", problem, word_problem_name, err))
        return -1;
    if (problem && strategy && strategy_word(problem, strategy, err))
        return -1;
    if (network && network_word(network, err))
        return -1;
    return engine ? one_of("engine", engine, word_engine_name, err) : 0;
}

/* ---- outputs ---- */

int output_name(const char *name, struct weft_error *err)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-";
    size_t length = strlen(name);
    if (length && length <= 100 && name[strspn(name, allowed)] == '\0' &&
        *name != '.' && *name != '-' && strcmp(name, "manifest.txt") != 0)
        return 0;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "file '%.60s'; expected a name of letters, digits, "
                          "and . _ + -, no folder, and not 'manifest.txt'",
                          name);
}

int window_parse(const char *text, int64_t low, int64_t high, int64_t *first,
                 int64_t *count, struct weft_error *err)
{
    const char *end;
    int64_t a, b;
    int status = parse_number(text, &end, low, high, &a);
    b = a;
    if (!status && *end)
        status = strncmp(end, "..", 2) != 0 ||
                 parse_number(end + 2, NULL, a, high, &b);
    if (status)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "'%.40s' is not a range A..B between %lld and "
                              "%lld",
                              text, (long long)low, (long long)high);
    *first = a;
    *count = b - a + 1;
    return 0;
}

static const char *writer_name(size_t i)
{
    return weft_format(i) ? weft_format(i)->name : NULL;
}

const char *output_format(const char *file, const char *said,
                          struct weft_error *err)
{
    struct target target;
    if (!said) {
        if (target_parse(&target, file, err))
            return NULL;
        if (target.format)
            return target.format->info.name;
        weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                       "the extension of '%.60s' names no format; expected an "
                       "attribute 'format'",
                       file);
        return NULL;
    }
    for (size_t i = 0; weft_format(i); i++)
        if (strcmp(weft_format(i)->name, said) == 0 && weft_format(i)->writes)
            return weft_format(i)->name;
    weft_unknown(err, "trace format", said, writer_name);
    return NULL;
}

/* Return the i-th figure kind that can be drawn from a trace. */
static const char *word_kind_name(size_t i)
{
    for (size_t at = 0; weft_figure_kind(at); at++)
        if (weft_figure_kind(at)->input != WEFT_FIGURE_COMPARISON && i-- == 0)
            return weft_figure_kind(at)->name;
    return NULL;
}

const char *output_kind(const char *kind, struct weft_error *err)
{
    for (size_t i = 0; word_kind_name(i); i++)
        if (strcmp(word_kind_name(i), kind) == 0)
            return word_kind_name(i);
    weft_unknown(err, "kind of figure", kind, word_kind_name);
    return NULL;
}

static const char *word_exhibit_name(size_t i)
{
    return weft_exhibit(i) ? weft_exhibit(i)->name : NULL;
}

int exhibit_word(const char *name, struct weft_error *err)
{
    return one_of("figure", name, word_exhibit_name, err);
}
