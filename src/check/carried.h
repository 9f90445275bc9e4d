/* The blocks that messages carry. */
#ifndef WEFT_SRC_CHECK_CARRIED_H
#define WEFT_SRC_CHECK_CARRIED_H

#include "base/items/items.h"
#include "check.h"

/* Return the blocks of a message; for a message without items, the block with
 * the message's number. The checker owns the list, which is valid until the
 * next call. Counts all blocks against the limit. NULL: out of memory, or the
 * limit is exceeded (check->too_much). */
const struct item_list *carried(struct weft_check *check, int32_t message,
                                uint32_t items);
/* Like carried() for callers that process ranges instead of blocks; they count
 * further work with carried_more(). */
const struct item_list *carried_ranges(struct weft_check *check,
                                       int32_t message, uint32_t items);
/* Count more blocks, or pieces of blocks, against the limit. Return false if it
 * is exceeded (check->too_much). */
bool carried_more(struct weft_check *check, uint64_t count);

#endif
