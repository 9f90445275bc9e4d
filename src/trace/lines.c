/* Reads formats with one record per line. Both passes verify everything that
 * they use, because the file may change between them. */
#include "lines.h"

#include "base/items/items.h"
#include "order.h"

#include <string.h>

/* limit on the bytes of a wrong line that are shown in a message */
#define SHOWN_MAX 80

typedef const char *parser(struct params *params, const char *line,
                           struct weft_event *event, size_t *count);

struct lines_survey {
    int processors; /* number of processors: 1 + the highest rank */
    bool sorted;    /* whether the events are ordered by time */
    uint64_t last;
    unsigned lines;
    uint64_t events;
};

/* The input, and the events of the current line. */
struct lines_pass {
    struct input *in;
    parser *parse;
    struct params params;
    struct weft_event event[2]; /* [count] events of the line */
    size_t count;
    struct weft_error *err;
    bool tolerant; /* whether malformed lines are omitted */
    struct wrong_records wrong;
};

/* Report an error in the current line. */
static int lines_fail(struct lines_pass *pass, const char *wrong)
{
    return weft_error_set(pass->err, WEFT_ERROR_FORMAT,
                          in_line_number(pass->in), "%s", wrong);
}

/* Report an error in the current line, and show the line or the beginning of
 * it. */
static int fail_with(struct lines_pass *pass, const char *wrong,
                     const char *line)
{
    bool whole = strlen(line) <= SHOWN_MAX;
    return weft_error_set(pass->err, WEFT_ERROR_FORMAT,
                          in_line_number(pass->in), "%s: '%.*s%s'", wrong,
                          SHOWN_MAX, line, whole ? "" : "...");
}

static int lines_highest(const struct weft_event *event)
{
    return event->rank > event->peer ? event->rank : event->peer;
}

/* Check that the processors of the line are below the number that the trace
 * states. */
static int check_ranks(struct lines_pass *pass)
{
    int processors = pass->params.info.processors;
    for (size_t i = 0; i < pass->count && processors; i++)
        if (lines_highest(&pass->event[i]) >= processors)
            return weft_error_set(
                pass->err, WEFT_ERROR_FORMAT, in_line_number(pass->in),
                "processor %d is out of range: the trace has %d",
                lines_highest(&pass->event[i]), processors);
    return 0;
}

/* Parse a line. A line that is omitted has no events. Without memory, no line
 * is omitted: it may be right. */
static int lines_read_line(struct lines_pass *pass, const char *line)
{
    for (int i = 0; i < 2; i++)
        pass->event[i] =
            (struct weft_event){.peer = -1, .message = -1, .dimension = -1};
    pass->count = 0;
    const char *wrong =
        pass->parse(&pass->params, line, pass->event, &pass->count);
    if (wrong == items_no_memory)
        return weft_error_set(pass->err, WEFT_ERROR_MEMORY, 0, "%s", wrong);
    if (wrong ? !fail_with(pass, wrong, line) : !check_ranks(pass))
        return 0;
    pass->count = 0;
    if (!pass->tolerant)
        return -1;
    wrong_add(&pass->wrong, pass->err);
    return 0;
}

static void lines_look_at(struct lines_survey *survey,
                          const struct weft_event *event)
{
    if (lines_highest(event) >= survey->processors)
        survey->processors = lines_highest(event) + 1;
    if (event->start < survey->last)
        survey->sorted = false;
    survey->last = event->start;
}

static int take_remark(struct lines_pass *pass, char *line)
{
    enum weft_error_kind wrong = params_read(&pass->params, line);
    if (wrong == WEFT_ERROR_FORMAT)
        return lines_fail(pass, pass->params.wrong);
    return wrong ? -1 : 0;
}

/* Make the first pass over the file. */
static int survey_file(struct lines_pass *pass, struct lines_survey *survey)
{
    size_t length;
    for (char *line; (line = in_line(pass->in, &length));) {
        if (*line == '#') {
            if (take_remark(pass, line))
                return -1;
            continue;
        }
        if (lines_read_line(pass, line))
            return -1;
        for (size_t i = 0; i < pass->count; i++)
            lines_look_at(survey, &pass->event[i]);
        survey->events += pass->count;
    }
    if (in_failed(pass->in, pass->err))
        return -1;
    if (!pass->wrong.count || survey->events)
        return 0;
    *pass->err = pass->wrong.first;
    return -1;
}

static int say_changed(struct lines_pass *pass)
{
    return lines_fail(pass, "the file changed while it was read");
}

/* Add the events of a line in the second pass; verify again what the first pass
 * found. */
static int add_events(struct lines_pass *pass, struct lines_survey *survey,
                      struct order *order)
{
    for (size_t i = 0; i < pass->count; i++) {
        const struct weft_event *event = &pass->event[i];
        bool back = survey->sorted && event->start < survey->last;
        if (back || lines_highest(event) >= pass->params.info.processors)
            return say_changed(pass);
        survey->last = event->start;
        if (survey->sorted)
            order_promise(order, event->start);
        if (order_add(order, event))
            return -1;
    }
    return 0;
}

static int lines_read_events(struct lines_pass *pass,
                             struct lines_survey *survey, struct order *order)
{
    size_t length, wrong = pass->wrong.count;
    survey->last = 0;
    pass->params.blocks = 0; /* the second pass counts blocks and malformed
                                lines again */
    pass->wrong.count = 0;
    for (char *line; (line = in_line(pass->in, &length));) {
        if (*line == '#')
            continue;
        /* the first pass could read this line; if this pass cannot, the file
         * has changed */
        if (lines_read_line(pass, line))
            return say_changed(pass);
        if (add_events(pass, survey, order))
            return -1;
    }
    if (in_failed(pass->in, pass->err))
        return -1;
    if (in_line_number(pass->in) != survey->lines || pass->wrong.count != wrong)
        return say_changed(pass);
    return order_end(order);
}

int lines_read(struct input *in, parser *parse, const struct weft_sink *sink,
               struct weft_read_report *report, struct weft_error *err)
{
    struct lines_pass pass = {
        .in = in, .parse = parse, .err = err, .tolerant = report != NULL};
    struct lines_survey survey = {.sorted = true};
    struct order *order = NULL;
    int result = -1;
    params_init(&pass.params);
    pass.params.keeps_calls = true;
    if (survey_file(&pass, &survey))
        goto out;
    survey.lines = in_line_number(in);
    if (in_rewind(in))
        goto out;
    struct weft_trace_info *info = &pass.params.info;
    if (survey.processors > info->processors &&
        params_set_processors(&pass.params, survey.processors))
        goto out;
    order = order_create(sink, info, err);
    if (order)
        result = lines_read_events(&pass, &survey, order);
    if (!result && report)
        report_wrong(report, &pass.wrong, "malformed line");
out:
    order_destroy(order);
    params_finish(&pass.params);
    return result;
}
