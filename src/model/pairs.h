/* Lists of `key=value` joined by commas; private to src/model. */
#ifndef WEFT_SRC_MODEL_PAIRS_H
#define WEFT_SRC_MODEL_PAIRS_H

#include <weft/error.h>

/* What a list is about: all that differs between two kinds of list. */
struct pairs {
    const char *what;             /* "model": begins the error lines */
    const char *usage;            /* "send=S,receive=R,duplex=D" */
    const char *(*key)(size_t i); /* the i-th key, NULL past the end */
    /* What else may stand there, with the keys; NULL: nothing. */
    const char *(*known)(size_t i);
    /* Take the value of key i. 0, or -1 with err. */
    int (*set)(void *result, int i, const char *value, struct weft_error *err);
};

/* Read a list in which every key stands at most once. 0, or -1 with
 * WEFT_ERROR_MISUSE or WEFT_ERROR_UNKNOWN; *seen gets bit i for key i. */
int pairs_parse(const struct pairs *pairs, const char *text, void *result,
                unsigned *seen, struct weft_error *err);

#endif
