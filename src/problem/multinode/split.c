/* split: distributes the packets over d edge-disjoint trees. Like `prefix` of
 * `simultaneous`, but without the first phase: processor x has one packet, so
 * the rank of its packet, p - x, and K = p are known. Takes
 * 2 ceil(2^d/d) + 2d - 1 slots.
 *
 * Source: Stamoulis, Tsitsiklis, section 3.2. */
#include <stdlib.h>
#include <string.h>

#include "multinode.h"
#include "problem/shared/payload.h"

/* Broadcast this processor's block; all blocks are passed to the keeper. */
static int multinode_split_split(struct weft_processor *self, const void *own,
                                 size_t bytes, struct disjoint_report *report,
                                 struct keeper keeper)
{
    int p = weft_size(self);
    struct disjoint part = {.self = self,
                            .total = p,
                            .bytes = bytes,
                            .report = report,
                            .keeper = keeper};
    disjoint_init(&part);
    int status = disjoint_add(&part, p - weft_rank(self), own, bytes) ||
                 disjoint_run(&part);
    disjoint_finish(&part);
    return status ? -1 : 0;
}

/* The caller's array of blocks in the public function. */
struct array {
    char *blocks;
    int processors;
};

/* Store a received block; messages are numbered p - origin. */
static int multinode_split_keep(void *arg, int id, const void *data,
                                size_t bytes)
{
    const struct array *array = arg;
    memmove(array->blocks + (size_t)(array->processors - id) * bytes, data,
            bytes);
    return 0;
}

int weft_multinode_split(struct weft_processor *self, void *blocks,
                         size_t bytes)
{
    struct array array = {blocks, weft_size(self)};
    struct disjoint_report report = {0};
    if (collective_dimension(self) < 0 || collective_check_bytes(self, bytes))
        return -1;
    if (!bytes)
        return weft_fail(self,
                         "packets of 0 bytes end trees: use --bytes 1 or more");
    const char *own = array.blocks + (size_t)weft_rank(self) * bytes;
    return multinode_split_split(self, own, bytes, &report,
                                 (struct keeper){multinode_split_keep, &array});
}

/* ---- the strategy ---- */

static int multinode_split_program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    const struct multinode *state = plan->state;
    int rank = weft_rank(self);
    size_t bytes = plan->bytes;
    void *own = malloc(bytes + 1);
    if (!own)
        return weft_fail(self, "no memory for a packet");
    payload_fill(own, bytes, rank, rank);
    int status = multinode_split_split(self, own, bytes, &state->report[rank],
                                       keeper_store(self));
    free(own);
    return status;
}

static void multinode_split_measure(const struct plan *plan,
                                    struct weft_result *result)
{
    const struct multinode *state = plan->state;
    disjoint_measure(plan, result, state->report, NULL, plan->size, 0);
}

static int multinode_split_prepare(struct plan *plan, struct weft_error *err)
{
    struct multinode *state = plan->state;
    state->by_rank = true;
    state->measure = multinode_split_measure;
    return disjoint_check(plan, err);
}

const struct weft_strategy multinode_split = {
    .info = {.name = "split",
             .summary = "d edge-disjoint trees, alternating",
             .source = "Stamoulis, Tsitsiklis, section 3.2",
             .networks = "hypercube",
             .needs = "all-port"},
    .prepare = multinode_split_prepare,
    .program = multinode_split_program,
};
