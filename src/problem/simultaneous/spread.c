/* Runs phases 2 and 3 over the edge-disjoint trees, for `prefix` and
 * `random`. */
#include <stdlib.h>

#include "simultaneous.h"

int simultaneous_spread(struct weft_processor *self, const struct plan *plan,
                        const int *tree, int first, int total)
{
    const struct simultaneous *state = plan->state;
    int x = weft_rank(self), status = 0;
    struct disjoint part = {.self = self,
                            .tree = tree,
                            .total = total,
                            .bytes = plan->bytes,
                            .report = &state->report[x],
                            .keeper = keeper_store(self)};
    disjoint_init(&part);
    for (int m = 1; m <= state->own[x] && !status; m++) {
        int position = state->ranked[state->above[x] + m];
        void *data = simultaneous_packet(self, plan, position);
        status = data ? disjoint_add(&part, first + m, data, plan->bytes) : -1;
        free(data);
    }
    if (!status)
        status = disjoint_run(&part);
    disjoint_finish(&part);
    return status;
}
