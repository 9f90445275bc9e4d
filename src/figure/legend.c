/* Legends: which sign is which message, and what fills mean. */
#include "figure.h"

#include <stdio.h>
#include <stdlib.h>

#define FONT 10
#define LINE 16 /* height of a line of the legend */
#define SAMPLE 22
#define TITLE 64 /* width of "message" */
#define LEAST 300
#define MOST 64 /* more messages than this are not worth a legend */
#define ENTRY 64

static int int_compare(const void *a, const void *b)
{
    int left = *(const int *)a, right = *(const int *)b;
    return (left > right) - (left < right);
}

int legend_init(struct legend *legend, const struct view *view, double width,
                bool boxes)
{
    *legend =
        (struct legend){.width = width < LEAST ? LEAST : width, .boxes = boxes};
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

/* Boxes differ by colour only: more messages than colours share entries. */
static bool shared(const struct legend *legend)
{
    return legend->boxes && legend->count > WEFT_COLOURS;
}

static bool alike(const struct legend *legend, size_t i, size_t j)
{
    return palette_colour(legend->message[i]) ==
           palette_colour(legend->message[j]);
}

/* The message that has the next entry after the i-th; count: none has. */
static size_t next_entry(const struct legend *legend, size_t i)
{
    bool found = !shared(legend);
    for (i++; i < legend->count && !found; i += !found) {
        found = true;
        for (size_t j = 0; j < i && found; j++)
            found = !alike(legend, i, j);
    }
    return i;
}

static size_t entries(const struct legend *legend)
{
    size_t count = 1;
    for (size_t i = 0; (i = next_entry(legend, i)) < legend->count;)
        count++;
    return count;
}

/* "3", or "3, 10, 17, ...". */
static void entry_print(const struct legend *legend, size_t entry,
                        char text[ENTRY])
{
    int used = snprintf(text, ENTRY, "%d", legend->message[entry]), found = 1;
    for (size_t i = entry + 1; shared(legend) && i < legend->count; i++) {
        if (!alike(legend, entry, i))
            continue;
        if (++found > 3) {
            snprintf(text + used, (size_t)(ENTRY - used), ", …");
            return;
        }
        used += snprintf(text + used, (size_t)(ENTRY - used), ", %d",
                         legend->message[i]);
    }
}

/* Width of one entry: all alike, so that lines are columns. */
static double entry_width(const struct legend *legend)
{
    char text[ENTRY];
    double widest = 0;
    for (size_t i = 0; i < legend->count; i = next_entry(legend, i)) {
        entry_print(legend, i, text);
        double width = svg_text_width(text, FONT);
        widest = width > widest ? width : widest;
    }
    return SAMPLE + widest + 14;
}

static size_t entries_per_line(const struct legend *legend)
{
    double fit = (legend->width - TITLE) / entry_width(legend);
    return fit < 1 ? 1 : (size_t)fit;
}

double legend_height(const struct legend *legend)
{
    if (legend->count < 2 || (legend->count > MOST && !shared(legend)))
        return 0;
    size_t per_line = entries_per_line(legend);
    return (double)((entries(legend) + per_line - 1) / per_line) * LINE + 4;
}

static void sample_draw(const struct legend *legend, int message, double x,
                        double y, struct svg *svg)
{
    if (legend->boxes) {
        svg_rect(svg, x, y - 9, SAMPLE - 6, 10,
                 &(struct style){.fill = palette_colour(message)});
        return;
    }
    svg_line(svg, x, y - 4, x + SAMPLE - 4, y - 4,
             &(struct style){
                 .stroke = palette_colour(message),
                 .dash = palette_dash(message),
                 .width = 1.6,
             });
}

void legend_draw(const struct legend *legend, double x, double y,
                 struct svg *svg)
{
    if (legend_height(legend) <= 0)
        return;
    struct font font = {.size = FONT};
    svg_text(svg, x, y + LINE - 4, &font, "message");
    size_t per_line = entries_per_line(legend);
    double width = entry_width(legend);
    char text[ENTRY];
    size_t i = 0;
    for (size_t k = 0; i < legend->count; i = next_entry(legend, i), k++) {
        double at = x + TITLE + (double)(k % per_line) * width;
        double down = y + (double)(k / per_line + 1) * LINE - 4;
        sample_draw(legend, legend->message[i], at, down, svg);
        entry_print(legend, i, text);
        svg_text(svg, at + SAMPLE, down, &font, text);
    }
}

static double key_width(const struct legend_key *key)
{
    return 18 + svg_text_width(key->name, FONT) + 14;
}

double legend_keys_width(const struct legend_key *keys, size_t count)
{
    double width = 0;
    for (size_t i = 0; i < count; i++)
        width += key_width(&keys[i]);
    return width;
}

void legend_keys(const struct legend_key *keys, size_t count, double x,
                 double y, struct svg *svg)
{
    struct font font = {.size = FONT};
    for (size_t i = 0; i < count; i++) {
        svg_rect(svg, x, y + 3, 13, 10, &keys[i].style);
        svg_text(svg, x + 18, y + 12, &font, keys[i].name);
        x += key_width(&keys[i]);
    }
}
