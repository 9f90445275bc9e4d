/* Checks whether a run kept its messages in order; private to the driver. */
#ifndef WEFT_SRC_EXPERIMENT_KEPT_ORDER_H
#define WEFT_SRC_EXPERIMENT_KEPT_ORDER_H

#include <weft/check.h>

#include "plan.h"

/* Create a checker for a run whose messages have an order. The checker is
 * needed because the ledger only sees stores, but the order also concerns sends
 * and receptions. *check is NULL if there is no order. Return 0, or -1 with
 * err. */
int kept_order_begin(const struct plan *plan, struct weft_check **check,
                     struct weft_error *err);
/* Return a description of the first message out of order, or NULL. Call this
 * after the sink has ended. */
const char *kept_order_broken(struct weft_check *check);

#endif
