/* weft check: judge a trace or schedule. */
#include "command.h"
#include "json.h"
#include "options.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <weft/check.h>
#include <weft/trace.h>

struct arguments {
    const char *file;
    struct weft_network *network;
    struct weft_model model;
    struct weft_check_options options;
    bool json;
};

enum key { KEY_PROBLEM = 256, KEY_ORDER, KEY_ROOT, KEY_JSON };

static const struct argp_option options[] = {
    {"network", 'n', "SPEC", 0, "judge arcs and neighbours of this network", 0},
    {"model", 'm', "NAME", 0, "judge what processors do by this model", 0},
    {"problem", KEY_PROBLEM, "NAME", 0, "judge whether this problem is solved",
     0},
    {"order", KEY_ORDER, "READING", 0,
     "of \"in order\" (successive): program (default), arrival or buffered", 0},
    {"root", KEY_ROOT, "R", 0,
     "source of a broadcast, scatter or stream, destination of a reduction or "
     "gather (default: found from the trace)",
     0},
    {"json", KEY_JSON, NULL, 0, "print one JSON object", 0},
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
        misuse(state, "%s", err.text);
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
        misuse(state, "root '%s' is no processor", text);
    return (int)root;
}

static void set_network(struct arguments *arguments, const char *text,
                        struct argp_state *state)
{
    struct weft_error err;
    weft_network_destroy(arguments->network);
    arguments->network = weft_network_create(text, &err);
    if (!arguments->network)
        misuse(state, "%s", err.text);
    arguments->options.network = arguments->network;
}

static void set_model(struct arguments *arguments, const char *text,
                      struct argp_state *state)
{
    struct weft_error err;
    if (weft_model_parse(text, &arguments->model, &err))
        misuse(state, "%s", err.text);
    arguments->options.model = &arguments->model;
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        one_line(state);
        return 0;
    case 'n':
        set_network(arguments, value, state);
        return 0;
    case 'm':
        set_model(arguments, value, state);
        return 0;
    case KEY_PROBLEM:
        arguments->options.problem = value;
        return 0;
    case KEY_ORDER:
        arguments->options.order = parse_order(value, state);
        return 0;
    case KEY_ROOT:
        arguments->options.root = parse_root(value, state);
        return 0;
    case KEY_JSON:
        arguments->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (arguments->file)
            misuse(state, "one file at a time; '%s' is a second one", value);
        arguments->file = value;
        return 0;
    case ARGP_KEY_NO_ARGS:
        misuse(state, "which file? (see %s --help)", state->name);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "FILE",
    .doc = "Judge a trace or schedule: unmatched sends and receives, a "
           "processor in two places at once, and, if they are given, the "
           "rules of a network and a model and the end of a problem."
           "\vFILE is a trace in any format that weft reads, or FORMAT:FILE. "
           "Exit status: 0 if nothing is wrong, 1 if something is or the "
           "file cannot be read, 64 for wrong use."};

static bool is_valid(const struct weft_check_result *result)
{
    return result->findings == 0 && result->solved;
}

static bool steps_known(const struct weft_check_result *result)
{
    return result->steps || !result->makespan;
}

static void print_json(const struct arguments *arguments,
                       const struct weft_read_report *report,
                       const struct weft_check_result *result)
{
    struct json json = {stdout, false};
    json_open(&json, NULL, '{');
    json_text(&json, "file", arguments->file);
    json_text(&json, "format", report->format);
    json_number(&json, "processors", (uint64_t)result->processors);
    json_number(&json, "steps", result->steps);
    json_number(&json, "makespan", result->makespan);
    json_number(&json, "messages", result->messages);
    json_number(&json, "conflicts", result->conflicts);
    json_number(&json, "unmatched", result->unmatched);
    json_bool(&json, "solved", result->solved);
    json_bool(&json, "valid", is_valid(result));
    json_number(&json, "skipped", report->skipped);
    json_number(&json, "found", result->findings);
    json_open(&json, "findings", '[');
    for (int i = 0; i < result->kept; i++) {
        json_open(&json, NULL, '{');
        if (steps_known(result))
            json_number(&json, "slot", result->finding[i].slot);
        else
            json_number(&json, "time", result->finding[i].slot - 1);
        if (result->finding[i].rank >= 0)
            json_number(&json, "processor", (uint64_t)result->finding[i].rank);
        json_text(&json, "text", result->finding[i].text);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    putchar('\n');
}

static void print_rules(const struct weft_check_options *asked)
{
    printf("judged by: the matching of sends and receives");
    if (asked->network)
        printf(", network %s", weft_network_name(asked->network));
    if (asked->model)
        printf(", model %s", asked->model->name);
    if (asked->problem)
        printf(", problem %s", asked->problem);
    if (asked->problem && !strcmp(asked->problem, "successive"))
        printf(" (order: %s)", weft_order_names[asked->order]);
    putchar('\n');
}

/* "1 step", "2 steps" */
static void print_count(uint64_t count, const char *what)
{
    printf("%" PRIu64 " %s%s", count, what, count == 1 ? "" : "s");
}

static void print_verdict(const struct weft_check_options *asked,
                          const struct weft_check_result *result)
{
    printf("%s: ", is_valid(result) ? "valid" : "not valid");
    print_count(result->conflicts, "conflict");
    printf(", %" PRIu64 " unmatched", result->unmatched);
    uint64_t counted = result->conflicts + result->unmatched;
    if (result->solved && result->findings > counted) {
        fputs(", ", stdout);
        print_count(result->findings - counted, "other finding");
    }
    if (asked->problem)
        printf(", %s is %s", asked->problem,
               result->solved ? "solved" : "not solved");
    putchar('\n');
}

static void print_text(const struct arguments *arguments,
                       const struct weft_read_report *report,
                       const struct weft_check_result *result)
{
    bool steps = steps_known(result);
    printf("%s (%s): ", arguments->file, report->format);
    print_count((uint64_t)result->processors, "processor");
    fputs(", ", stdout);
    print_count(result->messages, "message");
    fputs(", ", stdout);
    print_count(steps ? result->steps : result->makespan,
                steps ? "step" : "time unit");
    putchar('\n');
    if (report->skipped)
        printf("left out: %s\n", report->skipped_what);
    print_rules(&arguments->options);
    for (int i = 0; i < result->kept; i++)
        printf("%s\n", result->finding[i].text);
    if (result->findings > (uint64_t)result->kept)
        printf("... and %" PRIu64 " more\n",
               result->findings - (uint64_t)result->kept);
    print_verdict(&arguments->options, result);
}

static int judge(const struct arguments *arguments)
{
    struct weft_error err;
    struct weft_read_report report;
    struct weft_check *check = weft_check_create(&arguments->options, &err);
    if (!check)
        return complain(EXIT_MISUSE, NULL, &err);
    int status = EXIT_FAILED;
    if (weft_trace_read(arguments->file, weft_check_sink(check), &report,
                        &err)) {
        status = complain_of_file(arguments->file, &err);
    } else {
        const struct weft_check_result *result = weft_check_result(check);
        (arguments->json ? print_json : print_text)(arguments, &report, result);
        status = is_valid(result) ? EXIT_GOOD : EXIT_FAILED;
    }
    weft_check_destroy(check);
    return status;
}

static int run(int argc, char **argv)
{
    struct arguments arguments = {.options = {.root = -1, .stores_too = true}};
    if (argp_parse(&argp, argc, argv, 0, NULL, &arguments))
        return EXIT_MISUSE;
    int status = judge(&arguments);
    weft_network_destroy(arguments.network);
    return status;
}

const struct command cmd_check = {
    .name = "check",
    .summary = "check a trace or schedule against a network, a model and a "
               "problem",
    .run = run,
};
