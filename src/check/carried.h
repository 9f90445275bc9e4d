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

#endif
