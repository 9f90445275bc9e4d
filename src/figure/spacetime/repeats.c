/* Transfers between the same processors at the same time are one line, in which
 * only the last colour is visible. The number of transfers is written beside
 * it. */
#include "spacetime.h"

#include <math.h>
#include <stdlib.h>

#define REPEATS_FONT 8

static int repeat_compare(const void *left, const void *right)
{
    const struct view_transfer *a = left, *b = right;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    if (a->end != b->end)
        return a->end < b->end ? -1 : 1;
    if (a->source != b->source)
        return a->source < b->source ? -1 : 1;
    return (a->destination > b->destination) -
           (a->destination < b->destination);
}

int repeats_find(struct spacetime *figure)
{
    const struct view *view = &figure->chart.view;
    struct view_transfer *line = malloc((view->transfers + 1) * sizeof *line);
    figure->repeat = malloc((view->transfers + 1) * sizeof *figure->repeat);
    size_t count = 0;
    if (!line || !figure->repeat) {
        free(line);
        return -1;
    }
    for (size_t i = 0; i < view->transfers; i++)
        if (!view->transfer[i].rest)
            line[count++] = view->transfer[i];
    qsort(line, count, sizeof *line, repeat_compare);
    for (size_t i = 0; i < count; i++)
        if (i && !repeat_compare(&line[i - 1], &line[i]))
            figure->repeat[figure->repeats - 1].count++;
        else
            figure->repeat[figure->repeats++] = (struct repeat){line[i], 1};
    free(line);
    return 0;
}

/* Write the number of transfers near the row of the source, where fewer lines
 * cross. */
static void repeat_draw(const struct chart *chart, const struct repeat *repeat,
                        struct svg *svg)
{
    const struct font font = {
        .size = REPEATS_FONT, .anchor = WEFT_MIDDLE, .halo = true};
    double x = chart_x(chart, repeat->line.start);
    double y = spacetime_row(chart, repeat->line.source);
    double right = chart_x(chart, repeat->line.end) - x;
    double down = spacetime_row(chart, repeat->line.destination) - y;
    double along = fmin(0.35, 0.35 * chart->pitch / fmax(fabs(down), 1));
    svg_printf(svg, x + right * along, y + down * along + REPEATS_FONT * 0.35,
               &font, "x%llu", (unsigned long long)repeat->count);
}

void repeats_draw(const struct spacetime *figure, struct svg *svg)
{
    const struct chart *chart = &figure->chart;
    for (size_t i = 0; i < figure->repeats; i++) {
        const struct repeat *repeat = &figure->repeat[i];
        const struct view_transfer *t = &repeat->line;
        bool shown = repeat->count > 1 && chart->pitch > REPEATS_FONT &&
                     t->start >= chart->view.begin &&
                     t->end <= chart->view.end &&
                     view_rank(&chart->view, t->source) &&
                     view_rank(&chart->view, t->destination);
        if (shown)
            repeat_draw(chart, repeat, svg);
    }
}
