/* The rows of `weft list`. */
#ifndef WEFT_TOOLS_LIST_ROWS_H
#define WEFT_TOOLS_LIST_ROWS_H

#include <stddef.h>

#include "common/json.h"

#define LISTS 11

extern const struct list {
    const char *name, *thing; /* plural and singular: "models", "model" */
    /* Return the name of the i-th row, or NULL at the end. */
    const char *(*row)(size_t i);
    void (*print)(size_t i);
    /* Write the members of the i-th row as JSON. */
    void (*write)(size_t i, struct json *json);
    /* Return a second name of the row, or NULL. */
    const char *(*also)(size_t i);
} lists[LISTS];

#endif
