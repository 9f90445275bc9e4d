/* weft compare: a table with a row for each strategy, problem, network, model
 * and size. */
#include "common/command.h"
#include "common/file-ending.h"
#include "common/interrupt.h"
#include "common/options.h"
#include "common/picture.h"
#include "common/plugins.h"
#include "common/processes.h"
#include "common/progress.h"
#include "common/reading.h"
#include "common/terminal.h"
#include "common/word-kinds.h"
#include "compare/compare-files.h"
#include "compare/compare-json.h"
#include "compare/compare-shared.h"
#include "compare/compare-terms.h"
#include "compare/compare-traces.h"
#include "compare/compare-unfit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct compare_order {
    struct weft_comparison compare;
    /* values, indexed as the table of settings */
    struct weft_values given[SETTINGS_MAX];
    int (*print)(const struct weft_comparison *compare);
    const char *figure;
    struct compared_files files;
};

enum {
    OPTION_CSV = 256,
    OPTION_FIGURE,
    OPTION_SCALE,
    COMPARE_OPTION_PRINT,
    OPTION_JOBS,
    COMPARE_OPTION_GOAL,
    OPTION_SPREAD
};

static const struct argp_option compare_options[] = {
    {"json", 'j', NULL, 0, "print the table as one JSON object", 0},
    {"csv", OPTION_CSV, NULL, 0, "print the table as CSV", 0},
    {"figure", OPTION_FIGURE, "FILE.svg", 0,
     "plot steps against sizes, with the lower bound, or draw two traces one "
     "above the other; also .pdf, .png",
     0},
    {"scale", OPTION_SCALE, "linear|log", 0,
     "scale of the axes of the figure (default: log if the sizes are far "
     "apart)",
     0},
    {"print", COMPARE_OPTION_PRINT, NULL, 0,
     "size the figure for print: 7 inches wide, text at least 7 pt", 0},
    {"goal", COMPARE_OPTION_GOAL, "FILE", 0,
     "check schedules against this goal instead of a problem", 0},
    {"jobs", OPTION_JOBS, "N", 0,
     "runs at a time (default: the number of cores); does not change results",
     0},
    {"spread", OPTION_SPREAD, NULL, 0,
     "spread the runs over all processes that mpirun started; does not change "
     "results",
     0},
    {0},
};

/* ---- how the rows are printed ---- */

static int compare_put(char *text, const struct weft_error *err)
{
    if (!text)
        return complain(EXIT_FAILED, NULL, err);
    print_plainly(stdout, "%s", text);
    free(text);
    return EXIT_GOOD;
}

static int compare_print_text(const struct weft_comparison *compare)
{
    struct weft_error err;
    int columns = isatty(STDOUT_FILENO) ? terminal_columns(stdout) : 0;
    return compare_put(weft_comparison_text(compare, columns, &err), &err);
}

static int compare_print_csv(const struct weft_comparison *compare)
{
    struct weft_error err;
    return compare_put(weft_comparison_csv(compare, &err), &err);
}

static int compare_print_json(const struct weft_comparison *compare)
{
    compare_json(compare, stdout);
    return EXIT_GOOD;
}

/* ---- options ---- */

static int jobs_read(const struct argp_state *state, const char *text)
{
    char *end;
    errno = 0;
    long jobs = strtol(text, &end, 10);
    if (errno || end == text || *end || jobs < 1 || jobs > 256)
        misuse(state, "--jobs takes a number from 1 to 256, not '%s'", text);
    return (int)jobs;
}

/* Process an operand: a problem, or a file with a schedule. */
static void compare_take_word(const struct argp_state *state,
                              struct compare_order *order, const char *word)
{
    struct weft_comparison *compare = &order->compare;
    refuse_other_kind(state, compare->problems ? compare->problem[0] : NULL,
                      word);
    if (is_compared_file(word)) {
        order->files.file[order->files.count++] = word;
        return;
    }
    if (compare->problems == WEFT_COMPARED_MAX)
        misuse(state, "too many problems: at most %d can be compared",
               WEFT_COMPARED_MAX);
    compare->problem[compare->problems++] = problem_word(word);
}

static error_t compare_parse(int key, char *argument, struct argp_state *state)
{
    struct compare_order *order = state->input;
    struct weft_comparison *compare = &order->compare;
    int (*print)(const struct weft_comparison *);
    switch (key) {
    case ARGP_KEY_INIT:
        one_line(state);
        state->child_inputs[0] = order;
        return 0;
    case 'j':
    case OPTION_CSV:
        print = key == 'j' ? compare_print_json : compare_print_csv;
        if (order->print != compare_print_text && order->print != print)
            misuse(state, "--csv and --json are mutually exclusive");
        order->print = print;
        return 0;
    case OPTION_FIGURE:
        if (!*argument || !strcmp(argument, "-"))
            misuse(state, "--figure takes the name of a file, not '%s'",
                   argument);
        refuse_ending(state, argument, "a picture", picture_endings);
        order->figure = processes_first() ? argument : NULL;
        return 0;
    case OPTION_SCALE:
        compare->scale =
            WEFT_SCALE_LINEAR +
            (unsigned)option_word(state, compare_options, key, argument);
        return 0;
    case COMPARE_OPTION_PRINT:
        compare->print = true;
        return 0;
    case ARGP_KEY_END:
        if ((compare->scale || compare->print) && !order->figure &&
            processes_first())
            misuse(state, "--scale and --print are for --figure");
        if (order->files.goal && !order->files.count)
            misuse(state, "--goal is for schedules, but no file is given");
        return 0;
    case OPTION_JOBS:
        compare->jobs = jobs_read(state, argument);
        return 0;
    case COMPARE_OPTION_GOAL:
        order->files.goal = argument;
        return 0;
    case OPTION_SPREAD: /* see processes.c */
        return 0;
    case ARGP_KEY_ARG:
        compare_take_word(state, order, argument);
        return 0;
    case ARGP_KEY_NO_ARGS:
        misuse(state, "no problem given; `weft list problems` lists them");
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t compare_parse_setting(int key, char *argument,
                                     struct argp_state *state)
{
    struct compare_order *order = state->input;
    struct weft_error err;
    if (key == ARGP_KEY_INIT)
        one_line(state);
    int index = setting_of_key(key);
    if (index < 0 || index >= SETTINGS_MAX)
        return ARGP_ERR_UNKNOWN;
    const struct weft_setting *setting = weft_setting((size_t)index);
    const char *value = argument ? argument : "yes";
    if (setting_is_misread(setting->name, value, true, &err) ||
        weft_values_add(&order->given[index], setting, value, &err))
        reject(state, &err);
    return 0;
}

/* Move the given values to the comparison, which then owns them. */
static int compare_take_axes(struct compare_order *order)
{
    struct weft_comparison *compare = &order->compare;
    struct weft_error err;
    for (size_t i = 0; i < SETTINGS_MAX; i++) {
        if (!order->given[i].count)
            continue;
        const struct weft_setting *setting = weft_setting(i);
        if (compare->axes == WEFT_AXES_MAX) {
            weft_error_set(&err, WEFT_ERROR_LIMIT, 0,
                           "too many settings: at most %d in one comparison",
                           WEFT_AXES_MAX);
            return complain(EXIT_MISUSE, NULL, &err);
        }
        if (!strcmp(setting->name, "strategy"))
            compare->strategies = order->given[i];
        else
            compare->axis[compare->axes++] = (struct weft_compared_axis){
                .setting = setting, .values = order->given[i]};
    }
    return EXIT_GOOD;
}

/* Return whether all runs ended; a figure without the failed ones would be
 * misleading. */
static bool compare_all_ended(const struct weft_comparison *compare)
{
    for (size_t i = 0; i < compare->rows; i++)
        if (!compare->row[i]->result.ended)
            return false;
    return true;
}

static int compare_draw(const struct compare_order *order)
{
    struct weft_error err = {0};
    const struct weft_comparison *compare = &order->compare;
    const char *value = "steps";
    int axis = weft_comparison_sizes(compare, &err);
    for (size_t i = 0; i < compare->rows; i++)
        if (compare->row[i]->result.makespan != compare->row[i]->result.steps)
            value = "time";
    char *svg = weft_comparison_plot(compare, (size_t)axis, value, NULL, &err);
    int status = svg ? picture_write(order->figure, svg, &err) : -1;
    free(svg);
    return status ? complain(EXIT_FAILED, NULL, &err) : EXIT_GOOD;
}

/* Print the completed rows; `signal` ended the comparison early, or is 0. */
static int compare_report(const struct compare_order *order, int signal)
{
    const struct weft_comparison *compare = &order->compare;
    struct weft_error err = {0};
    if (!signal && !compare->rows)
        return complain_of_unfit(compare);
    int printed = compare->rows || order->print != compare_print_text
                      ? order->print(compare)
                      : EXIT_GOOD;
    int status = complain_of_failed(compare, order->figure &&
                                                 !compare_all_ended(compare));
    status = printed ? printed : status;
    int underbid = complain_of_bounds(compare);
    status = underbid ? underbid : status;
    if (!signal) {
        bool draws = order->figure && compare_all_ended(compare);
        int drawn = draws ? compare_draw(order) : EXIT_GOOD;
        return drawn ? drawn : status;
    }
    weft_error_system(&err, EINTR, 0, "interrupted: %zu of %zu run%s done%s",
                      compare->rows + compare->unfits, compare->trials,
                      plural(compare->trials),
                      order->figure ? "; no figure is drawn" : "");
    return complain(128 + signal, NULL, &err);
}

/* Add the rows of the files: checked with their own times, or run if links are
 * shared. */
static int compare_add_files(struct compare_order *order)
{
    struct weft_comparison *compare = &order->compare;
    int status = order->files.result
                     ? compared_files_add(&order->files, compare)
                     : EXIT_GOOD;
    if (!status && order->files.run)
        status = compared_shared_add(&order->files, compare);
    return status;
}

/* Run the comparison. If there are runs, the files must use the same costs and
 * sizes. */
static int compare_execute(struct compare_order *order)
{
    struct weft_comparison *compare = &order->compare;
    struct weft_error err = {0};
    bool runs = compared_runs(compare) || !order->files.count;
    if (runs && (weft_comparison_plan(compare, &err) ||
                 (order->figure && weft_comparison_sizes(compare, &err) < 0)))
        return complain(EXIT_MISUSE, NULL, &err);
    int judged = compared_shares(compare, true)
                     ? EXIT_GOOD
                     : compared_files_judge(&order->files, compare);
    if (!judged && order->files.count && compared_shares(compare, false))
        judged = compared_shared_run(&order->files, compare);
    if (judged)
        return judged;
    if (!runs && order->figure) {
        weft_comparison_sizes(compare, &err);
        return complain(EXIT_MISUSE, NULL, &err);
    }
    if (!runs) {
        judged = compare_add_files(order);
        return judged ? judged : compare_report(order, 0);
    }
    struct progress progress;
    const struct weft_watch watch = {progress_go_on, &progress};
    interrupt_watch(NULL);
    progress_begin(&progress, compare);
    int stopped = weft_comparison_run(compare, &watch, &err);
    progress_end(&progress);
    if (stopped < 0)
        return complain(EXIT_FAILED, NULL, &err);
    int status = stopped ? EXIT_GOOD : compare_add_files(order);
    if (!status)
        status = compare_report(order, stopped ? interrupt_signal() : 0);
    if (stopped) { /* runs continue and use what exit() would free */
        fflush(stdout);
        _exit(status);
    }
    return status;
}

/* Compare two traces. Return as compare_traces() does. */
static int compare_two(const struct compare_order *order)
{
    const struct weft_comparison *compare = &order->compare;
    const struct trace_order traces = {
        .file = order->files.file,
        .files = order->files.count,
        .only = !compare->problems && !compare->axes && !compare->scale &&
                !compare->strategies.count && !order->files.goal,
        .csv = order->print == compare_print_csv,
        .json = order->print == compare_print_json,
        .figure = order->figure,
        .print = compare->print};
    return compare_traces(&traces);
}

static int compare_command(int argc, char **argv)
{
    static struct argp_child children[4];
    plugins_open(argc, argv);
    children[0].argp = settings_argp(compare_parse_setting, NULL);
    children[0].header = "Settings (all take lists and ranges):";
    children[1].argp = &compare_traces_argp;
    children[1].header = "Two traces of other programs:";
    children[2] = reading_only[0];
    const struct argp argp = {
        compare_options,
        compare_parse,
        "[PROBLEM...] [SCHEDULE...]\nTRACE TRACE",
        "Runs all strategies of the problems, and compares their times with "
        "lower bounds and with schedules from files. Schedules are checked as "
        "by weft check or, with --sharing, run. "
        "With two traces that name no problem, prints what has changed from "
        "the first (a) to the second (b): times, tasks, processors, messages."
        "\v"
        "Every setting takes a list (A,B,C; or the option "
        "again) and a range of numbers: A..B, A..B+STEP or A..B*FACTOR, alone "
        "or after a word (hypercube:2..10). Hypercubes grow by one dimension, "
        "a number after a slash (random:16x3/1..5) by 1; other networks "
        "double from A to B (complete:16..1024, mesh:4x4..16x16). weft runs "
        "all combinations. --sources 0,3,5 is one value, and so is --data "
        "FILE: repeat the option for more.\n"
        "Examples:\n"
        "  weft compare successive -n hypercube:4\n"
        "  weft compare stream -n complete:16..1024 --packets 1,10,100\n"
        "  weft compare scatter gather -n hypercube:2..8 --figure steps.svg\n"
        "  weft compare allreduce -s ring,./mine.c theirs.xml -n complete:8\n"
        "  weft compare before.json after.json --figure change.svg\n"
        "Exit status: 0 success; 1 a run, a schedule or the figure failed; 2 "
        "nothing failed, but weft could not judge a schedule; 64 usage error, "
        "nothing was "
        "run; 130 interrupted (128 + the signal): the finished "
        "rows are printed, no figure is drawn.",
        children,
        NULL,
        NULL};
    static struct compare_order order = {.print = compare_print_text};
    order.files.file = calloc((size_t)argc + 1, sizeof *order.files.file);
    const struct weft_error err = {.text = "no memory"};
    if (!order.files.file)
        return complain(EXIT_FAILED, NULL, &err);
    int status = parse_arguments(&argp, argc, argv, &order);
    if (status)
        return status;
    status = compare_take_axes(&order);
    if (!status)
        status = compared_networks_check(&order.compare);
    if (!status)
        status = compare_two(&order);
    if (status < 0)
        status = compare_execute(&order);
    weft_comparison_finish(&order.compare);
    compared_files_finish(&order.files);
    return status;
}

const struct command cmd_compare = {
    .name = "compare",
    .summary = "compare strategies, problems and sizes in a table",
    .run = compare_command,
};
