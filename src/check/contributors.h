/* Sets of processors whose contributions are in a value. */
#ifndef WEFT_SRC_CHECK_CONTRIBUTORS_H
#define WEFT_SRC_CHECK_CONTRIBUTORS_H

#include <stdbool.h>

#include "base/items/items.h"

/* A set of contributors, sorted and joined. */
struct set {
    const struct interval *span;
    size_t count;
};

bool set_has(struct set set, int32_t rank);
bool set_within(struct set inner, struct set outer);
/* One that is in both; -1: none. */
int32_t set_common(struct set a, struct set b);
/* The lowest of `a` that is not in b; -1: none. */
int32_t set_lacking(struct set a, struct set b);
/* "0-2+5", cut if it is too long. */
const char *set_text(struct set set, char *text, size_t size);

#endif
