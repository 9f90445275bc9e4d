/* Draws space-time diagrams that have too many rows or columns to draw each: a
 * line is as thick as the share of its processors that work, and one arrow
 * represents all transfers between the same rows and columns. */
#include "spacetime.h"

#include "base/mix.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* number of arrows with which a picture is still readable */
#define BUNDLES_MAX 6000

static int bundle_compare(const void *left, const void *right)
{
    const struct bundle *a = left, *b = right;
    if (a->source != b->source)
        return a->source < b->source ? -1 : 1;
    if (a->destination != b->destination)
        return a->destination < b->destination ? -1 : 1;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return (a->end > b->end) - (a->end < b->end);
}

/* Return a pseudo-random number that orders bundles of equal size, so that no
 * corner of the picture remains empty. It must be the same in each run, so it
 * does not use the hash key of the process. */
static uint64_t lot(const struct bundle *bundle)
{
    uint64_t all =
        ((uint64_t)bundle->source << 48 ^ (uint64_t)bundle->destination << 32) +
        bundle->start * 1024 + bundle->end;
    return mix_fold(all ^ 0x9e3779b97f4a7c15u, 0xbf58476d1ce4e5b9u);
}

static int bundles_larger(const void *left, const void *right)
{
    const struct bundle *a = left, *b = right;
    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    uint64_t x = lot(a), y = lot(b);
    if (x != y)
        return x < y ? -1 : 1;
    return bundle_compare(left, right);
}

static size_t column(const struct chart *chart, uint64_t time)
{
    if (time <= chart->view.begin)
        return 0;
    size_t bin = (size_t)((time - chart->view.begin) / chart->bin);
    return bin < chart->bins ? bin : chart->bins;
}

/* Store each transfer of the view as a bundle; return their number. */
static size_t bundles_fill(struct spacetime *figure)
{
    const struct chart *chart = &figure->chart;
    const struct view *view = &chart->view;
    size_t count = 0;
    for (size_t i = 0; i < view->transfers; i++) {
        const struct view_transfer *t = &view->transfer[i];
        if (t->rest || !view_rank(view, t->source) ||
            !view_rank(view, t->destination))
            continue;
        struct bundle bundle = {chart->row[t->source - view->first],
                                chart->row[t->destination - view->first],
                                column(chart, t->start), column(chart, t->end),
                                1};
        if (bundle.source == bundle.destination)
            figure->within++;
        else
            figure->bundle[count++] = bundle;
    }
    return count;
}

static void bundles_join(struct spacetime *figure, size_t count)
{
    struct bundle *bundle = figure->bundle;
    qsort(bundle, count, sizeof *bundle, bundle_compare);
    for (size_t i = 0; i < count; i++)
        if (figure->bundles &&
            !bundle_compare(&bundle[figure->bundles - 1], &bundle[i]))
            bundle[figure->bundles - 1].count++;
        else
            bundle[figure->bundles++] = bundle[i];
    qsort(bundle, figure->bundles, sizeof *bundle, bundles_larger);
    for (size_t i = BUNDLES_MAX; i < figure->bundles; i++)
        figure->lost += bundle[i].count;
    if (figure->bundles > BUNDLES_MAX)
        figure->bundles = BUNDLES_MAX;
}

static int bundles_sums_make(struct spacetime *figure)
{
    const struct chart *chart = &figure->chart;
    if (summed_init(&figure->sums, chart, chart->rows, 1))
        return -1;
    for (size_t i = 0; i < figure->states.count; i++) {
        const struct state_span *span = &figure->states.span[i];
        if (span->state != STATE_IDLE)
            summed_add(&figure->sums,
                       chart->row[span->rank - chart->view.first], 0,
                       span->start, span->end, 1);
    }
    return 0;
}

int bundles_make(struct spacetime *figure)
{
    size_t room = figure->chart.view.transfers + 1;
    figure->bundle = calloc(room, sizeof *figure->bundle);
    if (!figure->bundle || bundles_sums_make(figure))
        return -1;
    bundles_join(figure, bundles_fill(figure));
    return 0;
}

static double row_middle(const struct chart *chart, int row)
{
    return chart->top + (row + 0.5) * chart->pitch;
}

void bundles_draw(const struct spacetime *figure, struct svg *svg)
{
    static const struct style work = {.class = "busy", .fill = "#ccc"};
    static const struct style *const works[] = {&work};
    const struct chart *chart = &figure->chart;
    double most = figure->bundles ? (double)figure->bundle[0].count : 1;
    for (int row = 0; row < chart->rows; row++) {
        double y = row_middle(chart, row);
        svg_line(svg, chart->left, y, chart->left + chart->width, y,
                 &(struct style){.stroke = "#ddd", .width = 0.5});
        summed_draw(&figure->sums, row, y, chart->pitch * 0.8, true, works,
                    svg);
    }
    svg_group(svg, 0, 0,
              &(struct style){.class = "transfers",
                              .stroke = figure->path ? "#bbb" : "#0072b2"});
    /* draw the largest bundles last, over the others */
    for (size_t i = figure->bundles; i--;) {
        const struct bundle *b = &figure->bundle[i];
        double share = sqrt((double)b->count / most);
        svg_line(svg, chart_x(chart, chart_column(chart, b->start)),
                 row_middle(chart, b->source),
                 chart_x(chart, chart_column(chart, b->end)),
                 row_middle(chart, b->destination),
                 &(struct style){.width = 0.4 + 1.6 * share,
                                 .opacity = 0.2 + 0.6 * share});
    }
    svg_end(svg);
}

/* ---- the note ------------------------------------------------------------ */

static void bundles_add(struct spacetime *figure, const char *text)
{
    strncat(figure->note, text, sizeof figure->note - strlen(figure->note) - 1);
}

static void add_sums(struct spacetime *figure)
{
    char text[WEFT_CHART_NOTE];
    chart_note(&figure->chart, true, text);
    bundles_add(figure, text);
    uint64_t most = figure->bundles ? figure->bundle[0].count : 0;
    bundles_add(figure, "The thickness of a line is the share of its "
                        "processors that are not idle");
    snprintf(text, sizeof text,
             "; a stroke is up to %llu transfer%s between two rows",
             (unsigned long long)most, most == 1 ? "" : "s");
    if (most)
        bundles_add(figure, text);
    snprintf(text, sizeof text, "; %llu within a row",
             (unsigned long long)figure->within);
    if (figure->within)
        bundles_add(figure, text);
    snprintf(text, sizeof text, "%s %llu others", figure->within ? " and" : ";",
             (unsigned long long)figure->lost);
    if (figure->lost)
        bundles_add(figure, text);
    bundles_add(figure,
                figure->within || figure->lost ? " are not drawn." : ".");
    if (figure->crowded)
        bundles_add(figure, " --full draws each transfer.");
}

static void add_path(struct spacetime *figure)
{
    const struct weft_stats_result *result = weft_stats_result(figure->path);
    char text[WEFT_CHART_NOTE];
    double whole = (double)figure->chart.view.makespan;
    snprintf(text, sizeof text,
             " The thick coloured line is the critical path: %zu events, %.1f "
             "%% of the run.",
             result->path_events, 100 * (double)result->path / whole);
    bundles_add(figure, text);
}

void spacetime_note(struct spacetime *figure)
{
    if (figure->chart.summed)
        add_sums(figure);
    else
        bundles_add(figure, "Lines are processors, thick while computing, thin "
                            "while idle");
    if (!figure->chart.summed)
        bundles_add(figure, figure->chart.view.transfers
                                ? "; arrows are transfers, from departure to "
                                  "arrival; a dot marks the start of a message."
                                : ".");
    for (size_t i = 0; i < figure->repeats && !figure->path; i++)
        if (figure->repeat[i].count > 1) {
            bundles_add(figure,
                        " x2, x3, ... are transfers that share an arrow.");
            break;
        }
    if (figure->legend.one && !figure->chart.summed)
        bundles_add(figure,
                    " The chosen message is in colour, the others are grey.");
    if (figure->path)
        add_path(figure);
}
