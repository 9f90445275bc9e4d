/* The contents of messages: lists of blocks and, for combined values, the sets
 * of processors that contributed. Their text form is
 *
 *     items = item { "," item }    item = block [ "-" block ] [ ":" set ]
 *     set = rank [ "-" rank ] { "+" rank [ "-" rank ] }
 *
 * with adjacent runs joined, so that each list has exactly one text. */
#ifndef WEFT_SRC_BASE_ITEMS_ITEMS_H
#define WEFT_SRC_BASE_ITEMS_ITEMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/event.h>

/* a closed range, first to last */
struct interval {
    int32_t first, last;
};

/* Consecutive blocks with one set of contributors. */
struct item {
    struct interval blocks;
    /* part of the list's span[]; 0 spans: values are not combined */
    uint32_t set, spans;
};

struct item_list {
    struct item *item; /* [count] items, sorted by block */
    size_t count, capacity;
    struct interval *span; /* [spans] sets of contributors of all items */
    size_t spans, span_capacity;
};

/* The description of the one error that is none of the text: out of memory. */
extern const char items_no_memory[];

void item_list_finish(struct item_list *list);

/* Parse the longest prefix of a text that is a list; `list` may have been used
 * before. Return NULL and set *end behind the list, or return a description of
 * the error, or items_no_memory. */
const char *item_list_parse(struct item_list *list, const char *text,
                            const char **end);

/* Sort spans and join those that touch or overlap. @returns the number of spans
 * left */
size_t spans_join(struct interval *span, size_t count);

/* Append a range that begins behind the last span, and join it if they touch.
 * @returns the number of spans */
size_t spans_append(struct interval *span, size_t count, int32_t first,
                    int32_t last);

/* Append a block to a list, with its set as sorted, disjoint spans (count 0:
 * not combined). Add blocks in ascending order, each once. Return 0, or -1 if
 * out of memory. */
int item_list_add(struct item_list *list, int32_t block,
                  const struct interval *set, size_t count);

/* Return the text of a list, which the caller frees. NULL: out of memory. */
char *item_list_text(const struct item_list *list);

/* Return whether two texts name the same blocks, whoever contributed. NULL: one
 * block, whose number the message has. */
bool item_texts_same_blocks(const char *one, int32_t one_message,
                            const char *other, int32_t other_message);

/* Return a hash that is equal for texts that name the same blocks. */
uint64_t item_text_blocks_key(const char *text, int32_t message);

/* Return whether the list is one block that is not combined; then the block's
 * number describes it fully. */
bool item_list_plain(const struct item_list *list);

#endif
