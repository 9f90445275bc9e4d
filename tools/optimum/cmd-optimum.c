/* weft optimum: the minimum number of steps of a problem, with a proof. */
#include "optimum/optimum.h"

#include "common/answer.h"
#include "common/command.h"
#include "common/file-ending.h"
#include "common/interrupt.h"
#include "common/options.h"
#include "common/plugins.h"
#include "common/reading.h"
#include "common/word-kinds.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/goal.h>
#include <weft/model.h>

#define OPTIMUM_STEPS_MAX 100000
#define JOBS_MAX 256
#define CUBES_MOST 256

enum optimum_key {
    OPTIMUM_KEY_ORDER = 256,
    KEY_PACKETS,
    KEY_COUNTS,
    OPTIMUM_KEY_ROOT,
    KEY_SOURCES,
    OPTIMUM_KEY_GOAL,
    OPTIMUM_KEY_STEPS,
    KEY_LIMIT,
    KEY_JOBS,
    KEY_CUBES,
    KEY_PHASES,
    KEY_PROOF,
    KEY_PLAIN,
    KEY_AFRESH,
    KEY_NARROW,
    KEY_LEAST,
    KEY_ROUTES,
    KEY_FORCE,
    KEY_BANDWIDTH,
    KEY_CHUNKS,
    KEY_ROUNDS,
    KEY_CUT_ONLY
};

static const struct argp_option optimum_options[] = {
    {"network", 'n', "NETWORK", 0, "the network (default: that of the problem)",
     0},
    {"model", 'm', "MODEL", 0, "the model (default: that of the problem)", 0},
    {"order", OPTIMUM_KEY_ORDER, "program|arrival|buffered", 0,
     "meaning of \"in order\" in the problem successive (default: program)", 0},
    {"packets", KEY_PACKETS, "M", 0,
     "packets of a stream, or blocks of each processor (allgather, "
     "reduce-scatter) or of all (reduce, allreduce); each is a message",
     0},
    {"counts", KEY_COUNTS, "C+C..", 0,
     "sizes of the blocks of an allgather or alltoall, in units; each unit is "
     "a "
     "message",
     0},
    {"goal", OPTIMUM_KEY_GOAL, "FILE", 0,
     "a goal in a file instead of a problem", 0},
    {"root", OPTIMUM_KEY_ROOT, "R|all", 0,
     "source of a broadcast, scatter or stream, destination of a reduction or "
     "gather; all: the one that needs the most steps",
     0},
    {"sources", KEY_SOURCES, "LIST", 0, "sources of the problem simultaneous",
     0},
    {"steps", OPTIMUM_KEY_STEPS, "T|A..B", 0,
     "decide only whether T (or A to B) steps are possible (default: all)", 1},
    {"limit", KEY_LIMIT, "SECONDS", 0,
     "stop after this time and print the known range", 1},
    {"jobs", KEY_JOBS, "N", 0,
     "numbers of steps, or with --cubes parts of a formula, to decide at the "
     "same time (default: 1)",
     1},
    {"cubes", KEY_CUBES, "N", 0,
     "split each formula into up to N parts, which --jobs shares out; the "
     "result does not depend on --jobs (default: 1)",
     1},
    {"phases", KEY_PHASES, "S", 0,
     "at most S phases: in a phase of one or more steps, a processor sends "
     "only what it held when the phase began (default: any number)",
     1},
    {"routes", KEY_ROUTES, NULL, 0,
     "in models where a processor sends to one neighbour, allow sends to any "
     "processor over the route of the network",
     1},
    {"no-symmetry", KEY_PLAIN, NULL, 0,
     "do not use symmetries of the network: slower, but the proof does not "
     "rely on them",
     1},
    {"narrow", KEY_NARROW, NULL, 0,
     "successive: search only schedules in which each turn belongs to a "
     "neighbour of the turn before; may be much faster, proves nothing",
     1},
    {"no-strategies", KEY_AFRESH, NULL, 0,
     "do not start from the schedules of the strategies", 1},
    {"least-messages", KEY_LEAST, NULL, 0,
     "among the shortest schedules, find one with the fewest messages", 1},
    {"force", KEY_FORCE, NULL, 0, "search even if the formula is very large",
     1},
    {"bandwidth", KEY_BANDWIDTH, NULL, 0,
     "find the best throughput instead of the fewest steps: the time per word "
     "if only the bandwidths of links count, for networks of any size",
     3},
    {"cut-only", KEY_CUT_ONLY, NULL, 0,
     "with --bandwidth: find the time and the cut that proves it, no trees", 3},
    {"chunks", KEY_CHUNKS, "K", 0,
     "with --bandwidth: exactly K trees of each root, with their weights "
     "(default: as many as the optimum needs)",
     3},
    {"rounds", KEY_ROUNDS, "R", 0,
     "with --bandwidth: number of periods of data in the schedule (default: "
     "1)",
     3},
    {"trace", 't', "[FORMAT:]FILE", 0,
     "write the schedule as a trace, in the format of the file extension; may "
     "be given several times",
     2},
    {"proof", KEY_PROOF, "FILE", 0,
     "write FILE.cnf and FILE.drat, a proof that no schedule has one step less",
     2},
    {"json", 'j', NULL, 0, "print the result as one JSON object", 2},
    {0},
};

/* ---- the command line ---- */

static void optimum_set(struct optimum *o, const char *setting,
                        const char *value, const struct argp_state *state)
{
    struct weft_error err;
    if (setting_is_misread(setting, value, false, &err) ||
        weft_experiment_set(&o->experiment, setting, value, &err))
        misuse(state, "%s", err.text);
}

/* Parse an integer from `low` to `high`. Sets *end to the rest of the text. */
static int optimum_number(const char *option, const char *text, char **end,
                          int low, int high, const struct argp_state *state)
{
    errno = 0;
    long value = strtol(text, end, 10);
    if (errno || *end == text || value < low || value > high)
        misuse(state, "--%s takes a whole number from %d to %d, not '%s'",
               option, low, high, text);
    return (int)value;
}

static void set_steps(struct optimum *o, const char *text,
                      const struct argp_state *state)
{
    char *end;
    int from = optimum_number("steps", text, &end, 1, OPTIMUM_STEPS_MAX, state),
        to = from;
    if (strncmp(end, "..", 2) == 0)
        to = optimum_number("steps", end + 2, &end, from, OPTIMUM_STEPS_MAX,
                            state);
    if (*end)
        misuse(state, "--steps takes T or A..B, not '%s'", text);
    o->options.from = from;
    o->options.to = to;
}

static void set_limit(struct optimum *o, const char *text,
                      const struct argp_state *state)
{
    char *end;
    o->options.limit = strtod(text, &end);
    if (end == text || *end || !(o->options.limit > 0) ||
        o->options.limit > 1e9)
        misuse(state, "--limit takes seconds, more than 0, not '%s'", text);
}

/* Parse an integer from 1 to `high` and nothing else. */
static int optimum_whole(const char *option, const char *text, int high,
                         const struct argp_state *state)
{
    char *end;
    int value = optimum_number(option, text, &end, 1, high, state);
    if (*end)
        misuse(state, "--%s takes a whole number, not '%s'", option, text);
    return value;
}

/* --packets: the number of blocks for problems whose strategies cut their data
 * into blocks; for others it is an ordinary setting. */
static void set_packets(struct optimum *o, const struct argp_state *state)
{
    struct weft_error err;
    char *end;
    const char *problem = o->experiment.problem;
    if (weft_setting_check("packets", problem, &err) == 0 ||
        weft_setting_check("vector", problem, &err) != 0) {
        optimum_set(o, "packets", o->packets, state);
        return;
    }
    o->options.blocks = optimum_number("packets", o->packets, &end, 1,
                                       OPTIMUM_STEPS_MAX, state);
    if (*end)
        misuse(state, "--packets takes a whole number, not '%s'", o->packets);
}

/* Return the name of an option. */
static const char *optimum_option_name(int key)
{
    size_t i = 0;
    while (optimum_options[i].key != key)
        i++;
    return optimum_options[i].name;
}

/* Record the options that belong to one of the two questions only. */
static void note_question(struct optimum *o, int key)
{
    static const int by_steps[] = {
        OPTIMUM_KEY_ORDER, KEY_PACKETS,       KEY_COUNTS, KEY_SOURCES,
        OPTIMUM_KEY_GOAL,  OPTIMUM_KEY_STEPS, KEY_ROUTES, KEY_PLAIN,
        KEY_NARROW,        KEY_AFRESH,        KEY_LEAST,  KEY_PROOF,
        KEY_CUBES,         KEY_PHASES};
    for (size_t i = 0; i < sizeof by_steps / sizeof *by_steps; i++)
        if (key == by_steps[i])
            o->steps_option = optimum_option_name(key);
    if (key == KEY_CHUNKS || key == KEY_ROUNDS || key == KEY_CUT_ONLY)
        o->bandwidth_option = optimum_option_name(key);
}

/* Check that all options belong to the question, by steps or by bandwidth. */
static void optimum_check_question(const struct optimum *o,
                                   const struct argp_state *state)
{
    const struct weft_choice *model =
        weft_experiment_get(&o->experiment, "model");
    struct weft_model parsed;
    struct weft_error err;
    if (!o->bandwidth && o->bandwidth_option)
        misuse(state, "--%s needs --bandwidth", o->bandwidth_option);
    if (!o->bandwidth)
        return;
    const char *steps = o->options.every_root ? "root all" : o->steps_option;
    if (steps)
        misuse(state,
               "--%s cannot be used with --bandwidth: it belongs to the search "
               "for the fewest steps",
               steps);
    if (model && !weft_model_parse(model->text, &parsed, &err) &&
        strcmp(parsed.name, "all-port") != 0)
        misuse(state,
               "--bandwidth implies the model all-port, not '%s': a processor "
               "uses all its links at the same time",
               parsed.name);
}

/* Check that no settings of a problem are combined with a user-defined goal. */
static void check_goal(const struct optimum *o, const struct argp_state *state)
{
    const struct weft_experiment *e = &o->experiment;
    if (e->problem)
        misuse(state, "--goal and a problem are mutually exclusive");
    if (!weft_experiment_get(e, "network"))
        misuse(state, "no network given for the goal: -n NETWORK");
    for (size_t i = 0; i < e->choices; i++)
        if (strcmp(e->choice[i].setting, "network") != 0 &&
            strcmp(e->choice[i].setting, "model") != 0)
            misuse(state, "--%s cannot be used with --goal",
                   e->choice[i].setting);
    if (o->packets)
        misuse(state, "--packets cannot be used with --goal");
    if (o->options.every_root)
        misuse(state, "--root cannot be used with --goal");
}

/* Check that all given settings apply to the problem. */
static void optimum_check_given(struct optimum *o,
                                const struct argp_state *state)
{
    struct weft_error err;
    optimum_check_question(o, state);
    if (o->goal) {
        check_goal(o, state);
        return;
    }
    if (!o->experiment.problem)
        misuse(state, "no problem given; `weft list problems` lists them");
    if (o->options.every_root && o->options.from)
        misuse(state, "--root all and --steps are mutually exclusive");
    if (o->packets)
        set_packets(o, state);
    for (size_t i = 0; i < o->experiment.choices; i++)
        if (weft_problem_find(o->experiment.problem) &&
            weft_setting_check(o->experiment.choice[i].setting,
                               o->experiment.problem, &err))
            misuse(state, "%s", err.text);
}

/* Return the setting of an option, or NULL. */
static const char *setting_of(int key)
{
    switch (key) {
    case 'n':
        return "network";
    case 'm':
        return "model";
    case OPTIMUM_KEY_ORDER:
        return "order";
    case OPTIMUM_KEY_ROOT:
        return "root";
    case KEY_SOURCES:
        return "sources";
    case KEY_COUNTS:
        return "counts";
    default:
        return NULL;
    }
}

static error_t parse_output(int key, char *value, struct argp_state *state)
{
    struct optimum *o = state->input;
    switch (key) {
    case 't':
        refuse_picture(state, value);
        if (o->targets == TRACES_MAX)
            misuse(state, "too many traces: at most %d", TRACES_MAX);
        o->target[o->targets++] = value;
        return 0;
    case KEY_PROOF:
        o->options.proof = value;
        return 0;
    case KEY_BANDWIDTH:
        o->bandwidth = true;
        return 0;
    case KEY_CUT_ONLY:
        o->cut_only = true;
        return 0;
    case KEY_CHUNKS:
        o->chunks = optimum_whole("chunks", value, 1 << 20, state);
        return 0;
    case KEY_ROUNDS:
        o->rounds = optimum_whole("rounds", value, 1 << 20, state);
        return 0;
    case 'j':
        o->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (o->experiment.problem)
            refuse_argument(state, o->experiment.problem, value,
                            "one problem is solved at a time");
        refuse_other_kind(state, NULL, value);
        o->experiment.problem = problem_word(value);
        return 0;
    case ARGP_KEY_END:
        optimum_check_given(o, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t optimum_parse(int key, char *value, struct argp_state *state)
{
    struct optimum *o = state->input;
    note_question(o, key);
    if (key == OPTIMUM_KEY_ROOT)
        o->options.every_root = strcmp(value, "all") == 0;
    if (setting_of(key)) {
        if (key != OPTIMUM_KEY_ROOT || !o->options.every_root)
            optimum_set(o, setting_of(key), value, state);
        return 0;
    }
    switch (key) {
    case ARGP_KEY_INIT:
        one_line(state);
        state->child_inputs[0] = state->input;
        return 0;
    case KEY_PACKETS:
        o->packets = value;
        return 0;
    case OPTIMUM_KEY_GOAL:
        o->goal = value;
        return 0;
    case OPTIMUM_KEY_STEPS:
        set_steps(o, value, state);
        return 0;
    case KEY_LIMIT:
        set_limit(o, value, state);
        return 0;
    case KEY_JOBS:
        o->options.jobs = optimum_whole("jobs", value, JOBS_MAX, state);
        return 0;
    case KEY_CUBES:
        o->options.cubes = optimum_whole("cubes", value, CUBES_MOST, state);
        return 0;
    case KEY_PHASES:
        o->options.phases =
            optimum_whole("phases", value, OPTIMUM_STEPS_MAX, state);
        return 0;
    case KEY_ROUTES:
        o->options.routes = true;
        return 0;
    case KEY_PLAIN:
        o->options.no_symmetry = true;
        return 0;
    case KEY_NARROW:
        o->options.narrow = true;
        return 0;
    case KEY_AFRESH:
        o->options.no_strategies = true;
        return 0;
    case KEY_LEAST:
        o->options.least_messages = true;
        return 0;
    case KEY_FORCE:
        o->options.force = true;
        return 0;
    default:
        return parse_output(key, value, state);
    }
}

/* Parse the settings of a plug-in's problem. */
static error_t parse_own(int key, char *value, struct argp_state *state)
{
    int index = setting_of_key(key);
    if (index < 0)
        return ARGP_ERR_UNKNOWN;
    optimum_set(state->input, weft_setting((size_t)index)->name, value, state);
    return 0;
}

/* child parsers: parse_own(), reading */
static struct argp_child optimum_own[3];

static const struct argp optimum_argp = {
    .options = optimum_options,
    .parser = optimum_parse,
    .children = optimum_own,
    .args_doc = "[PROBLEM]",
    .doc = "Finds the minimum number of steps for a problem, a schedule that "
           "reaches it, and a proof that no shorter schedule exists, with a "
           "SAT solver. For small networks."
           "\vExample: weft optimum successive -n hypercube:3 -t best.sched "
           "--proof best\n"
           "docs/optimum.md explains the search and how to check a proof.\n"
           "Exit status: 0 success, also if the time limit was reached; 1 "
           "something failed; 64 usage error."};

/* ---- progress ---- */

static bool optimum_go_on(void *arg,
                          const struct weft_optimum_progress *progress)
{
    struct optimum *o = arg;
    if (isatty(STDERR_FILENO) && progress->seconds - o->last >= 0.5) {
        char steps[24] = "strategies:", upper[16] = "?";
        if (progress->upper)
            snprintf(upper, sizeof upper, "%d", progress->upper);
        if (progress->steps)
            snprintf(steps, sizeof steps, "%d steps?", progress->steps);
        fprintf(stderr, "\r\033[K%s %.0f s; known: %d to %s", steps,
                progress->seconds, progress->lower, upper);
        fflush(stderr);
        o->shown = true;
        o->last = progress->seconds;
    }
    return !is_interrupted();
}

static void clear_line(const struct optimum *o)
{
    if (o->shown)
        fputs("\r\033[K", stderr);
}

static int optimum_execute(struct optimum *o)
{
    struct weft_error err = {0};
    struct weft_optimum result = {0};
    int status = optimum_open_traces(o);
    if (status)
        return status;
    status = weft_optimum(&o->options, &result, &err);
    interrupt_met();
    clear_line(o);
    if (status) {
        optimum_drop_traces(o);
        status = complain_of(&err);
    } else {
        if (result.schedule)
            status = optimum_write_traces(o, &result, NULL);
        else
            optimum_drop_traces(o);
        optimum_print(o, &result);
    }
    weft_optimum_finish(&result);
    return status;
}

static int optimum_run(int argc, char **argv)
{
    struct optimum o = {.experiment = weft_experiment_default(NULL)};
    o.options = (struct weft_optimum_options){.experiment = &o.experiment,
                                              .jobs = 1,
                                              .go_on = optimum_go_on,
                                              .arg = &o};
    size_t built_in = 0;
    while (weft_problem(built_in))
        built_in++;
    plugins_open(argc, argv);
    optimum_own[0].argp =
        own_settings_argp(parse_own, built_in, optimum_options);
    optimum_own[1] = (struct argp_child){.argp = &reading_goals};
    int status = parse_arguments(&optimum_argp, argc, argv, &o);
    struct weft_goal *goal = NULL;
    interrupt_watch(
        "interrupted before a result was known; no file was written");
    if (!status && o.json)
        answer_to(optimum_summary_stream(&o));
    if (!status && o.goal)
        o.options.goal = goal = optimum_goal(&o, &status);
    if (!status)
        status = o.bandwidth ? optimum_bandwidth(&o) : optimum_execute(&o);
    weft_goal_destroy(goal);
    return status;
}

const struct command cmd_optimum = {
    .name = "optimum",
    .summary = "find the minimum number of steps of a problem, with a proof",
    .run = optimum_run,
};
