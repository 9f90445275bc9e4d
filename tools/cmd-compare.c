/* weft compare: several strategies on the same problem, one row each. */
#include "command.h"
#include "options.h"
#include "summary.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <weft/weft.h>

#define ROWS_MAX 32

struct row {
    struct weft_result result;
    struct weft_error err;
    bool ran; /* false: the strategy does not fit the experiment */
};

struct compare {
    struct weft_experiment experiment;
    struct row row[ROWS_MAX];
    size_t rows;
    bool json;
};

static const struct argp_option compare_options[] = {
    {"json", 'j', 0, 0, "print the table as one JSON object", 0},
    {0},
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct compare *compare = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &compare->experiment;
        return 0;
    case 'j':
        compare->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (compare->experiment.problem)
            misuse(state, "one problem at a time; '%s' is one too many",
                   argument);
        compare->experiment.problem = argument;
        return 0;
    case ARGP_KEY_NO_ARGS:
        misuse(state, "which problem? `weft list problems` shows them");
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Is `name` in the comma-separated list? No list: yes. */
static bool wanted(const char *list, const char *name)
{
    size_t length = strlen(name);
    if (!list)
        return true;
    for (const char *at = list; at; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, name, length) == 0 && strchr(",", at[length]))
            return true;
    }
    return false;
}

static int run_rows(struct compare *compare)
{
    const char *list = compare->experiment.strategy;
    const struct weft_strategy_info *info;
    const char *problem = compare->experiment.problem;
    for (size_t i = 0; (info = weft_strategy(problem, i)); i++) {
        if (!wanted(list, info->name) || compare->rows == ROWS_MAX)
            continue;
        struct row *row = &compare->row[compare->rows++];
        compare->experiment.strategy = info->name;
        int status =
            weft_run(&compare->experiment, NULL, 0, &row->result, &row->err);
        row->ran = status == 0 || !weft_is_misuse(errno);
        snprintf(row->result.strategy, sizeof row->result.strategy, "%s",
                 info->name);
    }
    compare->experiment.strategy = list;
    return 0;
}

static const struct row *first_run(const struct compare *compare)
{
    for (size_t i = 0; i < compare->rows; i++)
        if (compare->row[i].ran)
            return &compare->row[i];
    return NULL;
}

static void print_row(const struct row *row)
{
    const struct weft_result *r = &row->result;
    if (!row->ran) {
        printf("  %-16s %s\n", r->strategy, row->err.text);
        return;
    }
    printf("  %-16s %8" PRIu64 " %8" PRIu64 " %8.3f %10" PRIu64 " %10" PRIu64
           " %8d %7.1f %% %8.1f %%%s\n",
           r->strategy, r->steps, r->lower_bound, r->ratio, r->messages,
           r->conflicts, r->busiest, 100 * r->busiest_share,
           100 * r->busy_share, r->valid ? "" : "  not valid");
}

static void print_table(const struct compare *compare)
{
    const struct weft_result *any = &first_run(compare)->result;
    printf("%s on %s (%d processors), model %s\n", any->problem, any->network,
           any->processors, any->model);
    printf("  %-16s %8s %8s %8s %10s %10s %8s %9s %10s\n", "strategy", "steps",
           "bound", "ratio", "messages", "conflicts", "busiest", "its share",
           "busy share");
    for (size_t i = 0; i < compare->rows; i++)
        print_row(&compare->row[i]);
    for (int i = 0; i < any->bounds; i++)
        printf("  %s %" PRIu64 " = %s\n",
               i ? "            " : "lower bound:", any->bound[i].steps,
               any->bound[i].name);
}

static void print_json(const struct compare *compare)
{
    struct json json = {stdout, false};
    json_open(&json, NULL, '{');
    json_text(&json, "problem", compare->experiment.problem);
    json_open(&json, "rows", '[');
    for (size_t i = 0; i < compare->rows; i++)
        if (compare->row[i].ran)
            summary_json(&compare->row[i].result, NULL, &json);
    json_close(&json, ']');
    json_close(&json, '}');
    putchar('\n');
}

/* Good if every strategy that fits gave a valid run. */
static int verdict(const struct compare *compare)
{
    int status = EXIT_GOOD;
    for (size_t i = 0; i < compare->rows; i++) {
        const struct row *row = &compare->row[i];
        if (row->ran && !row->result.valid)
            status = complain(EXIT_FAILED, row->result.strategy, &row->err);
    }
    return status;
}

/* Nothing fits: say what the first strategy says, or that none was found. */
static int nothing(struct compare *compare)
{
    struct weft_result result;
    struct weft_error err;
    if (compare->rows)
        return complain(EXIT_MISUSE, NULL, &compare->row[0].err);
    weft_run(&compare->experiment, NULL, 0, &result, &err);
    weft_result_finish(&result);
    return complain(EXIT_MISUSE, NULL, &err);
}

static int command(int argc, char **argv)
{
    static struct argp_child children[2];
    children[0].argp = experiment_argp();
    children[0].header = "The experiment (--strategy A,B compares those):";
    const struct argp argp = {
        compare_options,
        parse,
        "PROBLEM",
        "Run the strategies of a problem and compare them with the lower "
        "bounds.\vExample: weft compare successive -n hypercube:4\n"
        "Exit status: 0 good; 1 a run failed; 64 wrong use.",
        children,
        NULL,
        NULL};
    static struct compare compare;
    compare.experiment = weft_experiment_default(NULL);
    argp_err_exit_status = EXIT_MISUSE;
    if (argp_parse(&argp, argc, argv, 0, NULL, &compare))
        return EXIT_MISUSE;
    run_rows(&compare);
    int status;
    if (!first_run(&compare)) {
        status = nothing(&compare);
    } else {
        (compare.json ? print_json : print_table)(&compare);
        status = verdict(&compare);
    }
    for (size_t i = 0; i < compare.rows; i++)
        weft_result_finish(&compare.row[i].result);
    return status;
}

const struct command cmd_compare = {
    .name = "compare",
    .summary = "run several strategies on one problem; a row each",
    .run = command,
};
