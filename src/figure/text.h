/* Figures as text; private to text.c and moment.c. */
#ifndef WEFT_SRC_FIGURE_TEXT_H
#define WEFT_SRC_FIGURE_TEXT_H

#include "figure.h"

#include <stdarg.h>

#define TEXT_PART 1024
#define TEXT_COMPUTES (-2) /* message number that represents computing */

/* A text to which parts are appended. */
struct text {
    char *text;
    size_t used, room;
    bool failed; /* whether memory ran out */
};
/* Append formatted text of at most TEXT_PART - 1 bytes. */
void text_put(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Create the view of a panel whose trace must have steps. Return the same
 * values as view_init(). */
int text_view(struct view *view, const struct weft_panel *panel,
              struct weft_error *err);
/* Return the number of characters of the longest name of a processor; at least
 * 4. */
int text_label_width(int rows);

#endif
