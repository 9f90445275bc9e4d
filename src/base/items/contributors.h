/* Sets of processors whose contributions are part of a value: what a combined
 * value consists of, for the tally, which counts contributions in runs, and for
 * the checker. */
#ifndef WEFT_SRC_BASE_ITEMS_CONTRIBUTORS_H
#define WEFT_SRC_BASE_ITEMS_CONTRIBUTORS_H

#include <stdbool.h>

#include "items.h"

/* A set of contributors, sorted and joined. */
struct set {
    const struct interval *span;
    size_t count;
};

/* A list of spans that grows; a set while it is sorted and joined. */
struct span_list {
    struct interval *span; /* [count] */
    size_t count, capacity;
};

static inline struct set set_in(const struct span_list *list)
{
    return (struct set){list->span, list->count};
}

/* Append the spans of a set. Return 0, or -1 if out of memory. */
int span_list_append(struct span_list *list, struct set set);
/* Append those members of a set that are not in its subset `part`. Return 0, or
 * -1 if out of memory. */
int span_list_append_rest(struct span_list *list, struct set set,
                          struct set part);

bool set_has(struct set set, int32_t rank);
bool set_within(struct set inner, struct set outer);
/* Return a processor in both sets, or -1. */
int32_t set_common(struct set a, struct set b);
/* Write the union of two sets to [a.count + b.count] spans. Return the number
 * of spans. */
size_t set_unite(struct interval *to, struct set a, struct set b);
/* Return the lowest processor of `a` that is not in `b`, or -1. */
int32_t set_lacking(struct set a, struct set b);
/* Format a set: "0-2+5", truncated if it is too long. */
const char *set_text(struct set set, char *text, size_t size);

#endif
