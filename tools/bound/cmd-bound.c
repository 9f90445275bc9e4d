/* weft bound: a lower bound for the time of any run, with its arguments. */
#include <stdlib.h>
#include <string.h>
#include <weft/bound.h>
#include <weft/unstable/experiment.h>

#include "bound/bound-report.h"
#include "common/answer.h"
#include "common/command.h"
#include "common/options.h"
#include "common/plugins.h"
#include "common/reading.h"
#include "common/word-kinds.h"

#define BOUND_QUESTIONS_MAX 4096

enum {
    OPTION_COST = 256,
    OPTION_BYTES,
    OPTION_VECTOR,
    OPTION_PACKETS,
    OPTION_COUNTS,
    OPTION_ROOT,
    OPTION_SOURCES,
    OPTION_ORDER,
    OPTION_SEED,
    OPTION_MESSAGE_BLOCKS,
    OPTION_ON_CONFLICT,
    BOUND_OPTION_GOAL,
    OPTION_ONE_LINK,
    OPTION_CUTS,
    OPTION_CERTIFICATE
};

static const struct argp_option bound_options[] = {
    {"network", 'n', "NETWORK", 0, "the network (default: that of the problem)",
     0},
    {"model", 'm', "MODEL", 0, "the model (default: that of the problem)", 0},
    {"cost", OPTION_COST, "ts=T,tw=W,th=H", 0,
     "cost of a transfer, or loggp:L=T,o=T,g=T,G=T (default: ts=1)", 0},
    {"bytes", OPTION_BYTES, "BYTES", 0, "length of a block (default: 8)", 0},
    {"vector", OPTION_VECTOR, "BYTES", 0,
     "length of the vector that is combined (default: --bytes for each "
     "processor)",
     0},
    {"packets", OPTION_PACKETS, "M", 0,
     "packets of a stream, blocks of each processor (allgather) or of all "
     "(reduce)",
     0},
    {"counts", OPTION_COUNTS, "C+C..", 0,
     "sizes of the blocks of an allgather or alltoall, in units of --bytes", 0},
    {"root", OPTION_ROOT, "R", 0,
     "source of a broadcast, scatter or stream, destination of a reduction or "
     "gather",
     0},
    {"sources", OPTION_SOURCES, "LIST", 0,
     "sources of the problem simultaneous", 0},
    {"order", OPTION_ORDER, "program|arrival|buffered", 0,
     "meaning of \"in order\" in the problem successive (default: program)", 0},
    {"seed", OPTION_SEED, "N", 0, "seed of a random network (default: 1)", 0},
    {"message-blocks", OPTION_MESSAGE_BLOCKS, "B|any", 0,
     "blocks in one message at most (default: 1 in problems of packets, else "
     "any)",
     0},
    {"on-conflict", OPTION_ON_CONFLICT, "WORD", 0,
     "delay: receptions may begin after their sends", 0},
    {"goal", BOUND_OPTION_GOAL, "FILE", 0,
     "a goal in a file instead of a problem", 0},
    {"one-link", OPTION_ONE_LINK, NULL, 0,
     "allow only transfers over one link, also in models that route transfers",
     1},
    {"cuts", OPTION_CUTS, "fast|none|all", 0,
     "search for cuts: only in networks that are not too large (fast, the "
     "default), never (none), or without a time limit (all)",
     1},
    {"json", 'j', NULL, 0, "print one JSON object for each question", 2},
    {"certificate", OPTION_CERTIFICATE, "FILE", 0,
     "write the certificate of the bound as JSON", 2},
    {0},
};

struct bounding {
    const char *problem;
    /* values, indexed as the table of settings */
    struct weft_values given[SETTINGS_MAX];
    struct weft_bound_options options;
    const char *goal, *certificate;
    bool json, vector;
};

/* ---- the command line ---- */

/* Return the setting of a name, or NULL. Sets *index to its index in the
 * table. */
static const struct weft_setting *setting_row(const char *name, size_t *index)
{
    const struct weft_setting *row;
    for (*index = 0; (row = weft_setting(*index)); ++*index)
        if (!strcmp(row->name, name))
            return row;
    return NULL;
}

static void take_setting(struct bounding *b, const struct weft_setting *row,
                         size_t index, const char *value,
                         const struct argp_state *state)
{
    struct weft_error err;
    if (index >= SETTINGS_MAX)
        return;
    if (setting_is_misread(row->name, value, true, &err) ||
        weft_values_add(&b->given[index], row, value, &err))
        reject(state, &err);
    b->vector = b->vector || !strcmp(row->name, "vector");
}

static void bound_check_given(const struct bounding *b,
                              const struct argp_state *state)
{
    struct weft_error err;
    const struct weft_setting *row;
    if (b->goal && b->problem)
        misuse(state, "--goal and a problem are mutually exclusive");
    if (!b->goal && !b->problem)
        misuse(state, "no problem given; `weft list problems` lists them");
    for (size_t i = 0; b->problem && (row = weft_setting(i)); i++)
        if (b->given[i].count && weft_problem_find(b->problem) &&
            weft_setting_check(row->name, b->problem, &err))
            misuse(state, "%s", err.text);
}

static error_t bound_parse(int key, char *value, struct argp_state *state)
{
    struct bounding *b = state->input;
    size_t index;
    for (const struct argp_option *o = bound_options; o->name; o++)
        if (o->key == key && o->arg && setting_row(o->name, &index)) {
            take_setting(b, setting_row(o->name, &index), index, value, state);
            return 0;
        }
    switch (key) {
    case ARGP_KEY_INIT:
        one_line(state);
        state->child_inputs[0] = state->input;
        return 0;
    case BOUND_OPTION_GOAL:
        b->goal = value;
        return 0;
    case OPTION_ONE_LINK:
        b->options.one_link = true;
        return 0;
    case OPTION_CUTS:
        b->options.cuts =
            (enum weft_bound_cuts)option_word(state, bound_options, key, value);
        return 0;
    case OPTION_CERTIFICATE:
        b->certificate = value;
        return 0;
    case 'j':
        b->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (b->problem)
            misuse(state,
                   "unexpected argument '%s': one problem is asked at a "
                   "time",
                   value);
        refuse_other_kind(state, NULL, value);
        b->problem = problem_word(value);
        return 0;
    case ARGP_KEY_END:
        bound_check_given(b, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Parse the settings of a plug-in's problem. */
static error_t bound_parse_own(int key, char *value, struct argp_state *state)
{
    int index = setting_of_key(key);
    if (index < 0)
        return ARGP_ERR_UNKNOWN;
    take_setting(state->input, weft_setting((size_t)index), (size_t)index,
                 value, state);
    return 0;
}

/* ---- the questions ---- */

/* Set the i-th combination of values; the last setting changes fastest. Returns
 * 0 or the exit status. */
static int bound_choose(const struct bounding *b, size_t i,
                        struct weft_experiment *experiment)
{
    struct weft_error err;
    *experiment = weft_experiment_default(b->problem);
    for (size_t k = SETTINGS_MAX; k-- > 0;) {
        size_t count = b->given[k].count;
        if (!count)
            continue;
        if (weft_experiment_set(experiment, weft_setting(k)->name,
                                b->given[k].text[i % count], &err))
            return complain_of(&err);
        i /= count;
    }
    return EXIT_GOOD;
}

static size_t questions(const struct bounding *b)
{
    size_t count = 1;
    for (size_t k = 0; k < SETTINGS_MAX && count <= BOUND_QUESTIONS_MAX; k++)
        count *= b->given[k].count ? b->given[k].count : 1;
    return count;
}

/* Read the goal for the experiment's network. Returns NULL and sets *status on
 * failure. */
static struct weft_goal *
bound_make_goal(const struct bounding *b,
                const struct weft_experiment *experiment, int *status)
{
    struct weft_error err;
    const struct weft_choice *choice =
        weft_experiment_get(experiment, "network");
    struct weft_network *network =
        weft_network_create(choice ? choice->text : NULL, &err);
    if (!network) {
        *status = complain(EXIT_MISUSE, NULL, &err);
        return NULL;
    }
    struct weft_goal *goal =
        read_goal_file(b->goal, weft_network_size(network), &err);
    weft_network_destroy(network);
    if (!goal)
        *status = complain_of_file(b->goal, &err);
    return goal;
}

static int cmd_bound_ask(const struct bounding *b, size_t i,
                         struct weft_bound_answer *answer)
{
    struct weft_error err = {0};
    struct weft_experiment experiment;
    struct weft_bound_options options = b->options;
    struct weft_goal *goal = NULL;
    int status = bound_choose(b, i, &experiment);
    if (!status && b->goal)
        options.goal = goal = bound_make_goal(b, &experiment, &status);
    if (!status && weft_bound_of(&experiment, &options, answer, &err))
        status = complain_of(&err);
    weft_goal_destroy(goal);
    return status;
}

static int write_certificate(const char *file,
                             const struct weft_bound_answer *answer)
{
    struct weft_error err;
    FILE *out = fopen(file, "w");
    struct json json = {.out = out};
    if (out)
        bound_certificate(answer, NULL, &json);
    if (out && fputc('\n', out) != EOF && !fclose(out))
        return EXIT_GOOD;
    weft_error_set(&err, WEFT_ERROR_SYSTEM, 0, "cannot write '%s'", file);
    return complain(EXIT_FAILED, NULL, &err);
}

static void bound_print_json(const struct weft_bound_answer *answer)
{
    struct json json = answer_open("bound", stdout);
    bound_members(answer, &json);
    answer_close(&json);
}

static int bound_execute(const struct bounding *b)
{
    struct weft_error err;
    size_t count = questions(b);
    int status = EXIT_GOOD;
    if (count > BOUND_QUESTIONS_MAX || (b->certificate && count > 1)) {
        weft_error_set(&err, WEFT_ERROR_MISUSE, 0,
                       b->certificate ? "--certificate is for one question"
                                      : "too many questions: at most %d",
                       BOUND_QUESTIONS_MAX);
        return complain(EXIT_MISUSE, NULL, &err);
    }
    for (size_t i = 0; i < count && !status; i++) {
        struct weft_bound_answer answer = {0};
        status = cmd_bound_ask(b, i, &answer);
        if (!status && b->json)
            bound_print_json(&answer);
        else if (!status && count > 1)
            bound_print_line(&answer);
        else if (!status)
            bound_print(&answer, b->vector);
        if (!status && b->certificate)
            status = write_certificate(b->certificate, &answer);
        weft_bound_finish(&answer);
        answer_end();
    }
    return status;
}

static int bound_run(int argc, char **argv)
{
    static struct bounding b;
    static struct argp_child own[3];
    static const struct argp argp = {
        .options = bound_options,
        .parser = bound_parse,
        .children = own,
        .args_doc = "[PROBLEM]",
        .doc = "Prints the lower bound of a question: the least time that any "
               "valid run takes, with the argument that proves it."
               "\vEvery setting takes a list or a range as in weft compare; "
               "then each question is a line.\n"
               "Examples:\n"
               "  weft bound allreduce -n complete:16 --cost ts=100,tw=1 "
               "--vector 64K\n"
               "  weft bound alltoall -n torus:4x4 -m all-port "
               "--message-blocks 1\n"
               "docs/bounds.md has the arguments and their proofs.\n"
               "Exit status: 0 success; 1 the goal cannot be reached, or "
               "something failed; 64 usage error."};
    size_t built_in = 0;
    while (weft_problem(built_in))
        built_in++;
    plugins_open(argc, argv);
    own[0].argp = own_settings_argp(bound_parse_own, built_in, bound_options);
    own[1] = (struct argp_child){.argp = &reading_goals};
    int status = parse_arguments(&argp, argc, argv, &b);
    if (!status)
        status = bound_execute(&b);
    for (size_t k = 0; k < SETTINGS_MAX; k++)
        weft_values_finish(&b.given[k]);
    return status;
}

const struct command cmd_bound = {
    .name = "bound",
    .summary = "print the lower bound of a problem, and its proof",
    .run = bound_run,
};
