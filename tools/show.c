/* The Gantt chart of a run as text. */
#include "show.h"

#include "command.h"
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <weft/figure.h>

static int refuse(struct show *show)
{
    show->refused = true;
    return WEFT_ERROR_LIMIT;
}

static int begin(void *arg, const struct weft_trace_info *info)
{
    struct show *show = arg;
    show->processors = info->processors;
    if (info->processors > SHOW_PROCESSORS_MAX)
        return refuse(show);
    return show->keep.begin(show->keep.arg, info);
}

static int events(void *arg, const struct weft_event *event, size_t count)
{
    struct show *show = arg;
    if (show->trace.count + count > SHOW_EVENTS_MAX)
        return refuse(show);
    return show->keep.events(show->keep.arg, event, count);
}

const struct weft_sink *show_sink(struct show *show)
{
    show->keep = weft_trace_collect(&show->trace);
    show->sink = (struct weft_sink){begin, events, NULL, show};
    return &show->sink;
}

int show_refuse(const struct show *show)
{
    struct weft_error err;
    const char *instead = "write a trace (-t FILE) and draw a part of it: "
                          "weft figure gantt FILE --processors A..B "
                          "--steps C..D";
    if (show->processors > SHOW_PROCESSORS_MAX)
        weft_error_set(&err, WEFT_ERROR_LIMIT, 0,
                       "--show holds %d processors, not %d; %s",
                       SHOW_PROCESSORS_MAX, show->processors, instead);
    else
        weft_error_set(&err, WEFT_ERROR_LIMIT, 0, "--show holds %d events; %s",
                       SHOW_EVENTS_MAX, instead);
    return complain(EXIT_MISUSE, NULL, &err);
}

int show_print(const struct show *show, FILE *out)
{
    struct weft_error err;
    char *text = weft_figure_text(&show->trace, terminal_columns(out),
                                  terminal_colour(out), &err);
    if (!text)
        return complain(EXIT_FAILED, NULL, &err);
    fprintf(out, "\n%s", text);
    free(text);
    return EXIT_GOOD;
}

void show_finish(struct show *show)
{
    weft_trace_finish(&show->trace);
}
