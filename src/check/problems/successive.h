/* Functions shared by `successive` and `gauss`. */
#ifndef WEFT_SRC_CHECK_SUCCESSIVE_H
#define WEFT_SRC_CHECK_SUCCESSIVE_H

#include "problems.h"

int successive_begin(struct weft_check *check);
/* Check the source rule, and that the sources of mu_1..mu_p are all different
 * and repeat in the same order. */
int successive_first(struct weft_check *check, struct held *held,
                     const struct weft_event *send);
/* Check the order of the actions, under options.order. */
void successive_act(struct weft_check *check, int rank,
                    const struct port_use *use);

#endif
