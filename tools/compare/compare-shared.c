/* Schedules from files that are run with shared links. A file determines which
 * processor sends what, and in which order; times, costs and lengths are those
 * of the comparison's points. */
#include "compare/compare-shared.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/compare.h>
#include <weft/unstable/experiment.h>
#include <weft/weft.h>

#include "check/check-bounds.h"
#include "check/check-report.h"
#include "common/command.h"
#include "common/options.h"
#include "common/reading.h"
#include "common/terminal.h"
#include "run/scheduled.h"

static bool shared_none(const char *value)
{
    return !strcmp(value, weft_sharing_names[WEFT_SHARING_NONE]);
}

bool compared_shares(const struct weft_comparison *compare, bool all)
{
    int axis = weft_comparison_axis(compare, "sharing");
    const struct weft_values *values =
        axis < 0 ? NULL : &compare->axis[axis].values;
    for (size_t i = 0; values && i < values->count; i++)
        if (shared_none(values->text[i]) == all)
            return !all;
    return values && all;
}

/* Number the points, as weft_comparison_plan() does if there are runs. */
static void compare_shared_count(struct weft_comparison *compare)
{
    compare->points = 1;
    for (size_t i = compare->axes; i--;) {
        compare->axis[i].stride = compare->points;
        compare->points *= compare->axis[i].values.count;
    }
}

/* Return the number of blocks in a vector of the file: as many as it declares,
 * or one for each processor. */
static uint64_t compare_shared_blocks(const struct weft_trace_info *info)
{
    const char *vector = weft_trace_info_get(info, "vector");
    const char *bytes = weft_trace_info_get(info, "bytes");
    uint64_t block = bytes ? strtoull(bytes, NULL, 10) : 0;
    uint64_t blocks = vector && block ? strtoull(vector, NULL, 10) / block : 0;
    return blocks ? blocks : (uint64_t)info->processors;
}

static int compare_shared_begin(void *arg, const struct weft_trace_info *info)
{
    *(uint64_t *)arg = compare_shared_blocks(info);
    return 0;
}

static int compare_shared_events(void *arg, const struct weft_event *event,
                                 size_t count)
{
    (void)arg;
    (void)event;
    (void)count;
    return 0;
}

static int compare_shared_end(void *arg)
{
    (void)arg;
    return 0;
}

/* Set the length of a block to its part of the vector. Returns 0, or -1 with
 * err. */
static int compare_shared_vector(struct weft_experiment *experiment,
                                 const char *text, uint64_t blocks,
                                 struct weft_error *err)
{
    struct weft_experiment vector = weft_experiment_default("allreduce");
    if (weft_experiment_set(&vector, "vector", text, err))
        return -1;
    uint64_t bytes = (uint64_t)weft_experiment_get(&vector, "vector")->number;
    if (bytes % blocks)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "a vector of %" PRIu64 " bytes is not %" PRIu64
                              " whole blocks",
                              bytes, blocks);
    return weft_experiment_set_number(experiment, "bytes",
                                      (int64_t)(bytes / blocks), err);
}

static bool compare_shared_general(const char *name)
{
    for (size_t i = 0; weft_problem(i); i++)
        if (problem_setting(weft_problem(i)->name, name))
            return false;
    return true;
}

/* Set the values of the comparison at a point. Returns 0, or -1 with err. */
static int compare_shared_set(const struct weft_comparison *compare,
                              const struct weft_trial *at, uint64_t blocks,
                              struct weft_experiment *experiment,
                              struct weft_error *err)
{
    for (size_t i = 0; i < compare->axes; i++) {
        const char *name = compare->axis[i].setting->name;
        const char *value = weft_trial_value(&compare->axis[i], at);
        if (!strcmp(name, "vector")) {
            if (compare_shared_vector(experiment, value, blocks, err))
                return -1;
        } else if (!compare_shared_general(name)) {
            return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                                  "--%s does not apply to a schedule", name);
        } else if (weft_experiment_set(experiment, name, value, err)) {
            return -1;
        }
    }
    return 0;
}

static bool compare_shared_at(const struct weft_comparison *compare,
                              const struct weft_trial *at)
{
    const struct weft_compared_axis *axis =
        &compare->axis[weft_comparison_axis(compare, "sharing")];
    return !shared_none(weft_trial_value(axis, at));
}

/* Write the verdict on a schedule that ended: whether it reached its goal. */
static void compare_shared_judge(const struct scheduled *scheduled,
                                 struct weft_result *result)
{
    const struct weft_check_result *found = weft_check_result(scheduled->check);
    char text[400] = "the goal is not reached";
    if (found->solved && !found->unheld)
        return;
    result->valid = result->expected = false;
    result->ratio = 0;
    result->not_judged =
        found->basis[WEFT_CHECK_PROBLEM].missed && !found->unheld;
    if (result->not_judged)
        check_missed_text(found, text, sizeof text);
    else if (found->kept)
        snprintf(text, sizeof text, "%s", found->finding[0].text);
    copy_whole(result->verdict, sizeof result->verdict, text);
}

/* Take the bounds for the sizes of the file, which may differ from those of the
 * comparison. Returns an exit status. */
static int compare_shared_bound(const struct scheduled *scheduled,
                                struct weft_result *result)
{
    struct weft_result found;
    struct weft_error err;
    if (check_bounds(&found, &scheduled->words,
                     weft_check_result(scheduled->check), result->valid, &err))
        return complain_of_file(scheduled->file, &err);
    compared_take_bounds(result, &found);
    return EXIT_GOOD;
}

static int compare_shared_run(const struct compared_files *files,
                              const char *file,
                              const struct weft_experiment *experiment,
                              struct weft_result *result)
{
    struct scheduled scheduled = {.file = file,
                                  .goal = files->goal,
                                  .problem =
                                      files->goal ? NULL : files->problem};
    const struct weft_sink *sink[1];
    struct weft_error err = {0};
    int status = EXIT_GOOD;
    if (scheduled_run(&scheduled, experiment, sink, 0, result, &err))
        status = complain_of_file(file, &err);
    else
        compare_shared_judge(&scheduled, result);
    if (!status)
        status = compare_shared_bound(&scheduled, result);
    const char *not_judged = status ? NULL : scheduled_not_judged(&scheduled);
    if (not_judged)
        print_plainly(stderr, "weft: note: %s: not checked: problem (%s)\n",
                      file, not_judged);
    scheduled_finish(&scheduled);
    compared_file_name(result, file);
    return status;
}

/* Run a file at a point. */
static int compare_shared_row(const struct compared_files *files,
                              const char *file, uint64_t blocks,
                              const struct weft_comparison *compare,
                              size_t point, struct weft_result *result)
{
    const struct weft_trial at = {.point = point};
    struct weft_experiment experiment = weft_experiment_default("allreduce");
    struct weft_error err = {0};
    if (!compare_shared_at(compare, &at))
        return EXIT_GOOD;
    experiment.problem = NULL;
    if (compare_shared_set(compare, &at, blocks, &experiment, &err))
        return complain_of_file(file, &err);
    return compare_shared_run(files, file, &experiment, result);
}

int compared_shared_run(struct compared_files *files,
                        struct weft_comparison *compare)
{
    struct weft_error err = {.text = "no memory"};
    files->problem = compare->problems == 1 ? compare->problem[0] : NULL;
    if (!compare->points)
        compare_shared_count(compare);
    files->run = calloc(files->count * compare->points, sizeof *files->run);
    if (!files->run)
        return complain(EXIT_FAILED, NULL, &err);
    int status = EXIT_GOOD;
    for (size_t i = 0; i < files->count && !status; i++) {
        uint64_t blocks = 1;
        const struct weft_sink sink = {compare_shared_begin,
                                       compare_shared_events,
                                       compare_shared_end, &blocks};
        struct weft_read_report report;
        if (read_trace(files->file[i], &sink, &report, &err))
            return complain_of_file(files->file[i], &err);
        for (size_t point = 0; point < compare->points && !status; point++)
            status = compare_shared_row(
                files, files->file[i], blocks, compare, point,
                &files->run[i * compare->points + point]);
    }
    return status;
}

int compared_shared_add(const struct compared_files *files,
                        struct weft_comparison *compare)
{
    struct weft_error err;
    size_t problem;
    for (size_t i = 0; i < files->count * compare->points; i++) {
        struct weft_result *result = &files->run[i];
        if (result->sharing &&
            (compared_problem(compare, result->problem, !compare->trials,
                              &problem, &err) ||
             weft_comparison_add_at(compare, problem, i % compare->points,
                                    result, &err)))
            return complain(EXIT_FAILED, NULL, &err);
        weft_result_finish(result);
    }
    return EXIT_GOOD;
}
