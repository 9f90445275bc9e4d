/* The Gantt chart of a run as text, and a run played step by step. */
#include "run/show.h"

#include "common/command.h"
#include "common/terminal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <weft/unstable/figure.h>

#define CONTROL_C 3
#define CONTROL_D 4
#define FRAME 4 /* lines of a frame in addition to one per processor */

static int show_refuse_run(struct show *show)
{
    show->refused = true;
    return WEFT_ERROR_LIMIT;
}

static int show_begin(void *arg, const struct weft_trace_info *info)
{
    struct show *show = arg;
    show->processors = info->processors;
    if (info->processors > SHOW_PROCESSORS_MAX)
        return show_refuse_run(show);
    return show->keep.begin(show->keep.arg, info);
}

static int show_events(void *arg, const struct weft_event *event, size_t count)
{
    struct show *show = arg;
    if (show->trace.count + count > SHOW_EVENTS_MAX)
        return show_refuse_run(show);
    return show->keep.events(show->keep.arg, event, count);
}

const struct weft_sink *show_sink(struct show *show)
{
    show->keep = weft_trace_collect(&show->trace);
    show->sink = (struct weft_sink){show_begin, show_events, NULL, show};
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
                       "--show draws at most %d processors, not %d; %s",
                       SHOW_PROCESSORS_MAX, show->processors, instead);
    else
        weft_error_set(&err, WEFT_ERROR_LIMIT, 0,
                       "--show draws at most %d events; %s", SHOW_EVENTS_MAX,
                       instead);
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

/* ---- played, one step at a time ------------------------------------------ */

/* Read keys without waiting for a line. Returns 0 or an errno value. */
static int keys_begin(struct termios *before)
{
    if (tcgetattr(STDIN_FILENO, before))
        return errno;
    struct termios raw = *before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
    return tcsetattr(STDIN_FILENO, TCSANOW, &raw) ? errno : 0;
}

/* Return the next key; -1: no more input. */
static int key_next(void)
{
    unsigned char key;
    ssize_t got;
    while ((got = read(STDIN_FILENO, &key, 1)) < 0 && errno == EINTR)
        ;
    return got == 1 ? key : -1;
}

/* Return the step to show after a key, or 0 to quit. */
static uint64_t step_after(uint64_t step, uint64_t steps, int key)
{
    if (key == 'q' || key < 0 || key == CONTROL_C || key == CONTROL_D)
        return 0;
    if (key == 'b')
        return step > 1 ? step - 1 : 1;
    if (key == 'g')
        return 1;
    if (key == 'G')
        return steps;
    return step < steps ? step + 1 : 0;
}

static int moment_print(const struct show *show, uint64_t step, FILE *out)
{
    struct weft_error err;
    struct winsize size = {.ws_row = 0};
    int rows = 0;
    if (!ioctl(fileno(out), TIOCGWINSZ, &size) && size.ws_row > FRAME)
        rows = size.ws_row - FRAME;
    char *text =
        weft_figure_moment(&show->trace, step, rows, terminal_columns(out),
                           terminal_colour(out), &err);
    if (!text)
        return complain(EXIT_FAILED, NULL, &err);
    fprintf(out,
            "\033[H\033[2J%s\nspace: next  b: back  g: first  G: last  "
            "q: end",
            text);
    fflush(out);
    free(text);
    return EXIT_GOOD;
}

int show_play(const struct show *show, FILE *out)
{
    struct termios before;
    uint64_t unit = show->trace.info.step, last = 0;
    for (size_t i = 0; unit && i < show->trace.count; i++) {
        const struct weft_event *e = &show->trace.events[i];
        uint64_t end = e->start + e->duration;
        uint64_t step = end / unit + (end % unit != 0);
        last = step > last ? step : last;
    }
    if (!last)
        return show_print(show, out);
    if (keys_begin(&before))
        return show_print(show, out);
    int status = EXIT_GOOD;
    for (uint64_t step = 1; step && !status;) {
        status = moment_print(show, step, out);
        step = status ? step : step_after(step, last, key_next());
    }
    fputc('\n', out);
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
    return status;
}

bool show_can_play(FILE *out)
{
    return isatty(STDIN_FILENO) && isatty(fileno(out));
}

void show_finish(struct show *show)
{
    weft_trace_finish(&show->trace);
}
