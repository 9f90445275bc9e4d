/* weft run: emulate once, print a summary, write traces. */
#include "common/answer.h"
#include "common/command.h"
#include "common/file-ending.h"
#include "common/interrupt.h"
#include "common/options.h"
#include "common/outcome.h"
#include "common/plugins.h"
#include "common/processes.h"
#include "common/progress.h"
#include "common/reading.h"
#include "common/terminal.h"
#include "common/wait-picture.h"
#include "common/word-kinds.h"
#include "experiment/experiment-help.h"
#include "experiment/run-experiment.h"
#include "run/fitting.h"
#include "run/scheduled.h"
#include "run/show.h"
#include "run/traces.h"

#include <stdlib.h>
#include <string.h>
#include <weft/weft.h>

struct run_run {
    struct weft_experiment experiment;
    bool given[SETTINGS_MAX]; /* whether each setting was given, by index */
    struct traces traces;
    /* sinks of the traces, then those of --show, progress and the goal */
    const struct weft_sink *sink[TRACES_MAX + 3];
    struct show shown;
    struct scheduled schedule;
    const char *file;       /* experiment file, or NULL */
    const char *folder;     /* folder for the files of an experiment, or NULL */
    const char *wait_graph; /* file for the picture of a deadlock, or NULL */
    bool force, spread;
    bool json, show, play;
};

enum run_own_option {
    SHOW = 256,
    FORCE,
    SCHEDULE,
    GOAL,
    PROBLEM,
    RUN_SPREAD,
    RUN_WAIT_GRAPH
};

static const struct argp_option run_options[] = {
    {"trace", 't', "[FORMAT:]FILE", 0,
     "write a trace, in the format of the file extension; - is standard output "
     "(the summary then goes to standard error); may be given several times",
     0},
    {"json", 'j', NULL, 0, "print the summary as one JSON object", 0},
    {"show", SHOW, "play", OPTION_ARG_OPTIONAL,
     "draw the run as text: a row for each processor, a column for each step, "
     "'>' before a message sent, '<' before one received; --show=play shows "
     "one step at a time on a terminal",
     0},
    {"wait-graph", RUN_WAIT_GRAPH, "FILE.svg", 0,
     "draw a deadlock: which processors wait for which, and the cycles", 0},
    {"schedule", SCHEDULE, "FILE", 0,
     "run a schedule or trace in any format that weft reads: step by step, at "
     "the times of a trace whose costs and network are those of the run, or as "
     "soon as possible (strategy replay)",
     0},
    {"goal", GOAL, "FILE", 0,
     "with --schedule: the goal it must reach (as for weft check --goal)", 0},
    {"problem", PROBLEM, "PROBLEM", 0,
     "with --schedule: the problem it must solve (default: the problem that "
     "the file names)",
     0},
    {"output", 'o', "FOLDER", 0,
     "write the results of an experiment file into this folder; if it already "
     "has results, compare with them",
     1},
    {"force", FORCE, NULL, 0,
     "write the results of an experiment file again instead of comparing", 1},
    {"spread", RUN_SPREAD, NULL, 0,
     "spread the comparisons of an experiment file over all processes that "
     "mpirun started; does not change results",
     1},
    {0},
};

/* Check that all given settings apply to the problem. */
static void run_check_given(const struct argp_state *state,
                            const struct run_run *run)
{
    struct weft_error err;
    const char *problem = run->experiment.problem;
    if (!problem || !weft_problem_find(problem))
        return;
    for (size_t i = 0; weft_setting(i); i++)
        if (run->given[i] &&
            weft_setting_check(weft_setting(i)->name, problem, &err))
            reject(state, &err);
}

/* Use a plug-in file as the problem and, unless a strategy is given, as the
 * strategy. */
static void take_plugin(const struct argp_state *state, struct run_run *run,
                        const char *file)
{
    struct weft_error err;
    const struct weft_plugin *plugin = weft_plugin_open(file, &err);
    if (!plugin)
        exit(complain_of(&err));
    run->experiment.problem = problem_word(file);
    if (weft_experiment_get(&run->experiment, "strategy"))
        return;
    size_t i = 0;
    while (i < plugin->strategies &&
           strcmp(plugin->strategy[i].problem, run->experiment.problem) != 0)
        i++;
    if (i < plugin->strategies &&
        weft_experiment_set(&run->experiment, "strategy",
                            plugin->strategy[i].name, &err))
        misuse(state, "%s", err.text);
}

static FILE *run_summary_stream(const struct run_run *run)
{
    return traces_leave_stdout(&run->traces) ? stdout : stderr;
}

/* Reject options that are mutually exclusive. */
static void check_together(const struct argp_state *state, struct run_run *run)
{
    if (run->show && run->json)
        misuse(state, "--show and --json are mutually exclusive");
    if (run->play && !show_can_play(run_summary_stream(run)))
        misuse(state, "--show=play needs a terminal; --show does not");
    if (run->force && !run->file)
        misuse(state, "--force is for experiment files");
    if (run->spread && !run->file)
        misuse(state,
               "--spread is for experiment files; for one run: --engine mpi");
    if (run->schedule.file && (run->file || run->folder))
        misuse(state, "--schedule and experiment files are mutually exclusive");
    scheduled_check(state, &run->schedule, &run->experiment, run->given);
}

/* Set what to run: a problem or a file. */
static void run_take_word(const struct argp_state *state, struct run_run *run,
                          const char *word)
{
    if (run->experiment.problem)
        refuse_argument(state, run->experiment.problem, word,
                        "one problem is run at a time");
    run->file = is_experiment_file(word) ? word : NULL;
    run->experiment.problem = word;
    if (weft_is_plugin(word))
        take_plugin(state, run, word);
    else if (!run->file)
        refuse_no_problem(state, word);
}

static error_t run_parse(int key, char *argument, struct argp_state *state)
{
    struct run_run *run = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = run;
        return 0;
    case 't':
        refuse_picture(state, argument);
        if (run->traces.count == TRACES_MAX)
            misuse(state, "too many traces: at most %d in one run", TRACES_MAX);
        run->traces.target[run->traces.count++] = argument;
        return 0;
    case 'j':
        run->json = true;
        return 0;
    case SHOW:
        run->show = true;
        run->play = argument && processes_first();
        if (argument && strcmp(argument, "play") != 0)
            misuse(state, "--show takes nothing or play, not '%s'", argument);
        return 0;
    case RUN_WAIT_GRAPH:
        run->wait_graph = argument;
        return 0;
    case SCHEDULE:
        run->schedule.file = argument;
        return 0;
    case GOAL:
        run->schedule.goal = argument;
        return 0;
    case PROBLEM:
        run->schedule.problem = argument;
        return 0;
    case 'o':
        run->folder = argument;
        return 0;
    case FORCE:
        run->force = true;
        return 0;
    case RUN_SPREAD: /* see processes.c */
        run->spread = true;
        return 0;
    case ARGP_KEY_ARG:
        run_take_word(state, run, argument);
        return 0;
    case ARGP_KEY_NO_ARGS:
        if (run->schedule.file)
            return 0;
        misuse(state, "no problem given; `weft list problems` lists them");
    case ARGP_KEY_END:
        check_together(state, run);
        run_check_given(state, run);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t run_parse_setting(int key, char *argument,
                                 struct argp_state *state)
{
    struct run_run *run = state->input;
    struct weft_error err;
    if (key == ARGP_KEY_INIT)
        one_line(state);
    int index = setting_of_key(key);
    if (index < 0)
        return ARGP_ERR_UNKNOWN;
    const char *name = weft_setting((size_t)index)->name;
    const char *value = argument ? argument : "yes";
    if (setting_is_misread(name, value, false, &err) ||
        weft_experiment_set(&run->experiment, name, value, &err))
        reject(state, &err);
    run->given[index] = true;
    return 0;
}

static void run_print(const struct run_run *run,
                      const struct weft_result *result)
{
    FILE *out = run_summary_stream(run);
    const char *not_judged = scheduled_not_judged(&run->schedule);
    if (run->json) {
        struct json json = answer_open("run", out);
        summary_members(result, &json);
        if (not_judged)
            json_text(&json, "problem_not_judged", not_judged);
        answer_close(&json);
        return;
    }
    summary_print(result, out);
    if (not_judged)
        print_plainly(out, "  %-12s problem (%s)\n", "not checked", not_judged);
    if (result->conflicts) {
        fputs("conflicts\n", out);
        summary_troubles(result, out);
    }
}

/* Return whether the report of the run already contains the error. */
static bool is_told_by_report(const struct weft_error *err)
{
    return err->kind == WEFT_ERROR_STOPPED ||
           err->kind == WEFT_ERROR_DEADLOCK || err->kind == WEFT_ERROR_LIMIT;
}

/* Name a likely reason why a run with shared links failed. */
static void run_blame_late(const struct weft_result *result)
{
    const struct weft_shared *shared = &result->outcome.shared;
    if (shared->asks_time && (shared->waited || shared->slowed))
        print_plainly(stderr, "weft: it asks for the time (weft_take): "
                              "messages were late\n");
}

static int run_failed(const struct run_run *run,
                      const struct weft_result *result,
                      const struct weft_error *err)
{
    int status = weft_error_is_misuse(err) ? EXIT_MISUSE : EXIT_FAILED;
    if (run->shown.refused)
        return show_refuse(&run->shown);
    const char *report = result->outcome.report;
    if (status == EXIT_FAILED && !run->json && report &&
        is_told_by_report(err)) {
        print_plainly(stderr, "weft: %s", report);
        run_blame_late(result);
        return status;
    }
    complain(status, err->line ? scheduled_file(&run->schedule) : NULL, err);
    bool begun = *result->problem; /* else there is no result to print */
    if (status == EXIT_FAILED && run->json && begun)
        run_print(run, result);
    else if (status == EXIT_FAILED && report)
        print_plainly(stderr, "%s", report);
    run_blame_late(result);
    fitting_advise(&run->experiment, result, err);
    return status;
}

/* Draw the deadlock that ended the run, if any. */
static int run_draw_waits(const struct run_run *run,
                          const struct weft_result *result, int status)
{
    struct weft_wait_graph waits;
    if (!run->wait_graph || status == EXIT_MISUSE || !processes_first())
        return status;
    wait_picture_read(result->outcome.report, &waits);
    status = wait_picture_write(&waits, run->wait_graph, false, status);
    weft_wait_graph_finish(&waits);
    return status;
}

static int cmd_run_execute(struct run_run *run)
{
    struct weft_error err = {0};
    struct weft_result result = {0};
    struct progress progress;
    const char *strategy = NULL;
    interrupt_ends("nothing was kept", true);
    if (run->json)
        answer_to(run_summary_stream(run));
    int status = traces_open(&run->traces, run->sink);
    if (status)
        return status;
    size_t sinks = run->traces.count;
    if (run->show)
        run->sink[sinks++] = show_sink(&run->shown);
    run->sink[sinks] = progress_of_run(&progress, &run->experiment);
    sinks += run->sink[sinks] != NULL;
    int stopped =
        run->schedule.file
            ? scheduled_run(&run->schedule, &run->experiment, run->sink, sinks,
                            &result, &err)
            : weft_run(&run->experiment, run->sink, sinks, &result, &err);
    progress_end(&progress);
    if (stopped) {
        traces_reason(&run->traces, &err);
        traces_drop(&run->traces);
        if (traces_leave_stdout(&run->traces))
            strategy = fitting_instead(&run->experiment, &result, &err);
        if (!strategy)
            status = run_failed(run, &result, &err);
    } else {
        int judged = run->schedule.file
                         ? scheduled_judge(&run->schedule, &result)
                         : EXIT_GOOD;
        status = traces_close(&run->traces);
        if (!status)
            run_print(run, &result);
        if (!status && run->show)
            status = (run->play ? show_play : show_print)(
                &run->shown, run_summary_stream(run));
        if (judged)
            status = judged;
        else if (!status && !result.expected)
            status = summary_unexpected(&result);
    }
    if (!strategy)
        status = run_draw_waits(run, &result, status);
    show_finish(&run->shown);
    scheduled_finish(&run->schedule);
    weft_result_finish(&result);
    if (!strategy)
        return status;
    weft_experiment_set(&run->experiment, "strategy", strategy, NULL);
    return cmd_run_execute(run);
}

/* Run an experiment file. Only options for the output may be given with it. */
static int run_file(const struct run_run *run, int argc, char **argv)
{
    static const char *const own[] = {"-o",         "--ou",  "--force",
                                      "--no-limit", "--spr", NULL};
    struct weft_error err = {0};
    for (int i = 1; i < argc && !err.text[0]; i++) {
        size_t k = 0;
        while (own[k] && strncmp(argv[i], own[k], strlen(own[k])) != 0)
            k++;
        if (argv[i][0] == '-' && !own[k])
            weft_error_set(&err, WEFT_ERROR_MISUSE, 0,
                           "unexpected argument '%.60s': an experiment file "
                           "takes only -o, --force, --spread and --no-limit",
                           argv[i]);
    }
    if (!run->file)
        weft_error_set(&err, WEFT_ERROR_MISUSE, 0,
                       "-o is for experiment files; -t writes a trace");
    else if (!run->folder)
        weft_error_set(&err, WEFT_ERROR_MISUSE, 0,
                       "no folder given: weft run %.100s -o FOLDER (for a "
                       "schedule: weft run --schedule %.100s)",
                       run->file, run->file);
    if (err.text[0])
        return complain(EXIT_MISUSE, NULL, &err);
    return processes_first()
               ? run_experiment(run->file, run->folder, run->force)
               : help_with(run->file, run->force);
}

static int cmd_run_command(int argc, char **argv)
{
    static struct argp_child children[3];
    plugins_open(argc, argv);
    children[0].argp =
        settings_argp(run_parse_setting, problem_among(argc, argv));
    children[0].header = "The experiment:";
    children[1] = (struct argp_child){.argp = &reading_goals};
    const struct argp argp = {
        run_options,
        run_parse,
        "PROBLEM\n--schedule=FILE\nEXPERIMENT.xml -o FOLDER",
        "Emulates a problem once, prints a summary, and writes traces.\v"
        "Example: weft run successive -n hypercube:4 -s rotated -t run.json\n"
        "weft run PROBLEM --help shows only the options of that problem.\n"
        "Without --strategy, weft runs the first strategy of the problem that "
        "has no conflicts on the network.\n"
        "Exit status: 0 success; 1 the run or a file failed; 2 a schedule ran, "
        "but weft could not judge its problem or goal; 64 usage error; "
        "130 interrupted (128 + the signal): no file is written, but the "
        "finished "
        "part of an experiment is kept and continued by the same command.",
        children,
        NULL,
        NULL};
    struct run_run run = {.experiment = weft_experiment_default(NULL)};
    int status = parse_arguments(&argp, argc, argv, &run);
    if (status)
        return status;
    if (run.file || run.folder)
        return run_file(&run, argc, argv);
    return cmd_run_execute(&run);
}

const struct command cmd_run = {
    .name = "run",
    .summary = "emulate a problem once, print a summary, write traces",
    .run = cmd_run_command,
};
