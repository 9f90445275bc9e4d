/* Utilisation count: the number of processors that send, receive, do both,
 * compute or are idle, over time. The changes of every band are added up over
 * the states of all processors, as the statistics define them. */
#include "view-states.h"

#include <stdlib.h>
#include <string.h>

#define UTILISATION_HEIGHT 200
#define UTILISATION_KEYS_HEIGHT 18
#define UTILISATION_LEFT 58
#define UTILISATION_FONT 10
#define STRETCHES_MAX 8192

static const struct legend_key utilisation_keys[] = {
    [BAND_COMPUTING] = {"computing", {.fill = palette_hatch}},
    [BAND_BUSY] = {"busy", {.fill = palette_hatch}},
    [BAND_BOTH] = {"sending and receiving", {.fill = "#000"}},
    [BAND_SENDING] = {"sending", {.fill = "#0072b2"}},
    [BAND_RECEIVING] = {"receiving", {.fill = "#9ecbe8"}},
    [BAND_CALLING] = {"other calls", {.fill = palette_dots}},
    [BANDS] = {"idle", {.fill = "#fff", .stroke = "#999", .width = 0.8}},
};
#define UTILISATION_KEYS (sizeof utilisation_keys / sizeof *utilisation_keys)

struct utilisation {
    struct chart chart;
    struct stretch *stretch;
    size_t stretches;
    struct summed sums; /* sums that are drawn if there are too many intervals
                           or steps */
    char note[WEFT_CHART_NOTE + 100];
};

/* Return the band of a processor that is not idle. */
static enum band band_of(const struct view_states *states,
                         const struct state_span *span)
{
    if (span->state == STATE_BUSY)
        return states->open == STATE_BUSY ? BAND_BUSY : BAND_COMPUTING;
    if (span->sends)
        return span->receives ? BAND_BOTH : BAND_SENDING;
    return span->receives ? BAND_RECEIVING : BAND_CALLING;
}

struct collector {
    struct stretch *stretch;
    size_t count;
};

static int band_stretch(void *arg, int64_t key, uint64_t start, uint64_t end,
                        int64_t sum)
{
    struct collector *collector = arg;
    collector->stretch[collector->count++] =
        (struct stretch){start, end, sum, (enum band)key};
    return 0;
}

static size_t changes_find(const struct view_states *states,
                           struct change *change)
{
    size_t changes = 0;
    for (size_t i = 0; i < states->count; i++) {
        const struct state_span *span = &states->span[i];
        if (span->state == STATE_IDLE)
            continue;
        enum band band = band_of(states, span);
        change[changes++] = (struct change){band, span->start, 1};
        change[changes++] = (struct change){band, span->end, -1};
    }
    return changes;
}

struct stretch *utilisation_stretches(const struct view *view, size_t *count)
{
    struct view_states states;
    struct change *change = NULL;
    struct collector collector = {0};
    if (!view_states_init(&states, view)) {
        change = malloc((2 * states.count + 1) * sizeof *change);
        collector.stretch =
            malloc((2 * states.count + 1) * sizeof *collector.stretch);
    }
    if (change && collector.stretch) {
        sweep_changes(change, changes_find(&states, change), false,
                      band_stretch, &collector);
    } else {
        free(collector.stretch);
        collector.stretch = NULL;
    }
    free(change);
    view_states_finish(&states);
    *count = collector.count;
    return collector.stretch;
}

static bool band_seen(const struct utilisation *figure, enum band band)
{
    for (size_t i = 0; i < figure->stretches; i++)
        if (figure->stretch[i].band == band)
            return true;
    return false;
}

/* If there are too many intervals, replace them with averages over columns. */
static int utilisation_sums_make(struct utilisation *figure)
{
    struct chart *chart = &figure->chart;
    chart->summed = true;
    if (summed_init(&figure->sums, chart, 1, BANDS))
        return -1;
    for (size_t i = 0; i < figure->stretches; i++) {
        const struct stretch *s = &figure->stretch[i];
        summed_add(&figure->sums, 0, s->band, s->start, s->end,
                   (double)s->count);
    }
    chart_note(chart, false, figure->note);
    return 0;
}

/* Collect the legend entries for the bands that occur. */
static size_t keys_seen(const struct utilisation *figure,
                        struct legend_key *seen)
{
    size_t count = 0;
    for (size_t i = 0; i < UTILISATION_KEYS; i++)
        if (i == BANDS || band_seen(figure, (enum band)i))
            seen[count++] = utilisation_keys[i];
    return count;
}

static int utilisation_measure(void *state, const struct weft_panel *panel,
                               struct weft_size *size, struct weft_error *err)
{
    struct utilisation *figure = state;
    struct chart *chart = &figure->chart;
    chart->view.silent = true;
    if (chart_init(chart, panel, "utilisation", WEFT_NETWORK_SIZE_MAX, 0, size,
                   err))
        return -1;
    figure->stretch = utilisation_stretches(&chart->view, &figure->stretches);
    if (!figure->stretch ||
        ((chart->summed || figure->stretches > STRETCHES_MAX) &&
         utilisation_sums_make(figure)))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the figure");
    strcat(figure->note, "The height of a band is the number of processors in "
                         "that state.");
    chart_left(chart, UTILISATION_LEFT);
    chart->top = 6;
    chart->height = UTILISATION_HEIGHT;
    size->width = chart->left + chart->width + WEFT_CHART_GAP;
    struct legend_key seen[UTILISATION_KEYS];
    double least = legend_keys_width(seen, keys_seen(figure, seen));
    if (size->width < least)
        size->width = least;
    size->height = chart->top + UTILISATION_HEIGHT + WEFT_CHART_AXIS +
                   UTILISATION_KEYS_HEIGHT;
    return 0;
}

/* Return the number of processors that are in lower bands than `above` at time
 * `at`, and set *to to the time until which this holds. Intervals are sorted by
 * band and time, so only the lower bands are searched. */
static int64_t below(const struct utilisation *figure,
                     const struct stretch *above, uint64_t at, uint64_t *to)
{
    int64_t count = 0;
    *to = above->end;
    for (size_t i = 0; &figure->stretch[i] < above; i++) {
        const struct stretch *s = &figure->stretch[i];
        if (s->band == above->band)
            break;
        if (s->start <= at && at < s->end) {
            count += s->count;
            *to = s->end < *to ? s->end : *to;
        } else if (s->start > at && s->start < *to) {
            *to = s->start;
        }
    }
    return count;
}

static void stretch_draw(const struct utilisation *figure,
                         const struct stretch *stretch, struct svg *svg)
{
    const struct chart *chart = &figure->chart;
    double unit = chart->height / chart->rows,
           base = chart->top + UTILISATION_HEIGHT;
    uint64_t to;
    for (uint64_t at = stretch->start; at < stretch->end; at = to) {
        int64_t under = below(figure, stretch, at, &to);
        double x = chart_x(chart, at);
        svg_rect(svg, x, base - (double)(under + stretch->count) * unit,
                 chart_x(chart, to) - x, (double)stretch->count * unit, NULL);
    }
}

static void utilisation_scale_draw(const struct chart *chart, struct svg *svg)
{
    uint64_t tick = chart_tick((uint64_t)chart->rows, 8);
    struct font font = {.size = UTILISATION_FONT, .anchor = WEFT_END};
    for (int n = 0; n <= chart->rows; n += (int)tick) {
        double y = chart->top + UTILISATION_HEIGHT -
                   UTILISATION_HEIGHT * (double)n / chart->rows;
        svg_line(svg, chart->left - 4, y, chart->left, y,
                 &(struct style){.stroke = "#000", .width = 1});
        svg_printf(svg, chart->left - 6, y + UTILISATION_FONT * 0.35, &font,
                   "%d", n);
    }
}

static void utilisation_sums_draw(const struct utilisation *figure,
                                  struct svg *svg)
{
    const struct style *styles[BANDS];
    for (int band = 0; band < BANDS; band++)
        styles[band] = &utilisation_keys[band].style;
    summed_draw(&figure->sums, 0, figure->chart.top + UTILISATION_HEIGHT,
                UTILISATION_HEIGHT, false, styles, svg);
}

static const char *utilisation_tell(const void *state)
{
    const struct utilisation *figure = state;
    return figure->note;
}

static void utilisation_draw(const void *state, struct svg *svg)
{
    const struct utilisation *figure = state;
    const struct chart *chart = &figure->chart;
    svg_rect(svg, chart->left, chart->top, chart->width, UTILISATION_HEIGHT,
             &utilisation_keys[BANDS].style);
    if (chart->summed)
        utilisation_sums_draw(figure, svg);
    for (size_t i = 0; i < figure->stretches && !chart->summed;) {
        enum band of = figure->stretch[i].band;
        svg_group(svg, 0, 0, &utilisation_keys[of].style);
        for (; i < figure->stretches && figure->stretch[i].band == of; i++)
            stretch_draw(figure, &figure->stretch[i], svg);
        svg_end(svg);
    }
    utilisation_scale_draw(chart, svg);
    svg_text_up(svg, UTILISATION_FONT, chart->top + UTILISATION_HEIGHT / 2.0,
                &(struct font){.size = UTILISATION_FONT, .anchor = WEFT_MIDDLE},
                "processors");
    chart_axis(chart, svg);
    struct legend_key seen[UTILISATION_KEYS];
    legend_keys(seen, keys_seen(figure, seen), 0,
                chart->top + UTILISATION_HEIGHT + WEFT_CHART_AXIS, svg);
}

static void utilisation_finish(void *state)
{
    struct utilisation *figure = state;
    chart_finish(&figure->chart);
    summed_finish(&figure->sums);
    free(figure->stretch);
}

const struct figure_row figure_utilisation = {
    .info = {"utilisation", "how many processors are busy, over time",
             WEFT_FIGURE_TRACE},
    .tell = utilisation_tell,
    .state = sizeof(struct utilisation),
    .measure = utilisation_measure,
    .draw = utilisation_draw,
    .finish = utilisation_finish,
};
