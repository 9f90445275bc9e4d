/* One step of a run as text: the messages that each processor sends or
 * receives. */
#include "text.h"

#include "base/base.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOMENT_COLUMNS 80
/* minimum number of columns of a terminal */
#define MOMENT_LEAST 16

struct moment {
    struct view view;
    const struct weft_network *network;
    uint64_t begin, end;
    int label, columns;
    bool colour;
    struct text text;
};

/* A line, which may be longer than the terminal is wide. */
struct moment_line {
    char text[TEXT_PART];
    int used; /* length in bytes */
};

static void moment_add(struct moment_line *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void moment_add(struct moment_line *line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int room = TEXT_PART - line->used;
    int length =
        vsnprintf(line->text + line->used, (size_t)room, format, arguments);
    va_end(arguments);
    line->used += length < room ? length : room - 1;
}

static void add_name(const struct moment *moment, struct moment_line *line,
                     int rank)
{
    char name[WEFT_LABEL_MAX];
    label_print(name, WEFT_LABEL_AUTO, moment->network,
                moment->view.trace->info.processors, rank);
    text_make_plain(name);
    moment_add(line, "%s", name);
}

static bool moment_now(const struct moment *moment, uint64_t start,
                       uint64_t end)
{
    return start < moment->end && end > moment->begin;
}

/* Append "  > 3 to 0001, 0010": one message to several receivers once. */
static void add_sends(const struct moment *moment, struct moment_line *line,
                      int rank)
{
    const struct view_transfer *last = NULL;
    for (size_t i = 0; i < moment->view.transfers; i++) {
        const struct view_transfer *t = &moment->view.transfer[i];
        if (t->source != rank || !moment_now(moment, t->start, t->end))
            continue;
        if (last && last->message == t->message)
            moment_add(line, ", ");
        else
            moment_add(line, "  > %d to ", t->message);
        add_name(moment, line, t->destination);
        last = t;
    }
}

static void add_receptions(const struct moment *moment,
                           struct moment_line *line, int rank)
{
    for (size_t i = 0; i < moment->view.transfers; i++) {
        const struct view_transfer *t = &moment->view.transfer[i];
        if (t->destination != rank || !moment_now(moment, t->start, t->end))
            continue;
        moment_add(line, "  < %d from ", t->message);
        add_name(moment, line, t->source);
    }
}

static bool computes(const struct moment *moment, int rank)
{
    const struct weft_trace *trace = moment->view.trace;
    for (size_t i = 0; i < trace->count; i++) {
        const struct weft_event *e = &trace->events[i];
        if (e->kind == WEFT_COMPUTE && e->rank == rank &&
            moment_now(moment, e->start, e->start + e->duration))
            return true;
    }
    return false;
}

/* Write a line, truncated at the width of the terminal. */
static void line_put(struct moment *moment, struct moment_line *line,
                     bool sends)
{
    int room = moment->columns - 1;
    if (line->used > room) {
        line->used = room > 3 ? room - 3 : 0;
        moment_add(line, "...");
    }
    if (moment->colour && sends)
        text_put(&moment->text, "\033[1m%s\033[0m\n", line->text);
    else
        text_put(&moment->text, "%s\n", line->text);
}

static void moment_row_put(struct moment *moment, int rank)
{
    struct moment_line line = {.used = 0};
    char name[WEFT_LABEL_MAX];
    label_print(name, WEFT_LABEL_AUTO, moment->network,
                moment->view.trace->info.processors, rank);
    text_make_plain(name);
    moment_add(&line, "%*s", moment->label, name);
    int before = line.used;
    add_sends(moment, &line, rank);
    bool sends = line.used > before;
    add_receptions(moment, &line, rank);
    if (computes(moment, rank))
        moment_add(&line, "  # computes");
    if (line.used == before)
        moment_add(&line, "  .");
    line_put(moment, &line, sends);
}

char *weft_figure_moment(const struct weft_trace *trace, uint64_t step,
                         int rows, int columns, bool colour,
                         struct weft_error *err)
{
    struct moment moment = {.colour = colour};
    struct weft_panel panel = {.trace = trace};
    struct weft_network *made;
    int status = panel_network(&panel, &made, err);
    if (!status)
        status = text_view(&moment.view, &panel, err);
    if (!status) {
        const struct view *view = &moment.view;
        uint64_t steps = view->end / view->unit;
        if (step < 1)
            step = 1;
        else if (step > steps)
            step = steps;
        moment.network = panel.network;
        moment.begin = (step - 1) * view->unit;
        moment.end = step * view->unit;
        moment.label = text_label_width(trace->info.processors);
        moment.columns = columns > 0 ? columns : MOMENT_COLUMNS;
        moment.columns =
            moment.columns < MOMENT_LEAST ? MOMENT_LEAST : moment.columns;
        text_put(&moment.text, "step %" PRIu64 " of %" PRIu64 "\n", step,
                 steps);
        int shown = trace->info.processors;
        shown = rows > 0 && shown > rows ? rows : shown;
        for (int rank = 0; rank < shown; rank++)
            moment_row_put(&moment, rank);
        if (shown < trace->info.processors)
            text_put(&moment.text, "and %d more processors\n",
                     trace->info.processors - shown);
    }
    if (moment.text.failed) {
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory for the figure");
        free(moment.text.text);
        moment.text.text = NULL;
    }
    view_finish(&moment.view);
    weft_network_destroy(made);
    return moment.text.text;
}
