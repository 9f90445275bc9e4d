/* The columns of a comparison: one table for text and CSV. */
#ifndef WEFT_TOOLS_COMPARE_COLUMNS_H
#define WEFT_TOOLS_COMPARE_COLUMNS_H

#include "compare.h"

#define CELL 256
#define COLUMNS_MAX (AXES_MAX + 16)

struct column {
    const char *name; /* in the text */
    const char *csv;  /* in the file */
    int width;        /* at least, if there is room */
    bool left;        /* aligned to the left */
    /* plain: for programs */
    void (*put)(const void *field, bool plain, char *cell);
    size_t field;                                 /* of struct weft_result */
    bool (*shown)(const struct compare *compare); /* in the text; NULL: yes */
    const struct axis *axis; /* shows the values of a setting instead */
    bool whole; /* means nothing if the run did not come to its end */
};

/* The columns to show; how many. plain: all of them, for programs. */
size_t compare_columns(const struct compare *compare, bool plain,
                       struct column columns[COLUMNS_MAX]);
void compare_cell(const struct column *column, const struct job *job,
                  bool plain, char *cell);

#endif
