/* isolated: 2^d uncoordinated single broadcasts, which demonstrate conflicts:
 * arcs carry many packets in one step.
 *
 * Each broadcast uses the spanning tree in which children flip one bit to the
 * right of the rightmost 1, level by level, with all children at once: d steps.
 * By default, conflicts are reported and do not stop the run.
 *
 * Source: lecture notes (Bertsekas et al.), single broadcasts and "Problem". */
#include <stdlib.h>
#include <string.h>

#include "multinode.h"
#include "problem/shared/payload.h"

/* State of one processor. u = rank xor origin is its node in the tree of an
 * origin. */
struct isolated_part {
    struct weft_processor *self;
    struct disjoint_report *report;
    int rank, d;
    size_t bytes;
    char *packet; /* [2^d][bytes] packets by node u */
};

/* Forward the packet at node u if the node is on this level. */
static int isolated_forward(const struct isolated_part *part, int u, int level)
{
    if (__builtin_popcount((unsigned)u) != level)
        return 0;
    int free_bits = u ? __builtin_ctz((unsigned)u) : part->d;
    for (int bit = free_bits - 1; bit >= 0; bit--)
        if (weft_post(part->self, part->rank ^ 1 << bit, part->rank ^ u,
                      part->packet + (size_t)u * part->bytes, part->bytes))
            return -1;
    return 0;
}

/* Store a received packet; its number is its origin. */
static int isolated_take_in(const struct isolated_part *part,
                            const struct weft_message *message)
{
    int u = part->rank ^ message->id;
    if (message->bytes != part->bytes || u < 0 || u >= 1 << part->d)
        return weft_fail(part->self, "received a message %d", message->id);
    if (part->bytes)
        memcpy(part->packet + (size_t)u * part->bytes, message->data,
               part->bytes);
    return weft_store(part->self, message->id, message->data, message->bytes);
}

/* Receive all packets of one arc in a step. */
static int isolated_drain(const struct isolated_part *part, int bit)
{
    struct weft_message message;
    int got, count = 0;
    while ((got = weft_take(part->self, part->rank ^ 1 << bit, &message)) ==
           1) {
        if (isolated_take_in(part, &message))
            return -1;
        count++;
    }
    if (count > part->report->queue)
        part->report->queue = count;
    return got;
}

static int isolated_work(const struct isolated_part *part)
{
    if (weft_store(part->self, part->rank, part->packet, part->bytes))
        return -1;
    for (int level = 0; level < part->d; level++) {
        for (int u = 0; u < 1 << part->d; u++)
            if (isolated_forward(part, u, level))
                return -1;
        if (weft_step(part->self))
            return -1;
        for (int bit = 0; bit < part->d; bit++)
            if (isolated_drain(part, bit))
                return -1;
    }
    return 0;
}

static int isolated_program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    const struct multinode *state = plan->state;
    int rank = weft_rank(self);
    size_t bytes = plan->bytes;
    struct isolated_part part = {self,  &state->report[rank],
                                 rank,  plan->dimension,
                                 bytes, malloc((size_t)plan->size * bytes + 1)};
    if (!part.packet)
        return weft_fail(self, "no memory for %d packets", plan->size);
    payload_fill(part.packet, bytes, rank, rank);
    int status = isolated_work(&part);
    free(part.packet);
    return status;
}

static void isolated_measure(const struct plan *plan,
                             struct weft_result *result)
{
    const struct multinode *state = plan->state;
    int most = 0;
    for (int x = 0; x < plan->size; x++)
        if (state->report[x].queue > most)
            most = state->report[x].queue;
    result_measure(result, "most packets on an arc", most);
}

static int isolated_prepare(struct plan *plan, struct weft_error *err)
{
    struct multinode *state = plan->state;
    (void)err;
    state->measure = isolated_measure;
    return 0;
}

const struct weft_strategy multinode_isolated = {
    .info = {.name = "isolated",
             .summary = "2^d independent broadcasts at once, which collide",
             .source = "lecture notes (Bertsekas et al.)",
             .networks = "hypercube"},
    .on_conflict = WEFT_CONFLICT_REPORT,
    .prepare = isolated_prepare,
    .program = isolated_program,
};
