/* Reading a trace for the page and for the checker at the same time. */
#include "view/view-verdict.h"

#include "common/json.h"

#include <stdio.h>
#include <stdlib.h>

/* Stop passing the trace to the checker. */
static void verdict_give_up(struct view_verdict *verdict, int status)
{
    const struct weft_error *wrong = &verdict->judging.words.wrong;
    verdict->judges = false;
    if (wrong->kind)
        verdict->err = *wrong;
    else if (status == (int)WEFT_ERROR_LIMIT)
        weft_error_set(&verdict->err, WEFT_ERROR_LIMIT, 0,
                       "too much work; --no-limit lifts the limit");
    else if (status == (int)WEFT_ERROR_MISUSE)
        weft_error_set(&verdict->err, WEFT_ERROR_MISUSE, 0,
                       "its events are not in order");
    else
        weft_error_set(&verdict->err, WEFT_ERROR_MEMORY, 0,
                       "no memory for the checker");
}

static int verdict_begin(void *arg, const struct weft_trace_info *info)
{
    struct view_verdict *verdict = arg;
    int result = verdict->page.begin(verdict->page.arg, info);
    if (result)
        return result;
    verdict->question.options.network = verdict->window->network;
    verdict->judges = !check_judging_begin(&verdict->judging,
                                           &verdict->question, &verdict->err);
    if (!verdict->judges)
        return 0;
    const struct weft_sink *sink = &verdict->judging.words.sink;
    int status = sink->begin(sink->arg, info);
    if (status)
        verdict_give_up(verdict, status);
    return 0;
}

static int verdict_events(void *arg, const struct weft_event *event,
                          size_t count)
{
    struct view_verdict *verdict = arg;
    const struct weft_sink *sink = &verdict->judging.words.sink;
    int status = verdict->judges ? sink->events(sink->arg, event, count) : 0;
    if (status)
        verdict_give_up(verdict, status);
    return verdict->page.events(verdict->page.arg, event, count);
}

static int verdict_end(void *arg)
{
    struct view_verdict *verdict = arg;
    const struct weft_sink *sink = &verdict->judging.words.sink;
    int status = verdict->judges ? sink->end(sink->arg) : 0;
    if (status)
        verdict_give_up(verdict, status);
    return verdict->page.end(verdict->page.arg);
}

void view_verdict_begin(struct view_verdict *verdict,
                        const struct check_question *question,
                        struct window *window)
{
    *verdict = (struct view_verdict){
        .question = *question, .window = window, .page = window_sink(window)};
    verdict->sink =
        (struct weft_sink){verdict_begin, verdict_events, verdict_end, verdict};
}

/* Write {"valid": null, ...} for a trace that could not be checked to its
 * end. */
static void write_not_judged(const char *why, FILE *out)
{
    struct json json = {out, false};
    char text[400];
    snprintf(text, sizeof text, "not judged: %s", why);
    json_open(&json, NULL, '{');
    json_null(&json, "valid");
    json_text(&json, "text", text);
    json_open(&json, "findings", '[');
    json_close(&json, ']');
    json_number(&json, "left", 0);
    json_text(&json, "notJudged", why);
    json_close(&json, '}');
}

int view_verdict_end(struct view_verdict *verdict, const char *file,
                     const struct weft_read_report *read,
                     struct weft_page *page, struct weft_error *err)
{
    char *text = NULL;
    size_t size;
    if (verdict->judges &&
        check_judging_end(&verdict->judging, file, read, &verdict->err))
        verdict->judges = false;
    if (!verdict->judges && verdict->err.kind == WEFT_ERROR_MEMORY) {
        *err = verdict->err;
        return -1;
    }
    FILE *out = open_memstream(&text, &size);
    int result = 0;
    if (out && verdict->judges)
        result = check_report_page(&verdict->judging.report, out);
    else if (out)
        write_not_judged(verdict->err.text, out);
    if (!out || fclose(out) || result)
        result = weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                                "no memory for the verdict");
    else
        result = weft_page_verdict(page, text, err);
    free(text);
    return result;
}

void view_verdict_finish(struct view_verdict *verdict)
{
    check_judging_finish(&verdict->judging);
}
