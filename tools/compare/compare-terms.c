/* Terms that all rows of a comparison must have in common: costs, a model, a
 * network. */
#include "compare/compare-terms.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/model.h>

#include "common/command.h"
#include "common/network-word.h"

/* Return the `index`-th value of a setting in the runs: one of the given
 * values, or the default. */
static const char *compare_terms_value_of(const struct weft_comparison *compare,
                                          const char *name, size_t index)
{
    int axis = weft_comparison_axis(compare, name);
    if (axis >= 0)
        return index < compare->axis[axis].values.count
                   ? compare->axis[axis].values.text[index]
                   : NULL;
    for (size_t i = 0; !index && weft_setting(i); i++)
        if (!strcmp(weft_setting(i)->name, name))
            return weft_setting(i)->standard;
    return NULL;
}

/* Write a cost in weft's format, or copy the text if it is not a cost. */
static void plain_cost(const char *text, char plain[WEFT_COST_TEXT])
{
    struct weft_cost cost;
    if (weft_cost_parse(text, &cost, NULL))
        snprintf(plain, WEFT_COST_TEXT, "%.*s", WEFT_COST_TEXT - 1, text);
    else
        weft_cost_print(&cost, plain);
}

/* Write the cost of a file, or "" if it is unknown. Steps of one time unit
 * imply it. */
static void cost_of_file(const struct weft_trace_info *info,
                         char plain[WEFT_COST_TEXT])
{
    const char *said = weft_trace_info_get(info, "cost");
    *plain = '\0';
    if (said || info->step == 1)
        plain_cost(said ? said : "ts=1", plain);
}

static bool same_cost(const struct weft_trace_info *info, const char *own,
                      uint64_t step, const char *cost)
{
    return (!info->step || info->step == step) && (!*own || !strcmp(own, cost));
}

/* Return whether messages are as long as those given or, if no length is given,
 * as those of the first file. Files with steps need not state the length. */
static bool same_length(const struct compared_terms *terms,
                        const struct weft_trace_info *info, uint64_t bytes)
{
    const char *said = weft_trace_info_get(info, "bytes");
    bool asked = weft_comparison_axis(terms->compare, "bytes") >= 0;
    return !said || (!asked && (terms->runs || info->step)) ||
           strtoull(said, NULL, 10) == bytes;
}

/* Return the `index`-th message length: one of the given values, or else that
 * of the first file, or of this one. */
static const char *compare_terms_length_of(const struct compared_terms *terms,
                                           const struct weft_trace_info *info,
                                           size_t index)
{
    const char *said = weft_trace_info_get(info, "bytes");
    if (weft_comparison_axis(terms->compare, "bytes") >= 0)
        return compare_terms_value_of(terms->compare, "bytes", index);
    if (!index && *terms->length)
        return terms->length;
    return !index && said
               ? said
               : compare_terms_value_of(terms->compare, "bytes", index);
}

/* Keep the message length of the first file with steps or a length. */
static void keep_length(struct compared_terms *terms,
                        const struct weft_trace_info *info)
{
    if (!*terms->length && (info->step || weft_trace_info_get(info, "bytes")))
        snprintf(terms->length, sizeof terms->length, "%" PRIu64,
                 (uint64_t)strtoull(compare_terms_length_of(terms, info, 0),
                                    NULL, 10));
}

/* Return whether the file uses one of the given costs and lengths. */
static bool fits_given(const struct compared_terms *terms,
                       const struct weft_trace_info *info, const char *own)
{
    const char *text, *bytes;
    char plain[WEFT_COST_TEXT];
    struct weft_cost cost;
    for (size_t i = 0;
         (text = compare_terms_value_of(terms->compare, "cost", i)); i++)
        for (size_t k = 0; (bytes = compare_terms_length_of(terms, info, k));
             k++) {
            if (weft_cost_parse(text, &cost, NULL))
                return true; /* the problem has no strategy that can be run */
            weft_cost_print(&cost, plain);
            uint64_t length = strtoull(bytes, NULL, 10);
            if (same_cost(info, own, weft_cost_period(&cost, (size_t)length),
                          plain) &&
                same_length(terms, info, length))
                return true;
        }
    return false;
}

/* Return whether the file uses the cost and length of one of the runs. A
 * problem may define the length of messages itself. */
static bool fits_run(struct compared_terms *terms,
                     const struct weft_trace_info *info, const char *own)
{
    terms->bytes = 0;
    for (size_t i = 0; i < terms->compare->trials; i++) {
        const struct weft_experiment experiment =
            weft_trial_experiment(terms->compare, &terms->compare->trial[i]);
        const struct weft_choice *cost =
            weft_experiment_get(&experiment, "cost");
        struct weft_bounds bounds;
        char plain[WEFT_COST_TEXT];
        if (weft_experiment_bounds(&experiment, &bounds, NULL))
            continue; /* the run will fail and report the reason */
        if (!terms->bytes)
            terms->bytes = bounds.bytes;
        plain_cost(cost ? cost->text
                        : compare_terms_value_of(terms->compare, "cost", 0),
                   plain);
        if (same_cost(info, own, bounds.slot, plain) &&
            same_length(terms, info, bounds.bytes))
            return true;
    }
    return !terms->bytes;
}

static int compare_terms_wrong(const struct compared_terms *terms,
                               const struct weft_trace_info *info,
                               const char *own, struct weft_error *err)
{
    const char *bytes = weft_trace_info_get(info, "bytes");
    const char *length = compare_terms_length_of(terms, info, 0);
    char costs[WEFT_COST_TEXT + 64];
    if (weft_trace_info_ticks(info) > 1)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "its times are those of shared links, unlike "
                              "those of the other rows; with --sharing %s its "
                              "schedule is run",
                              weft_trace_info_get(info, "sharing"));
    if (terms->counted)
        snprintf(costs, sizeof costs, "cost %s", terms->cost);
    else
        snprintf(costs, sizeof costs, "cost %.120s, bytes %" PRIu64,
                 compare_terms_value_of(terms->compare, "cost", 0),
                 terms->runs ? terms->bytes
                             : (uint64_t)strtoull(length, NULL, 10));
    return weft_error_set(
        err, WEFT_ERROR_MISUSE, 0,
        "its times (cost %s%s%.20s) differ from those of the other rows (%s); "
        "`weft "
        "run --schedule` with --cost, --bytes and -t writes a trace with other "
        "times",
        *own ? own : "unknown", bytes ? ", bytes " : "", bytes ? bytes : "",
        costs);
}

int compared_terms_fit(struct compared_terms *terms,
                       const struct weft_trace_info *info,
                       struct weft_error *err)
{
    bool given = weft_comparison_axis(terms->compare, "cost") >= 0 ||
                 weft_comparison_axis(terms->compare, "bytes") >= 0;
    char own[WEFT_COST_TEXT];
    cost_of_file(info, own);
    if (terms->runs || given) {
        bool fits = terms->runs ? fits_run(terms, info, own)
                                : fits_given(terms, info, own);
        if (!fits)
            return compare_terms_wrong(terms, info, own, err);
        keep_length(terms, info);
        return 0;
    }
    if (terms->counted)
        return same_cost(info, own, terms->step, terms->cost)
                   ? 0
                   : compare_terms_wrong(terms, info, own, err);
    terms->counted = info->step && *own;
    terms->step = info->step;
    memcpy(terms->cost, own, sizeof own);
    return 0;
}

struct weft_trace_info compared_terms_add(const struct compared_terms *terms,
                                          const struct weft_trace_info *info,
                                          struct weft_parameter *word)
{
    struct weft_trace_info all = *info;
    if (info->parameters)
        memcpy(word, info->parameter, info->parameters * sizeof *word);
    if (terms->model && !weft_trace_info_get(info, "model"))
        word[all.parameters++] = (struct weft_parameter){"model", terms->model};
    all.parameter = word;
    return all;
}

const char *compared_value(const struct weft_comparison *compare,
                           const char *setting)
{
    int axis = weft_comparison_axis(compare, setting);
    return axis >= 0 && compare->axis[axis].values.count == 1
               ? compare->axis[axis].values.text[0]
               : NULL;
}

static struct weft_network *draw_network(const char *word, const char *seed,
                                         struct weft_error *err)
{
    return weft_network_create_seeded(
        word, seed ? strtoull(seed, NULL, 10) : WEFT_NETWORK_SEED, err);
}

int compared_network(const struct weft_comparison *compare,
                     struct weft_network **network, struct weft_error *err)
{
    const char *word = compared_value(compare, "network");
    int axis = weft_comparison_axis(compare, "seed");
    const struct weft_values *seeds =
        axis < 0 ? NULL : &compare->axis[axis].values;
    *network = NULL;
    if (!word)
        return 0;
    *network = draw_network(word, seeds ? seeds->text[0] : NULL, err);
    if (!*network || !seeds || seeds->count == 1)
        return *network ? 0 : -1;
    struct weft_network *other = draw_network(word, seeds->text[1], err);
    bool drawn = other && strcmp(weft_network_name(other),
                                 weft_network_name(*network)) != 0;
    if (drawn) {
        weft_network_destroy(*network);
        *network = NULL;
    }
    weft_network_destroy(other);
    return other ? 0 : -1;
}

int compared_networks_check(const struct weft_comparison *compare)
{
    int status = EXIT_GOOD;
    for (size_t i = 0; i < compare->axes; i++) {
        const struct weft_compared_axis *axis = &compare->axis[i];
        for (size_t k = 0; !status && k < axis->values.count; k++) {
            const struct network_words words = {.spec = axis->values.text[k]};
            struct weft_network *network = NULL;
            if (!strcmp(axis->setting->name, "network") &&
                weft_network_reads_file(words.spec))
                status = network_make("compare", &words, &network);
            weft_network_destroy(network);
        }
    }
    return status;
}
