/* Reading of formats of one record per line. */
#include "lines.h"

#include "order.h"

#include <errno.h>

typedef const char *parser(const struct params *params, const char *line,
                           struct weft_event *event, size_t *count);

struct survey {
    int processors; /* 1 + the highest rank */
    bool sorted;    /* by time */
    uint64_t last;
};

/* What is read, and what its line at hand says. */
struct pass {
    struct input *in;
    parser *parse;
    struct params params;
    struct weft_event event[2]; /* [count] */
    size_t count;
    struct weft_error *err;
};

/* Take a line apart. 0, or -1 with errno and text. */
static int read_line(struct pass *pass, const char *line)
{
    for (int i = 0; i < 2; i++)
        pass->event[i] =
            (struct weft_event){.peer = -1, .message = -1, .dimension = -1};
    pass->count = 0;
    const char *wrong =
        pass->parse(&pass->params, line, pass->event, &pass->count);
    if (!wrong)
        return 0;
    return weft_error_set(pass->err, WEFT_ERROR_FORMAT,
                          in_line_number(pass->in), "%s", wrong);
}

static void look_at(struct survey *survey, const struct weft_event *event)
{
    int high = event->rank > event->peer ? event->rank : event->peer;
    if (high >= survey->processors)
        survey->processors = high + 1;
    if (event->start < survey->last)
        survey->sorted = false;
    survey->last = event->start;
}

static int take_remark(struct pass *pass, char *line)
{
    if (!params_read(&pass->params, line))
        return 0;
    if (errno != ENOMEM)
        errno = EILSEQ;
    return weft_error_system(pass->err, errno, in_line_number(pass->in),
                             "this parameter is no possible one");
}

/* First pass. */
static int survey_file(struct pass *pass, struct survey *survey)
{
    size_t length;
    for (char *line; (line = in_line(pass->in, &length));) {
        if (*line == '#') {
            if (take_remark(pass, line))
                return -1;
            continue;
        }
        if (read_line(pass, line))
            return -1;
        for (size_t i = 0; i < pass->count; i++)
            look_at(survey, &pass->event[i]);
        int processors = pass->params.info.processors;
        if (processors && survey->processors > processors)
            return weft_error_set(
                pass->err, WEFT_ERROR_FORMAT, in_line_number(pass->in),
                "processor %d of %d", survey->processors - 1, processors);
    }
    return in_failed(pass->in, pass->err) ? -1 : 0;
}

/* Second pass. */
static int read_events(struct pass *pass, bool sorted, struct weft_order *order)
{
    size_t length;
    for (char *line; (line = in_line(pass->in, &length));) {
        if (*line == '#')
            continue;
        if (read_line(pass, line))
            return -1;
        if (sorted && pass->count)
            order_promise(order, pass->event[0].start);
        for (size_t i = 0; i < pass->count; i++)
            if (order_add(order, &pass->event[i]))
                return -1;
    }
    return in_failed(pass->in, pass->err) ? -1 : order_end(order);
}

int lines_read(struct input *in, parser *parse, const struct weft_sink *sink,
               struct weft_error *err)
{
    struct pass pass = {.in = in, .parse = parse, .err = err};
    struct survey survey = {.sorted = true};
    struct weft_order *order = NULL;
    int result = -1;
    params_init(&pass.params);
    if (survey_file(&pass, &survey) || in_rewind(in))
        goto out;
    struct weft_trace_info *info = &pass.params.info;
    if (survey.processors > info->processors)
        info->processors = survey.processors;
    order = order_create(sink, info);
    if (order)
        result = read_events(&pass, survey.sorted, order);
out:;
    int code = errno;
    order_destroy(order);
    params_finish(&pass.params);
    errno = code;
    return result;
}
