/* Draws the summed rows of a Gantt chart: bands as high as the share of the
 * row's processors. */
#include "gantt.h"

#include <stdio.h>

/* The states that summed rows distinguish. */
enum { SUMMED_BUSY, SUMMED_CALLS, SUMMED_KINDS };
static const struct legend_key summed_keys[] = {
    [SUMMED_BUSY] = {"busy", {.fill = palette_hatch}},
    [SUMMED_CALLS] = {"sends, receives, other calls", {.fill = "#56b4e9"}},
    {"idle", {.fill = "#fff", .stroke = "#999", .width = 0.8}},
};
#define SUMMED_KEYS (sizeof summed_keys / sizeof *summed_keys)

static int sums_find(struct gantt *figure)
{
    const struct chart *chart = &figure->chart;
    struct view_states states;
    int status = view_states_init(&states, &chart->view);
    if (summed_init(&figure->sums, chart, chart->rows, SUMMED_KINDS))
        status = -1;
    for (size_t i = 0; i < states.count && !status; i++) {
        const struct state_span *span = &states.span[i];
        int kind = span->state == STATE_BUSY ? SUMMED_BUSY : SUMMED_CALLS;
        if (span->state == STATE_IDLE)
            continue;
        figure->computes = figure->computes || kind == SUMMED_BUSY;
        figure->calls = figure->calls || kind == SUMMED_CALLS;
        summed_add(&figure->sums, chart->row[span->rank - chart->view.first],
                   kind, span->start, span->end, 1);
    }
    view_states_finish(&states);
    return status;
}

static void shares_note_set(struct gantt *figure)
{
    char rows[WEFT_CHART_NOTE];
    chart_note(&figure->chart, true, rows);
    snprintf(figure->note, sizeof figure->note,
             "%sThe height of a band is the share of the row's processors.%s",
             rows, figure->crowded ? " --full draws each box." : "");
}

int gantt_measure_shares(struct gantt *figure, struct weft_size *size)
{
    struct chart *chart = &figure->chart;
    if (sums_find(figure))
        return -1;
    shares_note_set(figure);
    if (chart->pitch < 14)
        chart->pitch = 14;
    chart->height = chart->pitch * chart->rows;
    size->width = chart->left + chart->width + WEFT_CHART_GAP;
    size->height = chart->height + WEFT_CHART_AXIS + WEFT_GANTT_KEYS;
    return 0;
}

void gantt_draw_shares(const struct gantt *figure, struct svg *svg)
{
    const struct chart *chart = &figure->chart;
    const struct style *const styles[] = {
        [SUMMED_BUSY] = &summed_keys[SUMMED_BUSY].style,
        [SUMMED_CALLS] = &summed_keys[SUMMED_CALLS].style,
    };
    for (int row = 0; row < chart->rows; row++)
        summed_draw(&figure->sums, row, (row + 1) * chart->pitch,
                    chart->pitch - 2, false, styles, svg);
    const bool seen[] = {figure->computes, figure->calls, true};
    struct legend_key keys[SUMMED_KEYS];
    size_t count = 0;
    for (size_t i = 0; i < SUMMED_KEYS; i++)
        if (seen[i])
            keys[count++] = summed_keys[i];
    legend_keys(keys, count, 0, chart->height + WEFT_CHART_AXIS, svg);
}
