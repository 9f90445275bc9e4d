/* The rows of `weft list`. */
#ifndef WEFT_TOOLS_LIST_ROWS_H
#define WEFT_TOOLS_LIST_ROWS_H

#include <stddef.h>

#define LISTS 10

extern const struct list {
    const char *name, *thing;     /* "models", "model" */
    const char *(*row)(size_t i); /* its name; NULL: there are fewer */
    void (*print)(size_t i);
    const char *(*also)(size_t i); /* another word for the row, or NULL */
} lists[LISTS];

#endif
