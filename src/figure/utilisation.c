/* Utilisation count: how many processors send, receive, do both, compute or
 * are idle, over time. First the changes of every processor are summed (what
 * it does, packed into one number), then the changes of every state. */
#include "figure.h"

#include <errno.h>
#include <stdlib.h>

#define HEIGHT 200
#define GAP 8
#define KEYS_HEIGHT 18
#define LEFT 46
#define FONT 10
#define STRETCHES_MAX 8192

/* From the bottom up. */
enum state { COMPUTING, BOTH, SENDING, RECEIVING, STATES };

static const struct legend_key keys[] = {
    [COMPUTING] = {"computing", {.fill = palette_hatch}},
    [BOTH] = {"sending and receiving", {.fill = "#000"}},
    [SENDING] = {"sending", {.fill = "#0072b2"}},
    [RECEIVING] = {"receiving", {.fill = "#9ecbe8"}},
    [STATES] = {"idle", {.fill = "#fff", .stroke = "#999", .width = 0.8}},
};
#define KEYS (sizeof keys / sizeof *keys)

/* What one processor does at one time, packed: events of each kind. */
#define ONE_SEND 1
#define ONE_RECEIVE ((int64_t)1 << 20)
#define ONE_COMPUTE ((int64_t)1 << 40)
#define MASK (ONE_RECEIVE - 1)

struct stretch {
    uint64_t start, end;
    int64_t count;
    int state;
};

struct utilisation {
    struct chart chart;
    struct change *change; /* of processors, then of states */
    size_t changes;
    struct stretch *stretch;
    size_t stretches;
};

static int64_t packed(const struct weft_event *event)
{
    static const int64_t ones[WEFT_EVENT_KINDS] = {
        [WEFT_SEND] = ONE_SEND,
        [WEFT_RECEIVE] = ONE_RECEIVE,
        [WEFT_COMPUTE] = ONE_COMPUTE,
    };
    return event->duration ? ones[event->kind] : 0;
}

static void processors_find(struct utilisation *figure)
{
    const struct view *view = &figure->chart.view;
    for (size_t i = 0; i < view->trace->count; i++) {
        const struct weft_event *e = &view->trace->events[i];
        uint64_t end = e->start + e->duration;
        if (!packed(e) || !view_rank(view, e->rank) ||
            !view_time(view, e->start, end))
            continue;
        uint64_t from = e->start < view->begin ? view->begin : e->start;
        uint64_t to = end > view->end ? view->end : end;
        figure->change[figure->changes++] =
            (struct change){e->rank, from, packed(e)};
        figure->change[figure->changes++] =
            (struct change){e->rank, to, -packed(e)};
    }
}

static int stretch_add(struct utilisation *figure, int state, uint64_t start,
                       uint64_t end, int64_t count)
{
    figure->stretch[figure->stretches++] =
        (struct stretch){start, end, count, state};
    return 0;
}

static int processor_stretch(void *arg, int64_t key, uint64_t start,
                             uint64_t end, int64_t sum)
{
    (void)key;
    int state = sum / ONE_COMPUTE   ? COMPUTING
                : !(sum & MASK)     ? RECEIVING
                : sum / ONE_RECEIVE ? BOTH
                                    : SENDING;
    return stretch_add(arg, state, start, end, 1);
}

static int state_stretch(void *arg, int64_t key, uint64_t start, uint64_t end,
                         int64_t sum)
{
    return stretch_add(arg, (int)key, start, end, sum);
}

static int stretches_find(struct utilisation *figure)
{
    size_t room = 2 * figure->chart.view.trace->count + 2;
    figure->change = malloc(2 * room * sizeof *figure->change);
    figure->stretch = malloc(2 * room * sizeof *figure->stretch);
    if (!figure->change || !figure->stretch)
        return -1;
    processors_find(figure);
    sweep_changes(figure->change, figure->changes, false, processor_stretch,
                  figure);
    figure->changes = 0;
    for (size_t i = 0; i < figure->stretches; i++) {
        const struct stretch *s = &figure->stretch[i];
        figure->change[figure->changes++] =
            (struct change){s->state, s->start, 1};
        figure->change[figure->changes++] =
            (struct change){s->state, s->end, -1};
    }
    figure->stretches = 0;
    return sweep_changes(figure->change, figure->changes, false, state_stretch,
                         figure);
}

static int measure(void *state, const struct weft_panel *panel,
                   struct weft_size *size, struct weft_error *err)
{
    struct utilisation *figure = state;
    struct chart *chart = &figure->chart;
    if (chart_init(chart, panel, "utilisation", WEFT_NETWORK_SIZE_MAX, 0, err))
        return -1;
    if (stretches_find(figure))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the figure");
    if (figure->stretches > STRETCHES_MAX)
        return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                              "%zu changes of state, a utilisation figure "
                              "holds %d: draw a window (--steps C..D)",
                              figure->stretches, STRETCHES_MAX);
    chart->left = LEFT;
    chart->top = 6;
    chart->height = HEIGHT;
    size->width = chart->left + chart->width + GAP;
    double least = legend_keys_width(keys, KEYS);
    if (size->width < least)
        size->width = least;
    size->height = chart->top + HEIGHT + WEFT_CHART_AXIS + KEYS_HEIGHT;
    return 0;
}

/* How many processors are in the states below this one, from `start` on:
 * stretches are sorted by state and time, so this looks among few. */
static int64_t below(const struct utilisation *figure,
                     const struct stretch *above, uint64_t at, uint64_t *until)
{
    int64_t count = 0;
    *until = above->end;
    for (size_t i = 0; &figure->stretch[i] < above; i++) {
        const struct stretch *s = &figure->stretch[i];
        if (s->state == above->state)
            break;
        if (s->start <= at && at < s->end) {
            count += s->count;
            *until = s->end < *until ? s->end : *until;
        } else if (s->start > at && s->start < *until) {
            *until = s->start;
        }
    }
    return count;
}

static void stretch_draw(const struct utilisation *figure,
                         const struct stretch *stretch, struct svg *svg)
{
    const struct chart *chart = &figure->chart;
    double unit = chart->height / chart->rows, base = chart->top + HEIGHT;
    uint64_t until;
    for (uint64_t at = stretch->start; at < stretch->end; at = until) {
        int64_t under = below(figure, stretch, at, &until);
        double x = chart_x(chart, at);
        svg_rect(svg, x, base - (double)(under + stretch->count) * unit,
                 chart_x(chart, until) - x, (double)stretch->count * unit,
                 NULL);
    }
}

static void scale_draw(const struct chart *chart, struct svg *svg)
{
    uint64_t tick = chart_tick((uint64_t)chart->rows, 8);
    struct font font = {.size = FONT, .anchor = WEFT_END};
    for (int n = 0; n <= chart->rows; n += (int)tick) {
        double y = chart->top + HEIGHT - HEIGHT * (double)n / chart->rows;
        svg_line(svg, chart->left - 4, y, chart->left, y,
                 &(struct style){.stroke = "#000", .width = 1});
        svg_printf(svg, chart->left - 6, y + FONT * 0.35, &font, "%d", n);
    }
}

static bool state_seen(const struct utilisation *figure, int state)
{
    for (size_t i = 0; i < figure->stretches; i++)
        if (figure->stretch[i].state == state)
            return true;
    return false;
}

static void draw(const void *state, struct svg *svg)
{
    const struct utilisation *figure = state;
    const struct chart *chart = &figure->chart;
    svg_rect(svg, chart->left, chart->top, chart->width, HEIGHT,
             &keys[STATES].style);
    for (size_t i = 0; i < figure->stretches;) {
        int of = figure->stretch[i].state;
        svg_group(svg, 0, 0, &keys[of].style);
        for (; i < figure->stretches && figure->stretch[i].state == of; i++)
            stretch_draw(figure, &figure->stretch[i], svg);
        svg_end(svg);
    }
    scale_draw(chart, svg);
    chart_axis(chart, svg);
    struct legend_key seen[KEYS];
    size_t count = 0;
    for (size_t i = 0; i < KEYS; i++)
        if (i == STATES || state_seen(figure, (int)i))
            seen[count++] = keys[i];
    legend_keys(seen, count, 0, chart->top + HEIGHT + WEFT_CHART_AXIS, svg);
}

static void finish(void *state)
{
    struct utilisation *figure = state;
    chart_finish(&figure->chart);
    free(figure->change);
    free(figure->stretch);
}

const struct figure_row figure_utilisation = {
    .info = {"utilisation", "how many processors are busy, over time",
             WEFT_FIGURE_TRACE},
    .note = "The height of a band is the number of processors in that state.",
    .state = sizeof(struct utilisation),
    .measure = measure,
    .draw = draw,
    .finish = finish,
};
