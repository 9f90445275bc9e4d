/* The Gantt chart as text: a row per processor, a column per step, one sign per
 * message. A mark before the sign shows whether the message is sent or
 * received; if a processor does both in one step, sends and receptions have
 * separate lines. */
#include "text.h"

#include "base/base.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_COLUMNS 80
#define TENS 10 /* number of steps between two numbers above the columns */
#define TEXT_IDLE '.'
#define COMPUTES '#'
#define SEVERAL '*'

static const char text_digits[] =
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
#define DIGITS 62

/* The sign of a message, and its number or SEVERAL. sign 0: no message. */
struct text_part {
    char sign;
    int message;
};

/* The actions of a processor in one step. */
struct text_cell {
    struct text_part sent, received;
    bool computes;
};

struct text_page {
    struct view view;
    /* [rows * columns] actions of each row in each step */
    struct text_cell *cell;
    int rows, columns, label;
    uint64_t steps;
    bool colour, duplex;
    struct text text;
};

void text_put(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char part[TEXT_PART];
    int length = vsnprintf(part, sizeof part, format, arguments);
    va_end(arguments);
    if (length < 0 || length >= TEXT_PART ||
        array_grow(&text->text, &text->room, text->used + (size_t)length + 1,
                   1)) {
        text->failed = true;
        return;
    }
    memcpy(text->text + text->used, part, (size_t)length + 1);
    text->used += (size_t)length;
}

static void part_set(struct text_part *part, int message)
{
    if (!part->sign)
        *part = (struct text_part){
            message < 0 ? '?' : text_digits[message % DIGITS], message};
    else if (part->message != message)
        part->sign = SEVERAL;
}

/* Add a message to each cell that overlaps an interval. */
static void cells_touch(struct text_page *page, int rank, uint64_t start,
                        uint64_t end, bool sends, int message)
{
    const struct view *view = &page->view;
    uint64_t columns = (uint64_t)page->columns;
    for (uint64_t column = start / view->unit;
         view_rank(view, rank) && column < columns && start < end &&
         column <= (end - 1) / view->unit;
         column++) {
        struct text_cell *cell = &page->cell[(uint64_t)rank * columns + column];
        if (message == TEXT_COMPUTES)
            cell->computes = true;
        else
            part_set(sends ? &cell->sent : &cell->received, message);
        page->duplex |= cell->sent.sign && cell->received.sign;
    }
}

static void cells_fill(struct text_page *page)
{
    const struct view *view = &page->view;
    for (size_t i = 0; i < view->transfers; i++) {
        const struct view_transfer *t = &view->transfer[i];
        cells_touch(page, t->source, t->start, t->end, true, t->message);
        cells_touch(page, t->destination, t->start, t->end, false, t->message);
    }
    for (size_t i = 0; i < view->trace->count; i++) {
        const struct weft_event *e = &view->trace->events[i];
        if (e->kind == WEFT_COMPUTE)
            cells_touch(page, e->rank, e->start, e->start + e->duration, false,
                        TEXT_COMPUTES);
    }
}

/* Write a sign with the mark before it, in the colour of the message. */
static void sign_put(struct text_page *page, char mark, char sign, bool sends,
                     int message)
{
    char two[3] = {mark, sign, '\0'};
    const char *text = page->duplex ? two + 1 : two;
    if (page->colour && sign != TEXT_IDLE)
        text_put(&page->text, "\033[%s3%dm%s\033[0m", sends ? "7;" : "",
                 1 + (message % 6 + 6) % 6, text);
    else
        text_put(&page->text, "%s", text);
}

static void cell_put(struct text_page *page, const struct text_cell *cell,
                     bool upper)
{
    bool sends = cell->sent.sign && upper;
    const struct text_part *part = sends ? &cell->sent : &cell->received;
    if (part->sign && (sends || !page->duplex || !upper))
        sign_put(page, sends ? '>' : '<', part->sign, sends, part->message);
    else
        sign_put(page, ' ', cell->computes && upper ? COMPUTES : TEXT_IDLE,
                 false, 0);
}

/* Write a line such as "1         11        21", in which each number begins at
 * its column. */
static void head_put(struct text_page *page)
{
    int wide = page->duplex ? 1 : 2, room = page->columns * wide, at = 0;
    text_put(&page->text, "%*s%s", page->label, "step",
             page->duplex ? "   " : "  ");
    for (int column = 0; column < page->columns; column += TENS) {
        char number[16];
        int length = snprintf(number, sizeof number, "%d", column + 1);
        if (column * wide + length > room && column)
            break;
        text_put(&page->text, "%*s%s", column * wide - at, "", number);
        at = column * wide + length;
    }
    text_put(&page->text, "\n");
}

static void text_row_put(struct text_page *page, const char *label, int rank,
                         bool upper)
{
    const char *way = upper ? " > " : " < ";
    text_put(&page->text, "%*s%s", page->label, label,
             page->duplex ? way : " ");
    for (int column = 0; column < page->columns; column++)
        cell_put(page, &page->cell[rank * page->columns + column], upper);
    text_put(&page->text, "\n");
}

/* Write an explanation of the signs that occur. */
static void key_put(struct text_page *page)
{
    bool computes = false, several = false, letters = false;
    for (int i = 0; i < page->rows * page->columns; i++) {
        const struct text_cell *cell = &page->cell[i];
        computes |= cell->computes;
        several |= cell->sent.sign == SEVERAL || cell->received.sign == SEVERAL;
        letters |= cell->sent.message >= TENS || cell->received.message >= TENS;
    }
    text_put(&page->text, "> sends, < receives%s%s, . neither; a %s\n",
             computes ? ", # computes" : "",
             several ? ", * several messages" : "",
             letters ? "sign is a message: 0-9, a-z, A-Z, then again"
                     : "digit is a message");
}

static void page_put(struct text_page *page, const struct weft_panel *panel)
{
    head_put(page);
    for (int rank = 0; rank < page->rows; rank++) {
        char label[WEFT_LABEL_MAX];
        label_print(label, WEFT_LABEL_AUTO, panel->network, page->rows, rank);
        text_make_plain(label); /* names in a network may come from a file, so
                                   control characters are replaced */
        text_row_put(page, label, rank, true);
        if (page->duplex)
            text_row_put(page, "", rank, false);
    }
    if (page->steps > (uint64_t)page->columns)
        text_put(&page->text, "%d of %" PRIu64 " steps shown\n", page->columns,
                 page->steps);
    key_put(page);
}

int text_label_width(int rows)
{
    char last[16];
    int width = snprintf(last, sizeof last, "%d", rows - 1);
    for (int bits = 1; bits < 30 && 1 << bits <= rows; bits++)
        width = bits > width ? bits : width;
    return width < 4 ? 4 : width;
}

int text_view(struct view *view, const struct weft_panel *panel,
              struct weft_error *err)
{
    if (view_init(view, panel, "text", err))
        return -1;
    if (!view->steps)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "the trace has no steps to show in columns");
    return 0;
}

/* Choose the number of columns such that they fit. */
static void text_columns_set(struct text_page *page, int columns)
{
    int wide = page->duplex ? 1 : 2;
    int room = (columns > 0 ? columns : TEXT_COLUMNS) - page->label - 1;
    room = (room - (page->duplex ? 2 : 0)) / wide;
    page->columns = room < 1 ? 1 : room;
    if (page->steps < (uint64_t)page->columns)
        page->columns = (int)page->steps;
}

static int page_fill(struct text_page *page, int columns)
{
    text_columns_set(page, columns);
    free(page->cell);
    page->cell =
        calloc((size_t)page->rows * (size_t)page->columns, sizeof *page->cell);
    if (!page->cell)
        return -1;
    cells_fill(page);
    return 0;
}

static int page_init(struct text_page *page, const struct weft_panel *panel,
                     int columns, struct weft_error *err)
{
    if (text_view(&page->view, panel, err))
        return -1;
    page->rows = page->view.trace->info.processors;
    page->steps = page->view.end / page->view.unit;
    page->label = text_label_width(page->rows);
    /* fill it again if sends and receptions turn out to need separate lines */
    if (page_fill(page, columns) || (page->duplex && page_fill(page, columns)))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the figure");
    return 0;
}

char *weft_figure_text(const struct weft_trace *trace, int columns, bool colour,
                       struct weft_error *err)
{
    struct text_page page = {.colour = colour};
    struct weft_panel panel = {.trace = trace};
    struct weft_network *made;
    if (!panel_network(&panel, &made, err) &&
        !page_init(&page, &panel, columns, err)) {
        page_put(&page, &panel);
        if (page.text.failed) {
            weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                           "no memory for the figure");
            free(page.text.text);
            page.text.text = NULL;
        }
    }
    view_finish(&page.view);
    weft_network_destroy(made);
    free(page.cell);
    return page.text.text;
}
