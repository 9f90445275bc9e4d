/* weft check: check traces and schedules. */
#include "check/check-judging.h"
#include "check/check-msccl.h"
#include "check/check-mscclpp.h"
#include "check/check-report.h"
#include "common/answer.h"
#include "common/command.h"
#include "common/editor-lines.h"
#include "common/network-word.h"
#include "common/options.h"
#include "common/reading.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <weft/bound.h>
#include <weft/check.h>
#include <weft/problem.h>
#include <weft/trace.h>
#include <weft/unstable/experiment.h>

struct check_arguments {
    const char **file; /* [files] */
    int files;
    struct network_words words;
    struct weft_network *network;
    struct check_question question;
    struct weft_mscclpp_options plan; /* for plans of MSCCL++ */
    bool json;
};

enum check_key {
    CHECK_KEY_ORDER = 256,
    CHECK_KEY_ROOT,
    KEY_CAUSALITY,
    KEY_TYPES,
    KEY_MESSAGE_BLOCKS
};

static const struct argp_option check_options[] = {
    {"network", 'n', "NETWORK", 0,
     "check that messages use the links of this network", 0},
    CHECK_QUESTION_OPTIONS,
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
    NETWORK_OPTIONS,
    {"json", 'j', NULL, 0, "print one JSON object for each file", 0},
    CHECK_MSCCL_OPTIONS,
    CHECK_MSCCLPP_OPTIONS,
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

static error_t check_parse(int key, char *value, struct argp_state *state)
{
    struct check_arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        one_line(state);
        return 0;
    case CHECK_KEY_ORDER:
        arguments->question.options.order = parse_order(value, state);
        arguments->question.options.order_set = true;
        return 0;
    case CHECK_KEY_ROOT:
        arguments->question.options.root = parse_root(value, state);
        return 0;
    case KEY_CAUSALITY:
        arguments->question.options.causality = WEFT_CAUSALITY_ON;
        return 0;
    case KEY_TYPES:
        arguments->question.options.causality = WEFT_CAUSALITY_OFF;
        return 0;
    case KEY_MESSAGE_BLOCKS:
        arguments->question.message_blocks = parse_message_blocks(value, state);
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
        if (arguments->json && editor_lines_selected())
            misuse(state, "--lines and --json are mutually exclusive");
        return check_question_parse(key, value, state, &arguments->question);
    default:
        if (!check_question_parse(key, value, state, &arguments->question) ||
            !check_msccl_parse(key, value, state) ||
            !check_mscclpp_parse(key, value, state, &arguments->plan))
            return 0;
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
                       const struct check_report *report)
{
    struct weft_error err;
    if (editor_lines_selected())
        check_report_lines(report);
    else
        (arguments->json ? check_report_json : check_report_text)(report);
    if (weft_bound_check(&report->bounds, &err))
        return complain(EXIT_FAILED, NULL, &err);
    return verdict_status(check_report_verdict(report));
}

/* Return `status`, but EXIT_NOT_JUDGED if a limit was exceeded, which does not
 * make the file invalid. */
static int limited(const struct weft_error *err, int status)
{
    return err->kind == WEFT_ERROR_LIMIT ? EXIT_NOT_JUDGED : status;
}

static int check_refused(const char *file, const struct weft_error *err)
{
    return limited(err, complain_of_file(file, err));
}

/* Report a file that cannot be read as a trace. An MSCCL algorithm that cannot
 * be run to its end is still checked against the MSCCL rules. */
static int unreadable(const struct check_arguments *arguments, const char *file,
                      const struct weft_read_report *read,
                      const struct weft_error *err)
{
    struct weft_msccl_result msccl = {0};
    struct weft_error other;
    if (check_msccl_judge(file, read, NULL, &msccl, &other) > 0 &&
        !weft_msccl_valid(&msccl) && !arguments->json &&
        !editor_lines_selected())
        check_msccl_text(&msccl);
    weft_msccl_finish(&msccl);
    return check_refused(file, err);
}

/* Check a plan of MSCCL++, to which the rules of traces do not apply. */
static int check_plan(const struct check_arguments *arguments, const char *file)
{
    const struct check_question *question = &arguments->question;
    struct weft_error err = {.text = "the rules of networks, models, problems "
                                     "and goals do not apply to plans; "
                                     "convert the plan to a schedule first"};
    if (arguments->network || *question->model.name || question->goal ||
        question->problem || question->options.problem)
        return complain(EXIT_MISUSE, file, &err);
    return check_mscclpp(file, &arguments->plan, arguments->json);
}

static int check_judge(const struct check_arguments *arguments,
                       const char *file)
{
    if (check_mscclpp_is(file))
        return check_plan(arguments, file);
    struct weft_error err;
    struct weft_read_report read = {.format = ""};
    struct check_judging judging;
    if (check_judging_begin(&judging, &arguments->question, &err))
        return complain_of(&err);
    const struct check_words *words = &judging.words;
    int status;
    if (!read_trace(file, &words->sink, &read, &err))
        status = check_judging_end(&judging, file, &read, &err)
                     ? check_refused(file, &err)
                     : check_print(arguments, &judging.report);
    else if (words->wrong.kind)
        status = limited(&words->wrong, check_words_complain(words));
    else
        status = unreadable(arguments, file, &read, &err);
    check_judging_finish(&judging);
    return status;
}

/* Return the more important status of two files: misuse, then invalid, then not
 * checked. */
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
        if (i && !arguments->json && !editor_lines_selected())
            putchar('\n');
        worst = check_worse(worst, check_judge(arguments, arguments->file[i]));
        answer_end();
    }
    return worst;
}

static int check_run(int argc, char **argv)
{
    struct check_arguments arguments = {.question = CHECK_QUESTION};
    arguments.file = calloc((size_t)argc + 1, sizeof *arguments.file);
    struct weft_error err = {.text = "no memory"};
    if (!arguments.file)
        return complain(EXIT_FAILED, NULL, &err);
    int status = parse_arguments(&check_argp, argc, argv, &arguments);
    if (!status)
        status = network_make("check", &arguments.words, &arguments.network);
    arguments.question.options.network = arguments.network;
    arguments.question.options.unlimited = read_unlimited();
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
