/* What a message carries, for those who judge it. */
#ifndef WEFT_SRC_CHECK_CARRIED_H
#define WEFT_SRC_CHECK_CARRIED_H

#include "base/items/items.h"
#include "check.h"

/* The blocks of a message: of a message without items the one that its number
 * says. The list is the checker's, valid until the next call. NULL: no memory,
 * or check->too_much: with those before they are too many. */
const struct item_list *carried(struct weft_check *check, int32_t message,
                                uint32_t items);
/* The same for who does not look at each block, but at each range: what else it
 * looks at it counts by carried_more(). */
const struct item_list *carried_ranges(struct weft_check *check,
                                       int32_t message, uint32_t items);
/* So many more blocks, or pieces of them, are followed. False:
 * check->too_much. */
bool carried_more(struct weft_check *check, uint64_t count);

#endif
