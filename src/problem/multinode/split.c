/* split: the packets over d edge-disjoint trees; `prefix` of `simultaneous`
 * without its first phase, for every processor knows its rank p - x and K.
 * 2 ceil(2^d/d) + 2d - 1 slots.
 *
 * Source: document B, section 3.2. */
#include <stdlib.h>

#include "multinode.h"
#include "problem/shared/payload.h"

static int program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    const struct multinode *state = plan->state;
    int rank = weft_rank(self);
    size_t bytes = plan->experiment->bytes;
    void *data = malloc(bytes + 1);
    if (!data)
        return weft_fail(self, "no memory for a packet");
    struct disjoint part = {0};
    disjoint_init(&part, self, NULL, plan->size, &state->report[rank]);
    payload_fill(data, bytes, rank, rank);
    int status = disjoint_add(&part, plan->size - rank, data, bytes) ||
                         disjoint_run(&part)
                     ? -1
                     : 0;
    disjoint_finish(&part);
    free(data);
    return status;
}

static void measure(const struct plan *plan, struct weft_result *result)
{
    const struct multinode *state = plan->state;
    disjoint_measure(plan, result, state->report, NULL, plan->size, 0);
}

static int prepare(struct plan *plan, struct weft_error *err)
{
    struct multinode *state = plan->state;
    state->by_rank = true;
    state->measure = measure;
    return disjoint_check(plan, err);
}

const struct weft_strategy multinode_split = {
    .info = {.name = "split",
             .summary = "d edge-disjoint trees in turn",
             .source = "B, section 3.2",
             .networks = "hypercube",
             .needs = "all-port"},
    .prepare = prepare,
    .program = program,
};
