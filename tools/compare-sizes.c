/* How much there is of a problem: a stream of 3 packets takes fewer steps than
 * one of 5, and says nothing about it. */
#include "compare-sizes.h"

#include <stdlib.h>
#include <string.h>
#include <weft/plugin.h>
#include <weft/problem.h>
#include <weft/trace.h>

static const char *const sizes[] = {"packets", "size", "sources", "t-comp",
                                    "vector"};

/* The problem whose sizes the file says, if it is one that is compared: without
 * a word about it the only one; NULL: none. What only a file names is not
 * looked for in a plug-in. */
static const char *problem_of(const struct weft_comparison *compare,
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

static const struct weft_setting *own_setting(const char *problem,
                                              const char *name)
{
    const struct weft_setting *row;
    for (size_t i = 0; (row = weft_problem_setting(problem, i)); i++)
        if (!strcmp(row->name, name))
            return row;
    return NULL;
}

/* Is it a run of one of the problem's strategies? Such a one does not say what
 * is as it is by itself. */
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

static bool same(const struct weft_setting *row, const char *a, const char *b)
{
    return row->kind == WEFT_SETTING_NUMBER
               ? strtoll(a, NULL, 10) == strtoll(b, NULL, 10)
               : !strcmp(a, b);
}

/* `said` by the file, NULL: nothing. */
static int fit(const struct weft_comparison *compare, bool runs,
               const char *said, const struct weft_setting *row,
               struct weft_error *err)
{
    int axis = weft_comparison_axis(compare, row->name);
    if (!said || (axis < 0 && (!runs || !row->standard)))
        return 0;
    if (axis < 0)
        return same(row, said, row->standard)
                   ? 0
                   : weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                                    "it has %s %.60s, but the runs have %s %s",
                                    row->name, said, row->name, row->standard);
    const struct weft_values *asked = &compare->axis[axis].values;
    for (size_t i = 0; i < asked->count; i++)
        if (same(row, said, asked->text[i]))
            return 0;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "it has %s %.60s, but --%s asks for %.60s%s",
                          row->name, said, row->name, asked->text[0],
                          asked->count > 1 ? ", ..." : "");
}

int compared_sizes_fit(const struct weft_comparison *compare, bool runs,
                       const struct weft_trace_info *info,
                       struct weft_error *err)
{
    const char *problem = problem_of(compare, info);
    bool run = problem && is_run(problem, info);
    for (size_t i = 0; problem && i < sizeof sizes / sizeof *sizes; i++) {
        const struct weft_setting *row = own_setting(problem, sizes[i]);
        const char *said = weft_trace_info_get(info, sizes[i]);
        if (row && run && !said)
            said = row->standard;
        if (row && fit(compare, runs, said, row, err))
            return -1;
    }
    return 0;
}
