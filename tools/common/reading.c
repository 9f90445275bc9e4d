/* Functions that all commands that read traces share. */
#include "common/reading.h"

#include "common/command.h"
#include "common/editor-lines.h"
#include "common/options.h"
#include "common/without.h"

#include <inttypes.h>

enum { KEY_NO_LIMIT = 910, KEY_STRICT, KEY_WITHOUT, KEY_LINES };

static bool unlimited, strict;

static const struct argp_option reading_options[] = {
    {"without", KEY_WITHOUT, "TEXT", 0,
     "leave out the processors whose names contain TEXT (may be repeated)", 0},
    {"lines", KEY_LINES, NULL, 0,
     "report for editors: FILE:LINE: error: TEXT [RULE]", 0},
    {"strict", KEY_STRICT, NULL, 0,
     "refuse a trace with a malformed record instead of leaving it out", 0},
    {"no-limit", KEY_NO_LIMIT, NULL, 0,
     "disable the resource limits on input files", 0},
    {0},
};

static error_t reading_parse(int key, char *argument, struct argp_state *state)
{
    unlimited |= key == KEY_NO_LIMIT;
    strict |= key == KEY_STRICT;
    if (key == KEY_LINES)
        editor_lines_select();
    if (key == KEY_WITHOUT && !without_add(argument))
        misuse(state, "--without is given too often");
    return key >= KEY_NO_LIMIT && key <= KEY_LINES ? 0 : ARGP_ERR_UNKNOWN;
}

error_t one_trace_parse(int key, char *value, struct one_trace *trace,
                        struct argp_state *state)
{
    switch (key) {
    case ARGP_KEY_INIT:
        one_line(state);
        return 0;
    case 'j':
        trace->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (trace->file)
            misuse(state,
                   "unexpected argument '%s': one file is read at a time",
                   value);
        trace->file = value;
        return 0;
    case ARGP_KEY_NO_ARGS:
        misuse(state, "no trace given (see %s --help)", state->name);
    default:
        return network_words_parse(key, value, &trace->words);
    }
}

const struct argp reading = {.options = reading_options,
                             .parser = reading_parse};
const struct argp reading_goals = {.options = reading_options + 3,
                                   .parser = reading_parse};
const struct argp_child reading_only[] = {{.argp = &reading}, {0}};

/* Warn about a file. */
static void reading_warn(const char *source, const struct weft_error *warning)
{
    if (editor_lines_selected())
        editor_line_print(stderr, editor_lines_file(source), warning->line,
                          "warning", warning->text, "format");
    else
        complain_of_file(source, warning);
}

/* Reject malformed input, or warn about it. Returns 0 or -1. */
static int judge_read(const char *source, const struct weft_read_report *report,
                      struct weft_error *err)
{
    if (strict && report->first_wrong.kind) {
        *err = report->first_wrong;
        return -1;
    }
    struct weft_error warning = report->first_wrong;
    if (report->wrong == 1)
        weft_error_set(&warning, warning.kind, warning.line,
                       "%s; the record is left out", report->first_wrong.text);
    else if (report->wrong)
        weft_error_set(&warning, warning.kind, warning.line,
                       "%s; %" PRIu64 " malformed records are left out",
                       report->first_wrong.text, report->wrong);
    if (report->wrong)
        reading_warn(source, &warning);
    weft_error_set(&warning, WEFT_ERROR_FORMAT, 0, "%s",
                   report->completed_what);
    if (*report->completed_what)
        reading_warn(source, &warning);
    return 0;
}

int read_trace(const char *source, const struct weft_sink *sink,
               struct weft_read_report *report, struct weft_error *err)
{
    return read_chosen(source, NULL, sink, report, err);
}

int read_chosen(const char *source, const struct weft_nccl_choice *choice,
                const struct weft_sink *sink, struct weft_read_report *report,
                struct weft_error *err)
{
    struct weft_read_report own;
    struct without without;
    if (!report)
        report = &own;
    sink = without_begin(&without, sink);
    int status = weft_nccl_read(source, unlimited, choice, sink, report, err);
    if (status && without.err.kind)
        *err = without.err;
    without_finish(&without);
    return status ? status : judge_read(source, report, err);
}

struct weft_goal *read_goal_file(const char *path, int processors,
                                 struct weft_error *err)
{
    return (unlimited ? weft_goal_read_trusted
                      : weft_goal_read)(path, processors, err);
}

bool read_unlimited(void)
{
    return unlimited;
}

bool read_strict(void)
{
    return strict;
}

void say_empty(const char *source)
{
    const struct weft_error err = {.text = "the trace is empty: no events"};
    complain(EXIT_GOOD, source, &err);
}
