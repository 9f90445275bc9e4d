/* What messages carry: lists of blocks, and of combined values the processors
 * whose contributions are in them. As text
 *
 *     items = item { "," item }    item = block [ "-" block ] [ ":" set ]
 *     set = rank [ "-" rank ] { "+" rank [ "-" rank ] }
 *
 * with runs joined as far as possible: one list has one text. */
#ifndef WEFT_SRC_BASE_ITEMS_ITEMS_H
#define WEFT_SRC_BASE_ITEMS_ITEMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/event.h>

/* first to last, both included. */
struct interval {
    int32_t first, last;
};

/* Some blocks with one set of contributors. */
struct item {
    struct interval blocks;
    uint32_t set, spans; /* in the list's span[]; spans 0: not combined */
};

struct item_list {
    struct item *item; /* [count] by block */
    size_t count, capacity;
    struct interval *span; /* [spans] */
    size_t spans, span_capacity;
};

void item_list_finish(struct item_list *list);

/* Take a text apart, up to what no list goes on with; the list may have been
 * used before. NULL: done, *end is behind it; else what is wrong, or that there
 * is no memory. */
const char *item_list_parse(struct item_list *list, const char *text,
                            const char **end);

/* Sort spans and join them where they touch or overlap. @returns how many are
 * left */
size_t spans_join(struct interval *span, size_t count);

/* Add a block of a message that is being put together, its set as spans sorted
 * and joined (count 0: not combined). Blocks come ascending, each once. 0, or
 * -1: no memory. */
int item_list_add(struct item_list *list, int32_t block,
                  const struct interval *set, size_t count);

/* The one text of a list, to be freed. NULL: no memory. */
char *item_list_text(const struct item_list *list);

/* Is it one block that is not combined? Then its number says it all. */
bool item_list_plain(const struct item_list *list);

#endif
