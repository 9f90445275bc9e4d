/* weft check: judge a trace or schedule. */
#include "check/check-bounds.h"
#include "check/check-msccl.h"
#include "check/check-report.h"
#include "common/command.h"
#include "common/network-word.h"
#include "common/options.h"
#include "common/plugins.h"
#include "common/reading.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <weft/bound.h>
#include <weft/check.h>
#include <weft/experiment.h>
#include <weft/problem.h>
#include <weft/trace.h>

struct check_arguments {
    const char **file; /* [files] */
    int files;
    struct network_words words;
    struct weft_network *network;
    struct weft_model model;
    struct weft_check_options options;
    const char *goal;           /* file */
    const char *problem;        /* of a plug-in */
    const char *message_blocks; /* as given; NULL: not */
    bool json;
};

enum check_key {
    CHECK_KEY_GOAL = 256,
    KEY_PROBLEM,
    CHECK_KEY_ORDER,
    CHECK_KEY_ROOT,
    KEY_CAUSALITY,
    KEY_TYPES,
    KEY_MESSAGE_BLOCKS
};

static const struct argp_option check_options[] = {
    {"network", 'n', "NETWORK", 0,
     "check that messages use the links of this network", 0},
    {"model", 'm', "MODEL", 0, "check the rules of this model", 0},
    {"problem", KEY_PROBLEM, "PROBLEM", 0,
     "check that this problem is solved; PROBLEM may be a plug-in (./mine.c)",
     0},
    {"goal", CHECK_KEY_GOAL, "FILE", 0,
     "check that this goal is reached: a text that lists the blocks that each "
     "processor has at the start and wants at the end",
     0},
    {"order", CHECK_KEY_ORDER, "program|arrival|buffered", 0,
     "meaning of \"in order\" in the problem successive (default: program)", 0},
    {"root", CHECK_KEY_ROOT, "R", 0,
     "source of a broadcast, scatter or stream, destination of a reduction or "
     "gather (default: found from the trace)",
     0},
    {"causality", KEY_CAUSALITY, NULL, 0,
     "check that a processor sends a message only after it received it, also "
     "in traces without steps",
     0},
    {"no-causality", KEY_TYPES, NULL, 0,
     "do not check causality: message numbers are types and do not "
     "identify messages",
     0},
    {"message-blocks", KEY_MESSAGE_BLOCKS, "B|any", 0,
     "blocks in one message at most, for the lower bound (default: 1 in "
     "problems of packets, else any)",
     0},
    NETWORK_SEED_OPTION,
    {"json", 'j', NULL, 0, "print one JSON object for each file", 0},
    {0},
};

static const char *order_name(size_t index)
{
    return weft_order_names[index];
}

static enum weft_order parse_order(const char *text, struct argp_state *state)
{
    int order = 0;
    while (weft_order_names[order] && strcmp(weft_order_names[order], text))
        order++;
    if (!weft_order_names[order]) {
        struct weft_error err;
        weft_unknown(&err, "order", text, order_name);
        reject(state, &err);
    }
    return (enum weft_order)order;
}

static int parse_root(const char *text, struct argp_state *state)
{
    char *end;
    errno = 0;
    long root = strtol(text, &end, 10);
    if (errno || end == text || *end || root < 0 ||
        root >= WEFT_NETWORK_SIZE_MAX)
        misuse(state, "--root takes the number of a processor, not '%s'", text);
    return (int)root;
}

static const char *parse_message_blocks(const char *text,
                                        struct argp_state *state)
{
    struct weft_error err;
    struct weft_experiment any = weft_experiment_default(NULL);
    if (weft_experiment_set(&any, "message-blocks", text, &err))
        reject(state, &err);
    return text;
}

static void set_model(struct check_arguments *arguments, const char *text,
                      struct argp_state *state)
{
    struct weft_error err;
    if (weft_model_parse(text, &arguments->model, &err))
        reject(state, &err);
    arguments->options.model = &arguments->model;
}

/* A problem of a plug-in has a goal and no rules of the checker's own. */
static void check_take_problem(struct check_arguments *arguments,
                               const char *word)
{
    word = problem_word(word);
    for (size_t i = 0; weft_check_problem(i); i++)
        if (!strcmp(weft_check_problem(i), word))
            arguments->options.problem = word;
    arguments->problem = NULL;
    if (!arguments->options.problem && weft_problem_find(word))
        arguments->problem = word;
    else
        arguments->options.problem = word;
}

static error_t check_parse(int key, char *value, struct argp_state *state)
{
    struct check_arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        one_line(state);
        return 0;
    case 'm':
        set_model(arguments, value, state);
        return 0;
    case KEY_PROBLEM:
        check_take_problem(arguments, value);
        return 0;
    case CHECK_KEY_GOAL:
        arguments->goal = value;
        return 0;
    case CHECK_KEY_ORDER:
        arguments->options.order = parse_order(value, state);
        arguments->options.order_set = true;
        return 0;
    case CHECK_KEY_ROOT:
        arguments->options.root = parse_root(value, state);
        return 0;
    case KEY_CAUSALITY:
        arguments->options.causality = WEFT_CAUSALITY_ON;
        return 0;
    case KEY_TYPES:
        arguments->options.causality = WEFT_CAUSALITY_OFF;
        return 0;
    case KEY_MESSAGE_BLOCKS:
        arguments->message_blocks = parse_message_blocks(value, state);
        return 0;
    case 'j':
        arguments->json = true;
        return 0;
    case ARGP_KEY_ARG:
        arguments->file[arguments->files++] = value;
        return 0;
    case ARGP_KEY_NO_ARGS:
        misuse(state, "no file given (see %s --help)", state->name);
    case ARGP_KEY_END:
        if (arguments->goal &&
            (arguments->options.problem || arguments->problem))
            misuse(state, "--goal and --problem are mutually exclusive");
        return 0;
    default:
        return network_words_parse(key, value, &arguments->words);
    }
}

static const struct argp check_argp = {
    .options = check_options,
    .parser = check_parse,
    .children = reading_only,
    .args_doc = "FILE...",
    .doc =
        "Checks traces and schedules: unmatched sends and receives, a "
        "processor that does two things at once, messages sent before they "
        "are received, the rules of a network and a model, and the goal of a "
        "problem. Names that no option gives are taken from the file."
        "\vFILE is a trace in any format that weft reads, or FORMAT:FILE.\n"
        "Exit status: 0 valid; 1 not valid, or a file cannot be read; 2 not "
        "judged: nothing is wrong, but not everything that the options or the "
        "file ask for could be checked, or nothing could; 64 usage error. With "
        "several files, the exit status is the worst one: 64, 1, 2, 0."};

static int check_print(const struct check_arguments *arguments,
                       struct check_report *report,
                       const struct check_words *words)
{
    struct weft_error err;
    if (check_bounds(&report->bounds, words, report->result,
                     check_report_verdict(report) == WEFT_VALID, &err))
        return complain(EXIT_FAILED, report->file, &err);
    (arguments->json ? check_report_json : check_report_text)(report);
    if (weft_bound_check(&report->bounds, &err))
        return complain(EXIT_FAILED, NULL, &err);
    return verdict_status(check_report_verdict(report));
}

/* A limit says nothing against the file. */
static int limited(const struct weft_error *err, int status)
{
    return err->kind == WEFT_ERROR_LIMIT ? EXIT_NOT_JUDGED : status;
}

static int check_refused(const char *file, const struct weft_error *err)
{
    return limited(err, complain_of_file(file, err));
}

/* One that cannot be run to its end is no trace; it is judged all the same. */
static int unreadable(const struct check_arguments *arguments, const char *file,
                      const struct weft_read_report *read,
                      const struct weft_error *err)
{
    struct weft_msccl_result msccl = {0};
    struct weft_error other;
    if (check_msccl_judge(file, read, NULL, &msccl, &other) > 0 &&
        !weft_msccl_valid(&msccl) && !arguments->json)
        check_msccl_text(&msccl);
    weft_msccl_finish(&msccl);
    return check_refused(file, err);
}

static int check_judge(const struct check_arguments *arguments,
                       const char *file)
{
    struct weft_error err;
    struct weft_read_report read = {.format = ""};
    struct weft_check *check = weft_check_create(&arguments->options, &err);
    if (!check)
        return complain_of(&err);
    int status = EXIT_FAILED;
    struct check_words words;
    check_words_init(&words, check, arguments->goal, arguments->problem,
                     arguments->options.network);
    words.message_blocks = arguments->message_blocks;
    if (read_trace(file, &words.sink, &read, &err)) {
        status = words.wrong.kind
                     ? limited(&words.wrong, check_words_complain(&words))
                     : unreadable(arguments, file, &read, &err);
    } else {
        struct check_report report = {.file = file,
                                      .read = &read,
                                      .info = &words.trace.info,
                                      .result = weft_check_result(check)};
        struct weft_msccl_result msccl = {0};
        int judged = check_msccl_judge(
            file, &read, arguments->goal ? words.goal : NULL, &msccl, &err);
        report.msccl = judged > 0 ? &msccl : NULL;
        status = judged < 0 ? check_refused(file, &err)
                            : check_print(arguments, &report, &words);
        weft_msccl_finish(&msccl);
    }
    check_words_finish(&words);
    weft_check_destroy(check);
    return status;
}

/* Of two files: wrong use, else one that is wrong, else one not judged. */
static int check_worse(int a, int b)
{
    static const int order[] = {EXIT_MISUSE, EXIT_FAILED, EXIT_NOT_JUDGED};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (a == order[i] || b == order[i])
            return order[i];
    return EXIT_GOOD;
}

static int judge_all(const struct check_arguments *arguments)
{
    int worst = EXIT_GOOD;
    for (int i = 0; i < arguments->files; i++) {
        if (i && !arguments->json)
            putchar('\n');
        worst = check_worse(worst, check_judge(arguments, arguments->file[i]));
    }
    return worst;
}

static int check_run(int argc, char **argv)
{
    struct check_arguments arguments = {
        .options = {.root = -1, .stores_too = true, .from_trace = true}};
    arguments.file = calloc((size_t)argc + 1, sizeof *arguments.file);
    struct weft_error err = {.text = "no memory"};
    if (!arguments.file)
        return complain(EXIT_FAILED, NULL, &err);
    int status = parse_arguments(&check_argp, argc, argv, &arguments);
    if (!status)
        status = network_make("check", &arguments.words, &arguments.network);
    arguments.options.network = arguments.network;
    arguments.options.unlimited = read_unlimited();
    if (!status)
        status = judge_all(&arguments);
    weft_network_destroy(arguments.network);
    free(arguments.file);
    return status;
}

const struct command cmd_check = {
    .name = "check",
    .summary = "check a trace or schedule against a network, a model and a "
               "problem",
    .run = check_run,
};
