/* Did a run keep its messages in order? Private to the driver. */
#ifndef WEFT_SRC_EXPERIMENT_KEPT_ORDER_H
#define WEFT_SRC_EXPERIMENT_KEPT_ORDER_H

#include <weft/check.h>

#include "plan.h"

/* The checker of a run whose messages have an order. The ledger sees stores
 * alone; "in order" is about sends and receptions. *check is NULL where there
 * is no order. 0, or -1 with err. */
int kept_order_begin(const struct plan *plan, struct weft_check **check,
                     struct weft_error *err);
/* After the sink's end: what is out of order; NULL: nothing. */
const char *kept_order_broken(struct weft_check *check);

#endif
