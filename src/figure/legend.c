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

static int int_compare(const void *a, const void *b)
{
    int left = *(const int *)a, right = *(const int *)b;
    return (left > right) - (left < right);
}

int weft_legend_init(struct weft_legend *legend, const struct weft_view *view,
                     double width, bool boxes)
{
    *legend = (struct weft_legend){.width = width < LEAST ? LEAST : width,
                                   .boxes = boxes};
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

void weft_legend_finish(struct weft_legend *legend)
{
    free(legend->message);
}

/* Width of one entry: all alike, so that lines are columns. */
static double entry_width(const struct weft_legend *legend)
{
    char text[16];
    snprintf(text, sizeof text, "%d", legend->message[legend->count - 1]);
    return SAMPLE + weft_svg_text_width(text, FONT) + 14;
}

static size_t entries_per_line(const struct weft_legend *legend)
{
    double fit = (legend->width - TITLE) / entry_width(legend);
    return fit < 1 ? 1 : (size_t)fit;
}

double weft_legend_height(const struct weft_legend *legend)
{
    if (legend->count < 2 || legend->count > MOST)
        return 0;
    size_t per_line = entries_per_line(legend);
    return (double)((legend->count + per_line - 1) / per_line) * LINE + 4;
}

static void sample_draw(const struct weft_legend *legend, int message, double x,
                        double y, struct weft_svg *svg)
{
    if (legend->boxes) {
        weft_svg_rect(
            svg, x, y - 9, SAMPLE - 6, 10,
            &(struct weft_style){.fill = weft_palette_colour(message)});
        return;
    }
    weft_svg_line(svg, x, y - 4, x + SAMPLE - 4, y - 4,
                  &(struct weft_style){
                      .stroke = weft_palette_colour(message),
                      .dash = weft_palette_dash(message),
                      .width = 1.6,
                  });
}

void weft_legend_draw(const struct weft_legend *legend, double x, double y,
                      struct weft_svg *svg)
{
    if (weft_legend_height(legend) <= 0)
        return;
    struct weft_font font = {.size = FONT};
    weft_svg_text(svg, x, y + LINE - 4, &font, "message");
    size_t per_line = entries_per_line(legend);
    double width = entry_width(legend);
    for (size_t i = 0; i < legend->count; i++) {
        double at = x + TITLE + (double)(i % per_line) * width;
        double down = y + (double)(i / per_line + 1) * LINE - 4;
        sample_draw(legend, legend->message[i], at, down, svg);
        weft_svg_printf(svg, at + SAMPLE, down, &font, "%d",
                        legend->message[i]);
    }
}

static double key_width(const struct weft_key *key)
{
    return 18 + weft_svg_text_width(key->name, FONT) + 14;
}

double weft_legend_keys_width(const struct weft_key *keys, size_t count)
{
    double width = 0;
    for (size_t i = 0; i < count; i++)
        width += key_width(&keys[i]);
    return width;
}

void weft_legend_keys(const struct weft_key *keys, size_t count, double x,
                      double y, struct weft_svg *svg)
{
    struct weft_font font = {.size = FONT};
    for (size_t i = 0; i < count; i++) {
        weft_svg_rect(svg, x, y + 3, 13, 10, &keys[i].style);
        weft_svg_text(svg, x + 18, y + 12, &font, keys[i].name);
        x += key_width(&keys[i]);
    }
}
