/* Draws legends: the sign of each message, and the meanings of fills. */
#include "figure.h"

#include <stdio.h>
#include <stdlib.h>

#define LEGEND_FONT 10
#define LINE 16 /* height of a line of the legend */
#define LEGEND_SAMPLE 22
#define LEGEND_TITLE 64 /* width of the word "message" */
#define LEGEND_LEAST 300
#define LEGEND_ENTRY 24

static int int_compare(const void *a, const void *b)
{
    int left = *(const int *)a, right = *(const int *)b;
    return (left > right) - (left < right);
}

int legend_init(struct legend *legend, const struct view *view,
                const struct weft_panel *panel, double width, bool boxes)
{
    *legend =
        (struct legend){.width = width < LEGEND_LEAST ? LEGEND_LEAST : width,
                        .boxes = boxes,
                        .one = panel->one_message,
                        .chosen = panel->message};
    legend->message = malloc((view->transfers + 1) * sizeof *legend->message);
    if (!legend->message)
        return -1;
    for (size_t i = 0; i < view->transfers; i++)
        legend->message[i] = view->transfer[i].message;
    qsort(legend->message, view->transfers, sizeof *legend->message,
          int_compare);
    for (size_t i = 0; i < view->transfers; i++)
        if (!legend->count ||
            legend->message[legend->count - 1] != legend->message[i])
            legend->message[legend->count++] = legend->message[i];
    return 0;
}

void legend_finish(struct legend *legend)
{
    free(legend->message);
}

int legend_sign(const struct legend *legend, int message)
{
    if (legend->one)
        return message == legend->chosen ? 0 : -1;
    const int *found = legend->count
                           ? bsearch(&message, legend->message, legend->count,
                                     sizeof message, int_compare)
                           : NULL;
    return found ? (int)(found - legend->message) : -1;
}

/* Return the number of entries: if a message is chosen, that message and the
 * others. */
static size_t legend_entries(const struct legend *legend)
{
    return legend->one && legend->count > 2 ? 2 : legend->count;
}

static void entry_print(const struct legend *legend, size_t entry,
                        char text[LEGEND_ENTRY])
{
    if (legend->one && entry)
        snprintf(text, LEGEND_ENTRY, "the others");
    else if (!legend->one && legend->message[entry] < 0)
        snprintf(text, LEGEND_ENTRY, "no number");
    else
        snprintf(text, LEGEND_ENTRY, "%d",
                 legend->one ? legend->chosen : legend->message[entry]);
}

/* Return the width of an entry, which is the same for all, so that entries form
 * columns. */
static double entry_width(const struct legend *legend)
{
    char text[LEGEND_ENTRY];
    double widest = 0;
    for (size_t i = 0; i < legend_entries(legend); i++) {
        entry_print(legend, i, text);
        double width = svg_text_width(text, LEGEND_FONT);
        widest = width > widest ? width : widest;
    }
    return LEGEND_SAMPLE + widest + 14;
}

static size_t entries_per_line(const struct legend *legend)
{
    double fit = (legend->width - LEGEND_TITLE) / entry_width(legend);
    return fit < 1 ? 1 : (size_t)fit;
}

/* Return whether there are too many messages for a legend, in which several
 * would have the same sign. */
static bool legend_too_many(const struct legend *legend)
{
    return legend_entries(legend) > WEFT_SIGNS;
}

double legend_height(const struct legend *legend)
{
    if (legend->count < 2 || legend->hidden)
        return 0;
    if (legend_too_many(legend))
        return LINE + 4;
    size_t per_line = entries_per_line(legend);
    return (double)((legend_entries(legend) + per_line - 1) / per_line) * LINE +
           4;
}

static void sample_draw(const struct legend *legend, int sign, double x,
                        double y, struct svg *svg)
{
    if (!legend->boxes) {
        svg_line(svg, x, y - 4, x + LEGEND_SAMPLE - 4, y - 4,
                 &(struct style){
                     .stroke = palette_colour(sign),
                     .dash = palette_dash(sign),
                     .width = 1.6,
                 });
        return;
    }
    const char *texture = palette_texture(sign);
    svg_rect(svg, x, y - 9, LEGEND_SAMPLE - 6, 10,
             &(struct style){.fill = palette_colour(sign)});
    if (texture)
        svg_rect(svg, x, y - 9, LEGEND_SAMPLE - 6, 10,
                 &(struct style){.fill = texture});
}

#define EXCESS 100

static void excess_print(const struct legend *legend, char text[EXCESS])
{
    snprintf(text, EXCESS,
             "%zu messages: signs repeat after %d; --message highlights one",
             legend->count, WEFT_SIGNS);
}

double legend_width(const struct legend *legend)
{
    char text[EXCESS];
    if (legend_height(legend) <= 0 || !legend_too_many(legend))
        return 0;
    excess_print(legend, text);
    return svg_text_width(text, LEGEND_FONT);
}

void legend_draw(const struct legend *legend, double x, double y,
                 struct svg *svg)
{
    char text[EXCESS];
    if (legend_height(legend) <= 0)
        return;
    struct font font = {.size = LEGEND_FONT};
    if (legend_too_many(legend)) {
        excess_print(legend, text);
        svg_text(svg, x, y + LINE - 4, &font, text);
        return;
    }
    svg_text(svg, x, y + LINE - 4, &font, "message");
    size_t per_line = entries_per_line(legend);
    double width = entry_width(legend);
    for (size_t i = 0; i < legend_entries(legend); i++) {
        double at = x + LEGEND_TITLE + (double)(i % per_line) * width;
        double down = y + (double)(i / per_line + 1) * LINE - 4;
        sample_draw(legend, legend->one && i ? -1 : (int)i, at, down, svg);
        entry_print(legend, i, text);
        svg_text(svg, at + LEGEND_SAMPLE, down, &font, text);
    }
}

static double legend_key_width(const struct legend_key *key)
{
    return 18 + svg_text_width(key->name, LEGEND_FONT) + 14;
}

double legend_keys_width(const struct legend_key *keys, size_t count)
{
    double width = 0;
    for (size_t i = 0; i < count; i++)
        width += legend_key_width(&keys[i]);
    return width;
}

void legend_keys(const struct legend_key *keys, size_t count, double x,
                 double y, struct svg *svg)
{
    struct font font = {.size = LEGEND_FONT};
    for (size_t i = 0; i < count; i++) {
        svg_rect(svg, x, y + 3, 13, 10, &keys[i].style);
        svg_text(svg, x + 18, y + 12, &font, keys[i].name);
        x += legend_key_width(&keys[i]);
    }
}
