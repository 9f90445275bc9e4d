/* Sizes of problems, which must be equal in all rows: a stream of 3 packets
 * takes fewer steps than one of 5, which says nothing about the strategies. */
#include "compare/compare-sizes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/plugin.h>
#include <weft/problem.h>
#include <weft/trace.h>

#include "common/options.h"
#include "compare/compare-sources.h"

static const char *const compare_sizes_names[] = {"packets", "size", "sources",
                                                  "t-comp", "vector"};

/* Return the problem of a file if it is among those compared; without a name,
 * the only one; else NULL. Problems named only by files are not looked up in
 * plug-ins. */
static const char *
compare_sizes_problem_of(const struct weft_comparison *compare,
                         const struct weft_trace_info *info)
{
    const char *said = weft_trace_info_get(info, "problem");
    if (!said)
        return compare->problems == 1 ? compare->problem[0] : NULL;
    for (size_t i = 0; i < compare->problems; i++)
        if (!strcmp(compare->problem[i], said))
            return said;
    return compare->problems || weft_is_plugin(said) ? NULL : said;
}

/* Return whether the file is a run of one of the problem's strategies; such
 * files omit settings that have their default values. */
static bool is_run(const char *problem, const struct weft_trace_info *info)
{
    const char *said = weft_trace_info_get(info, "strategy");
    const struct weft_strategy_info *strategy;
    if (!said || !weft_trace_info_get(info, "problem"))
        return false;
    for (size_t i = 0; (strategy = weft_strategy(problem, i)); i++)
        if (!strcmp(strategy->name, said))
            return true;
    return false;
}

/* ---- values: a text, "": none ---- */

/* Return 1 if two values of a setting are equal, 0 if not, or -1 if memory is
 * short. */
static int same(const struct weft_setting *row, const char *a, const char *b,
                int processors)
{
    if (!*a || !*b)
        return !*a && !*b;
    if (row->kind == WEFT_SETTING_NUMBER)
        return strtoll(a, NULL, 10) == strtoll(b, NULL, 10);
    return strcmp(row->name, "sources") ? !strcmp(a, b)
                                        : compared_sources(a, b, processors);
}

static int compare_sizes_no_memory(struct weft_error *err)
{
    return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
}

#define WORDED 100

static const char *worded(const struct weft_setting *row, const char *value,
                          char text[WORDED])
{
    if (*value)
        snprintf(text, WORDED, "%.30s %.60s", row->name, value);
    else
        snprintf(text, WORDED, "no %.30s", row->name);
    return text;
}

/* ---- the values in the first file of a problem ---- */

struct held_size {
    struct held_size *next;
    const struct weft_setting *row;
    char *problem, *value; /* owned */
};

static const char *compare_sizes_held(const struct compared_sizes *sizes,
                                      const char *problem,
                                      const struct weft_setting *row)
{
    const struct held_size *at = sizes->held;
    while (at && (at->row != row || strcmp(at->problem, problem) != 0))
        at = at->next;
    return at ? at->value : NULL;
}

static int compare_sizes_hold(struct compared_sizes *sizes, const char *problem,
                              const struct weft_setting *row, const char *value,
                              struct weft_error *err)
{
    struct held_size *at = calloc(1, sizeof *at);
    if (!at)
        return compare_sizes_no_memory(err);
    *at = (struct held_size){sizes->held, row, strdup(problem), strdup(value)};
    sizes->held = at;
    return at->problem && at->value ? 0 : compare_sizes_no_memory(err);
}

void compared_sizes_finish(struct compared_sizes *sizes)
{
    while (sizes->held) {
        struct held_size *at = sizes->held;
        sizes->held = at->next;
        free(at->problem);
        free(at->value);
        free(at);
    }
}

/* ---- a file ---- */

static int fit_axis(const struct weft_values *asked, const char *value,
                    const struct weft_setting *row, int processors,
                    struct weft_error *err)
{
    char own[WORDED];
    for (size_t i = 0; i < asked->count; i++) {
        int is = same(row, value, asked->text[i], processors);
        if (is)
            return is > 0 ? 0 : compare_sizes_no_memory(err);
    }
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "it has %s, but --%s asks for %.60s%s",
                          worded(row, value, own), row->name, asked->text[0],
                          asked->count > 1 ? ", ..." : "");
}

static int compare_sizes_fit(struct compared_sizes *sizes, const char *problem,
                             const char *value, const struct weft_setting *row,
                             int processors, struct weft_error *err)
{
    int axis = weft_comparison_axis(sizes->compare, row->name);
    char own[WORDED], other[WORDED];
    if (axis >= 0)
        return fit_axis(&sizes->compare->axis[axis].values, value, row,
                        processors, err);
    const char *wanted = row->standard ? row->standard : "";
    if (!sizes->runs)
        wanted = compare_sizes_held(sizes, problem, row);
    if (!wanted)
        return compare_sizes_hold(sizes, problem, row, value, err);
    int is = same(row, value, wanted, processors);
    if (is)
        return is > 0 ? 0 : compare_sizes_no_memory(err);
    return weft_error_set(
        err, WEFT_ERROR_MISUSE, 0, "it has %s, but the %s have %s",
        worded(row, value, own), sizes->runs ? "runs" : "rows before it",
        worded(row, wanted, other));
}

/* Return the value in a file; "" if there is certainly none, NULL if it is
 * unknown, for example because a list was too long. */
static const char *value_in(const struct weft_trace_info *info, bool run,
                            const struct weft_setting *row)
{
    const char *said = weft_trace_info_get(info, row->name);
    if (said)
        return *said && strcmp(said, "...") != 0 ? said : NULL;
    if (!run)
        return NULL;
    return row->standard ? row->standard : "";
}

int compared_sizes_fit(struct compared_sizes *sizes,
                       const struct weft_trace_info *info,
                       struct weft_error *err)
{
    const char *problem = compare_sizes_problem_of(sizes->compare, info);
    bool run = problem && is_run(problem, info);
    for (size_t i = 0; problem && i < sizeof compare_sizes_names /
                                          sizeof *compare_sizes_names;
         i++) {
        const struct weft_setting *row =
            problem_setting(problem, compare_sizes_names[i]);
        const char *value = row ? value_in(info, run, row) : NULL;
        if (value && compare_sizes_fit(sizes, problem, value, row,
                                       info->processors, err))
            return -1;
    }
    return 0;
}
