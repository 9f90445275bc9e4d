/* Pictures as text; private to text.c and moment.c. */
#ifndef WEFT_SRC_FIGURE_TEXT_H
#define WEFT_SRC_FIGURE_TEXT_H

#include "figure.h"

#include <stdarg.h>

#define TEXT_PART 1024
#define TEXT_COMPUTES (-2) /* in place of a message */

/* A text that grows. */
struct text {
    char *text;
    size_t used, room;
    bool failed; /* no memory */
};
/* At most TEXT_PART - 1 bytes at a time. */
void text_put(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The view of a panel whose trace has steps. 0 or -1 as view_init(). */
int text_view(struct view *view, const struct weft_panel *panel,
              struct weft_error *err);
/* The widest name of so many processors; 4 at least. */
int text_label_width(int rows);

#endif
