/* Puts panels on a sheet: title, panels in rows, captions, note. */
#include "base/base.h"
#include "figure.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN 12
#define SHEET_BETWEEN 28 /* gap between two panels */
#define PAGE_WIDTH 1120
/* width at which letters of size 9 have 7 points when printed 7 inches wide */
#define PRINT_WIDTH 640
#define LEAST_WIDTH 240
#define TITLE_FONT 15
#define TITLE_HEIGHT 30
#define CAPTION_FONT 12
#define CAPTION_HEIGHT 24
#define NOTE_FONT 10
#define NOTE_LINE 14

/* A panel that has been measured and placed. */
struct placed {
    void *state;
    /* a copy of the caller's panel, to which a network may be added */
    struct weft_panel panel;
    struct weft_network *made;
    struct weft_trace rebased;
    uint64_t origin; /* time subtracted from the times of the panel's trace, in
                        time units */
    struct weft_size size;
    double x, y;
};

struct page {
    const struct weft_figure *figure;
    const struct figure_row *row;
    /* [figure->panels] panels that have been measured and placed */
    struct placed *placed;
    const char *title;
    char *note;
    double width, height;
};

static const char *sheet_kind_name(size_t index)
{
    const struct weft_figure_kind *kind = weft_figure_kind(index);
    return kind ? kind->name : NULL;
}

static const struct figure_row *row_find(const char *name,
                                         struct weft_error *err)
{
    for (size_t i = 0; figure_table[i]; i++)
        if (name && !strcmp(name, figure_table[i]->info.name))
            return figure_table[i];
    weft_unknown(err, "kind of figure", name ? name : "", sheet_kind_name);
    return NULL;
}

/* Check that the network of a panel has enough processors for its trace. */
static int panel_check(const struct weft_panel *panel, struct weft_error *err)
{
    if (!panel->trace || !panel->network ||
        panel->trace->info.processors <= weft_network_size(panel->network))
        return 0;
    return weft_error_set(
        err, WEFT_ERROR_MISUSE, 0, "the trace has %d processors, %s has %d",
        panel->trace->info.processors, weft_network_name(panel->network),
        weft_network_size(panel->network));
}

static double page_limit(const struct page *page)
{
    return page->figure->panel[0].print ? PRINT_WIDTH : PAGE_WIDTH;
}

static int panels_measure(struct page *page, struct weft_error *err)
{
    for (size_t i = 0; i < page->figure->panels; i++) {
        struct placed *placed = &page->placed[i];
        placed->state = calloc(1, page->row->state);
        if (!placed->state)
            return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                                  "no memory for the figure");
        placed->panel = page->figure->panel[i];
        placed->size.most = page_limit(page) - 2 * MARGIN;
        placed->size.again = i > 0;
        if (clock_rebase(&placed->panel, &placed->rebased, &placed->origin,
                         err) ||
            panel_network(&placed->panel, &placed->made, err) ||
            panel_check(&placed->panel, err) ||
            page->row->measure(placed->state, &placed->panel, &placed->size,
                               err))
            return -1;
        const char *caption = page->figure->panel[i].caption;
        double least = caption ? svg_text_width(caption, CAPTION_FONT) : 0;
        if (placed->size.width < least)
            placed->size.width = least;
    }
    return 0;
}

/* Return the last panel of the row of panels that begins with panel `first`. */
static size_t sheet_line_end(const struct page *page, size_t first)
{
    double width = page->placed[first].size.width;
    size_t last = first;
    while (last + 1 < page->figure->panels) {
        width += SHEET_BETWEEN + page->placed[last + 1].size.width;
        if (width > page_limit(page) - 2 * MARGIN)
            break;
        last++;
    }
    return last;
}

/* Place the panels side by side, aligned at the bottom, in rows. */
static void panels_place(struct page *page)
{
    double y = MARGIN + (page->title ? TITLE_HEIGHT : 0);
    for (size_t i = 0; i < page->figure->panels;) {
        size_t last = sheet_line_end(page, i);
        double x = MARGIN, tallest = 0;
        bool caption = false;
        for (size_t j = i; j <= last; j++) {
            double height = page->placed[j].size.height;
            tallest = height > tallest ? height : tallest;
            caption |= page->figure->panel[j].caption != NULL;
        }
        for (; i <= last; i++) {
            page->placed[i].x = x;
            page->placed[i].y = y + tallest - page->placed[i].size.height;
            x += page->placed[i].size.width + SHEET_BETWEEN;
        }
        if (x - SHEET_BETWEEN + MARGIN > page->width)
            page->width = x - SHEET_BETWEEN + MARGIN;
        y += tallest + (caption ? CAPTION_HEIGHT : 0) + 10;
    }
    page->height = y;
}

/* Return the number of bytes of text that fit into a line of width `room`:
 * whole words, at least one. */
static size_t line_length(const char *text, double room)
{
    char line[400];
    size_t fitting = strcspn(text, " ");
    while (text[fitting]) {
        size_t longer = fitting + 1 + strcspn(text + fitting + 1, " ");
        if (longer >= sizeof line)
            break;
        memcpy(line, text, longer);
        line[longer] = '\0';
        if (svg_text_width(line, NOTE_FONT) > room)
            break;
        fitting = longer;
    }
    return fitting;
}

/* Write the note, wrapped at the width of the page. Return the number of lines;
 * if svg is NULL, only count them. */
static int note_write(const struct page *page, struct svg *svg)
{
    const char *text = page->note;
    double room = page->width - 2 * MARGIN;
    struct font font = {.size = NOTE_FONT, .fill = "#444"};
    int lines = 0;
    while (text && *text) {
        size_t length = line_length(text, room);
        double y = page->height - MARGIN + (lines + 1) * NOTE_LINE - 4;
        if (svg)
            svg_printf(svg, MARGIN, y, &font, "%.*s", (int)length, text);
        lines++;
        text += length + (text[length] == ' ');
    }
    return lines;
}

static void page_draw(const struct page *page, struct svg *svg)
{
    const struct weft_figure *figure = page->figure;
    if (page->title)
        svg_text(svg, MARGIN, MARGIN + TITLE_FONT,
                 &(struct font){.size = TITLE_FONT, .bold = true}, page->title);
    for (size_t i = 0; i < figure->panels; i++) {
        const struct placed *placed = &page->placed[i];
        svg_group(svg, placed->x, placed->y,
                  &(struct style){.class = page->row->info.name});
        page->row->draw(placed->state, svg);
        svg_end(svg);
        const char *caption = figure->panel[i].caption;
        if (caption)
            svg_text(
                svg, placed->x + placed->size.width / 2,
                placed->y + placed->size.height + CAPTION_HEIGHT - 6,
                &(struct font){.size = CAPTION_FONT, .anchor = WEFT_MIDDLE},
                caption);
    }
    note_write(page, svg);
}

/* Centre every row of panels on the page. */
static void panels_centre(struct page *page)
{
    for (size_t i = 0; i < page->figure->panels;) {
        size_t last = sheet_line_end(page, i);
        const struct placed *end = &page->placed[last];
        double spare = page->width - MARGIN - end->x - end->size.width;
        for (; i <= last; i++)
            page->placed[i].x += spare / 2;
    }
}

/* Check that the page fits into 7 inches. */
static int sheet_print_check(const struct page *page, struct weft_error *err)
{
    if (!page->figure->panel[0].print || page->width <= PRINT_WIDTH)
        return 0;
    return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                          "with text of 7 pt the figure is %.1f inches wide; "
                          "print has at most 7: draw a window (--processors "
                          "A..B --steps C..D), or leave out --print",
                          page->width * SVG_PRINT / 72);
}

static void width_set(struct page *page)
{
    double least = LEAST_WIDTH;
    if (page->title)
        least = fmax(least, svg_text_width(page->title, TITLE_FONT * 1.1) +
                                2 * MARGIN);
    page->width = fmax(page->width, fmin(least, page_limit(page)));
    panels_centre(page);
}

static char *page_write(struct page *page)
{
    page->height += MARGIN;
    double height = page->height + note_write(page, NULL) * NOTE_LINE;
    struct svg *svg =
        svg_create(page->width, height, page->figure->panel[0].print,
                   page->title, page->row->info.summary);
    if (!svg)
        return NULL;
    page_draw(page, svg);
    return svg_finish(svg);
}

static void page_finish(struct page *page)
{
    for (size_t i = 0; page->placed && i < page->figure->panels; i++) {
        if (page->placed[i].state && page->row->finish)
            page->row->finish(page->placed[i].state);
        free(page->placed[i].state);
        free(page->placed[i].rebased.events);
        weft_network_destroy(page->placed[i].made);
    }
    free(page->placed);
    free(page->note);
}

/* Write the number of objects that the panels omit. */
static void left_print(const struct page *page, char *text, size_t size)
{
    uint64_t left = 0;
    for (size_t i = 0; i < page->figure->panels; i++)
        left += page->placed[i].size.left;
    if (left)
        snprintf(text, size, " %" PRIu64 " %s", left, page->row->left);
}

/* Compose the text below the figure: the heading, unless the figure has another
 * title, and the meanings of the signs. Return 0, or -1 if out of memory. */
static int note_choose(struct page *page)
{
    const struct weft_panel *panel = page->figure->panel;
    const struct figure_row *row = page->row;
    const char *signs =
        row->tell ? row->tell(page->placed[0].state) : row->note;
    char heading[400] = "", left[160] = "";
    if (page->figure->panels == 1 && panel->trace && !page->figure->note)
        heading_write(heading, sizeof heading - 2, &page->placed[0].panel,
                      page->placed[0].origin);
    if (page->figure->note)
        signs = page->figure->note;
    else
        left_print(page, left, sizeof left);
    if (*heading)
        strcat(heading, ". ");
    page->note = format_text("%s%s%s", heading, signs ? signs : "", left);
    return page->note ? 0 : -1;
}

/* Return whether the enum members of all panels are valid. */
static bool panels_are_known(const struct weft_figure *figure)
{
    bool known = true;
    for (size_t i = 0; i < figure->panels; i++)
        known = known && (unsigned)figure->panel[i].label <= WEFT_LABEL_STEP &&
                (unsigned)figure->panel[i].amount <= WEFT_AMOUNT_TIME;
    return known;
}

char *weft_figure_draw(const struct weft_figure *figure, struct weft_error *err)
{
    struct page page = {.figure = figure, .title = figure->title};
    page.row = row_find(figure->kind, err);
    if (!page.row)
        return NULL;
    if (figure->panels == 0) {
        weft_error_set(err, WEFT_ERROR_MISUSE, 0, "a figure needs a panel");
        return NULL;
    }
    if (!panels_are_known(figure)) {
        weft_error_set(err, WEFT_ERROR_MISUSE, 0, "unknown label or amount");
        return NULL;
    }
    page.placed = calloc(figure->panels, sizeof *page.placed);
    char *text = NULL;
    bool measured = page.placed && !panels_measure(&page, err);
    if (measured && note_choose(&page) == 0) {
        panels_place(&page);
        width_set(&page);
        if (sheet_print_check(&page, err)) {
            page_finish(&page);
            return NULL;
        }
        text = page_write(&page);
    }
    if (!page.placed || (measured && !text))
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory for the figure");
    page_finish(&page);
    return text;
}
