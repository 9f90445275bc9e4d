/* prefix: computes ranks by a parallel prefix sum, then distributes the packets
 * over d edge-disjoint trees in cyclic order.
 *
 * Phase 1, 2d + 1 slots: a sum over a binary tree embedded in the cube; the
 * node of height h over processors b 2^h .. (b+1) 2^h - 1 is on processor b
 * 2^h. Up, slot h + 1: right children send the sum of their block to the left.
 * Down, slot 2d - h: the sum of everything right of the block goes to the right
 * child, and the left child adds the right child's sum. Then x knows r_x, the
 * rank of its last packet; processor 0 knows K = r_0 and sends it to the roots.
 * Phases 2 and 3, ceil(K/d) + d - 1 and ceil(K/d) + d slots: disjoint.c. In
 * total 2 ceil(K/d) + 4d slots. Each processor detects the end of each phase by
 * itself. Messages of phase 1 have number 0.
 *
 * Source: Stamoulis, Tsitsiklis, section 3.2; errata B2, B3. */
#include <string.h>

#include "simultaneous.h"

/* Receive the number in a message of phase 1. */
static int receive_number(struct weft_processor *self, int from, int *number)
{
    struct weft_message message;
    if (weft_receive(self, from, &message))
        return -1;
    if (message.id != 0 || message.bytes != sizeof *number)
        return weft_fail(self,
                         "unexpected message %d from processor %d during the "
                         "prefix sum; expected message 0",
                         message.id, from);
    memcpy(number, message.data, sizeof *number);
    return 0;
}

/* End the slot, then receive the number that `from` sent in it. */
static int step_receive(struct weft_processor *self, int from, int *number)
{
    return weft_step(self) || receive_number(self, from, number) ? -1 : 0;
}

/* Send a number in slot `slot` (from 1). */
static int send_number(struct weft_processor *self, int slot, int to,
                       int number)
{
    uint64_t begin = (uint64_t)(slot - 1) * weft_slot(self);
    return weft_wait_until(self, begin) ||
                   weft_post(self, to, 0, &number, sizeof number) ||
                   weft_step(self)
               ? -1
               : 0;
}

/* Phase 1: compute the sum over all processors above this one, and the total
 * (at processor 0 and the roots; else 0). */
static int prefix_sum(struct weft_processor *self, int own, int *above,
                      int *total)
{
    int x = weft_rank(self), block = own, right[WEFT_DISJOINT_MAX];
    int d = weft_network_dimensions(weft_network(self));
    int height = x ? __builtin_ctz((unsigned)x) : d;
    for (int h = 0; h < height; h++) {
        if (step_receive(self, x | 1 << h, &right[h]))
            return -1;
        block += right[h];
    }
    *above = 0;
    if (x && (send_number(self, height + 1, x ^ 1 << height, block) ||
              weft_wait_until(self, (uint64_t)(2 * d - height - 1) *
                                        weft_slot(self)) ||
              step_receive(self, x ^ 1 << height, above)))
        return -1;
    for (int h = height - 1; h >= 0; h--) {
        if (send_number(self, 2 * d - h, x | 1 << h, *above))
            return -1;
        *above += right[h];
    }
    *total = x ? 0 : *above + own;
    return 0;
}

/* Send K from processor 0 to the roots, in the last slot of phase 1. */
static int prefix_tell(struct weft_processor *self, int *total)
{
    int x = weft_rank(self);
    int d = weft_network_dimensions(weft_network(self));
    if (weft_wait_until(self, (uint64_t)(2 * d) * weft_slot(self)))
        return -1;
    for (int bit = 0; x == 0 && bit < d; bit++)
        if (weft_post(self, 1 << bit, 0, total, sizeof *total))
            return -1;
    if (weft_step(self) ||
        weft_wait_until(self, (uint64_t)(2 * d + 1) * weft_slot(self)))
        return -1;
    bool root = __builtin_popcount((unsigned)x) == 1;
    return root ? receive_number(self, 0, total) : 0;
}

static int prefix_program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    const struct simultaneous *state = plan->state;
    int above, total, own = state->own[weft_rank(self)];
    if (weft_task_begin(self, 1) || prefix_sum(self, own, &above, &total) ||
        prefix_tell(self, &total) || weft_task_end(self, 1))
        return -1;
    return simultaneous_spread(self, plan, NULL, above, total);
}

static void prefix_measure(const struct plan *plan, struct weft_result *result)
{
    const struct simultaneous *state = plan->state;
    int begin = 2 * plan->dimension + 1;
    result_measure(result, "phase 1 slots", begin);
    disjoint_measure(plan, result, state->report, NULL, state->count, begin);
}

static int prefix_prepare(struct plan *plan, struct weft_error *err)
{
    struct simultaneous *state = plan->state;
    state->by_rank = true;
    state->measure = prefix_measure;
    return disjoint_check(plan, err);
}

const struct weft_strategy simultaneous_prefix = {
    .info = {.name = "prefix",
             .summary = "ranks by parallel sums, then d edge-disjoint trees",
             .source = "Stamoulis, Tsitsiklis, section 3.2",
             .networks = "hypercube",
             .needs = "all-port"},
    .tasks = {"ranks", "up the trees", "down the trees"},
    .prepare = prefix_prepare,
    .program = prefix_program,
    .numbers = true,
};
