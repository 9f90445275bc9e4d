/* Reading of formats of one record per line. */
#include "lines.h"

#include "order.h"

#include <errno.h>

typedef const char *parser(const struct weft_params *params, const char *line,
                           struct weft_event *event, size_t *count);

struct survey {
    int processors; /* 1 + the highest rank */
    bool sorted;    /* by time */
    uint64_t last;
};

/* What one line says: events, or nothing. 0, or -1 with errno and text. */
static int read_line(struct weft_in *in, parser *parse,
                     const struct weft_params *params, const char *line,
                     struct weft_event *event, size_t *count,
                     struct weft_error *err)
{
    for (int i = 0; i < 2; i++)
        event[i] =
            (struct weft_event){.peer = -1, .message = -1, .dimension = -1};
    *count = 0;
    const char *wrong = parse(params, line, event, count);
    if (!wrong)
        return 0;
    return weft_error_set(err, EILSEQ, weft_in_line_number(in), "%s", wrong);
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

static int take_remark(struct weft_in *in, struct weft_params *params,
                       char *line, struct weft_error *err)
{
    if (!weft_params_read(params, line))
        return 0;
    if (errno != ENOMEM)
        errno = EILSEQ;
    return weft_error_set(err, errno, weft_in_line_number(in),
                          "this parameter is no possible one");
}

/* First pass. */
static int survey_file(struct weft_in *in, parser *parse,
                       struct weft_params *params, struct survey *survey,
                       struct weft_error *err)
{
    size_t length, count;
    struct weft_event event[2];
    for (char *line; (line = weft_in_line(in, &length));) {
        if (*line == '#') {
            if (take_remark(in, params, line, err))
                return -1;
            continue;
        }
        if (read_line(in, parse, params, line, event, &count, err))
            return -1;
        for (size_t i = 0; i < count; i++)
            look_at(survey, &event[i]);
        if (params->info.processors &&
            survey->processors > params->info.processors)
            return weft_error_set(err, EILSEQ, weft_in_line_number(in),
                                  "processor %d of %d", survey->processors - 1,
                                  params->info.processors);
    }
    return weft_in_failed(in, err) ? -1 : 0;
}

/* Second pass. */
static int read_events(struct weft_in *in, parser *parse,
                       const struct weft_params *params, bool sorted,
                       struct weft_order *order, struct weft_error *err)
{
    size_t length, count;
    struct weft_event event[2];
    for (char *line; (line = weft_in_line(in, &length));) {
        if (*line == '#')
            continue;
        if (read_line(in, parse, params, line, event, &count, err))
            return -1;
        if (sorted && count)
            weft_order_promise(order, event[0].start);
        for (size_t i = 0; i < count; i++)
            if (weft_order_add(order, &event[i]))
                return -1;
    }
    return weft_in_failed(in, err) ? -1 : weft_order_end(order);
}

int weft_read_lines(struct weft_in *in, parser *parse,
                    const struct weft_sink *sink, struct weft_error *err)
{
    struct weft_params params;
    struct survey survey = {.sorted = true};
    struct weft_order *order = NULL;
    int result = -1;
    weft_params_init(&params);
    if (survey_file(in, parse, &params, &survey, err) || weft_in_rewind(in))
        goto out;
    if (survey.processors > params.info.processors)
        params.info.processors = survey.processors;
    order = weft_order_create(sink, &params.info);
    if (order)
        result = read_events(in, parse, &params, survey.sorted, order, err);
out:;
    int code = errno;
    weft_order_destroy(order);
    weft_params_finish(&params);
    errno = code;
    return result;
}
