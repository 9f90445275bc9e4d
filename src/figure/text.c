/* The Gantt chart as text: processor rows, step columns, one character for
 * each message. */
#include "base/base.h"
#include "figure.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 80
#define TENS 10 /* steps between two numbers above the columns */
#define IDLE '.'
#define COMPUTES '#'
#define SEVERAL '*'

static const char digits[] =
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/* What a processor does in a step. */
struct text_cell {
    char sign;
    bool sends;
    int message;
};

struct text_page {
    struct view view;
    struct text_cell *cell; /* [rows * columns] */
    int rows, columns, label;
    uint64_t steps;
    bool colour;
    char *text;
    size_t used, room;
    bool failed;
};

static void put(struct text_page *page, const char *text)
{
    size_t length = strlen(text);
    if (array_grow(&page->text, &page->room, page->used + length + 1, 1)) {
        page->failed = true;
        return;
    }
    memcpy(page->text + page->used, text, length + 1);
    page->used += length;
}

static char sign_of(const struct weft_event *event)
{
    if (event->kind == WEFT_COMPUTE)
        return COMPUTES;
    return event->message < 0 ? '?' : digits[event->message % 62];
}

static void cell_set(struct text_cell *cell, const struct weft_event *event)
{
    bool sends = event->kind == WEFT_SEND;
    if (!cell->sign) {
        *cell = (struct text_cell){sign_of(event), sends, event->message};
        return;
    }
    if (event->kind == WEFT_COMPUTE)
        return;
    if (cell->sign == COMPUTES)
        *cell = (struct text_cell){sign_of(event), sends, event->message};
    else if (cell->message != event->message)
        cell->sign = SEVERAL;
    cell->sends |= sends;
}

static void cells_fill(struct text_page *page)
{
    const struct weft_trace *trace = page->view.trace;
    for (size_t i = 0; i < trace->count; i++) {
        const struct weft_event *e = &trace->events[i];
        bool shown = e->kind == WEFT_SEND || e->kind == WEFT_RECEIVE ||
                     e->kind == WEFT_COMPUTE;
        shown = shown && view_rank(&page->view, e->rank);
        uint64_t last = e->start + e->duration;
        for (uint64_t at = e->start;
             shown && at < last &&
             at / page->view.unit < (uint64_t)page->columns;
             at += page->view.unit) {
            uint64_t column = at / page->view.unit;
            if (column < (uint64_t)page->columns)
                cell_set(&page->cell[e->rank * page->columns + (int)column], e);
        }
    }
}

static void cell_put(struct text_page *page, const struct text_cell *cell)
{
    char text[32];
    if (!cell->sign)
        snprintf(text, sizeof text, "%c", IDLE);
    else if (!page->colour)
        snprintf(text, sizeof text, "%c", cell->sign);
    else
        snprintf(text, sizeof text, "\033[%s3%dm%c\033[0m",
                 cell->sends ? "7;" : "", 1 + (cell->message % 6 + 6) % 6,
                 cell->sign);
    put(page, text);
}

/* "1         11        21": a number begins over its column. */
static void head_put(struct text_page *page)
{
    char text[32];
    snprintf(text, sizeof text, "%*s ", page->label, "step");
    put(page, text);
    int at = 0;
    for (int column = 0; column < page->columns; column += TENS) {
        int length =
            snprintf(text, sizeof text, "%*s%d", column - at, "", column + 1);
        if (at + length > page->columns)
            break;
        put(page, text);
        at += length;
    }
    put(page, "\n");
}

static void page_put(struct text_page *page, const struct weft_panel *panel)
{
    const struct weft_network *network = panel->network;
    head_put(page);
    for (int rank = 0; rank < page->rows; rank++) {
        char label[WEFT_LABEL_MAX], text[WEFT_LABEL_MAX + 16];
        label_print(label, WEFT_LABEL_AUTO, network, page->rows, rank);
        text_make_plain(label); /* names of a network come from a file */
        snprintf(text, sizeof text, "%*s ", page->label, label);
        put(page, text);
        for (int column = 0; column < page->columns; column++)
            cell_put(page, &page->cell[rank * page->columns + column]);
        put(page, "\n");
    }
    char rest[80];
    snprintf(rest, sizeof rest, "%d of %" PRIu64 " steps shown\n",
             page->columns, page->steps);
    if (page->steps > (uint64_t)page->columns)
        put(page, rest);
}

static int page_init(struct text_page *page, const struct weft_panel *panel,
                     int columns, struct weft_error *err)
{
    if (view_init(&page->view, panel, "text", err))
        return -1;
    if (!page->view.steps)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "the trace has no steps to show in columns");
    page->rows = page->view.trace->info.processors;
    page->steps = page->view.end / page->view.unit;
    char last[16];
    page->label = snprintf(last, sizeof last, "%d", page->rows - 1);
    for (int bits = 1; bits < 30 && 1 << bits <= page->rows; bits++)
        page->label = bits > page->label ? bits : page->label;
    page->label = page->label < 4 ? 4 : page->label;
    int room = (columns > 0 ? columns : COLUMNS) - page->label - 1;
    page->columns = room < 1 ? 1 : room;
    if (page->steps < (uint64_t)page->columns)
        page->columns = (int)page->steps;
    page->cell =
        calloc((size_t)page->rows * (size_t)page->columns, sizeof *page->cell);
    return page->cell ? 0
                      : weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                                       "no memory for the figure");
}

char *weft_figure_text(const struct weft_trace *trace, int columns, bool colour,
                       struct weft_error *err)
{
    struct text_page page = {.colour = colour};
    struct weft_panel panel = {.trace = trace};
    struct weft_network *made;
    if (!panel_network(&panel, &made, err) &&
        !page_init(&page, &panel, columns, err)) {
        cells_fill(&page);
        page_put(&page, &panel);
        if (page.failed) {
            weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                           "no memory for the figure");
            free(page.text);
            page.text = NULL;
        }
    }
    view_finish(&page.view);
    weft_network_destroy(made);
    free(page.cell);
    return page.text;
}
