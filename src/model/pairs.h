/* Lists of `key=value` joined by commas; private to src/model. */
#ifndef WEFT_SRC_MODEL_PAIRS_H
#define WEFT_SRC_MODEL_PAIRS_H

#include <weft/error.h>

/* Describes one kind of list. */
struct pairs {
    /* kind of list, such as "model", for error messages */
    const char *what;
    /* syntax of the list, such as "send=S,receive=R,duplex=D" */
    const char *usage;
    const char *(*key)(size_t i); /* Return the i-th key; NULL past the end. */
    /* The words that error messages list and suggest; NULL: the keys. */
    const char *(*known)(size_t i);
    /* Parse and store the value of key i. Return 0, or -1 with err. */
    int (*set)(void *result, int i, const char *value, struct weft_error *err);
};

/* Parse a list in which every key occurs at most once. Return 0, or -1 with
 * WEFT_ERROR_MISUSE or WEFT_ERROR_UNKNOWN. Bit i of *seen is set for each key i
 * found. */
int pairs_parse(const struct pairs *pairs, const char *text, void *result,
                unsigned *seen, struct weft_error *err);

#endif
