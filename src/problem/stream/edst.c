/* edst: the hypercube's edge-disjoint spanning trees combined with its binomial
 * tree; n = 2^q, on the hypercube's own links.
 *
 * In round r + 1 all transfers cross bit r mod q; call r a round of w if w has
 * that bit. The source sends packet r. In a round r of w, w receives the packet
 * of its next round after r - q; in any other round it receives packet r - q,
 * which its partner received q rounds ago. Packet numbers beyond the last one
 * denote the last packet. m + q - 1 rounds, which is the lower bound; m (n - 1)
 * messages. Source: Bruck, Cypher, Ho, sections 1 and 2.3 (Ho's algorithm). */
#include "stream.h"

/* Return the packet that w receives in round r + 1, or -1. */
static int edst_due(const struct stream_schedule *s, int q, int w, int64_t r)
{
    int64_t packet = r - q;
    if (w == 0)
        return -1;
    if (w >> r % q & 1) {
        do
            packet++;
        while (!(w >> (packet + q) % q & 1));
    }
    return packet < s->packets ? (int)packet : s->packets - 1;
}

static void edst_act(const struct stream_schedule *s, int v, int64_t round,
                     struct stream_action *action)
{
    int q = stream_log2(s->n);
    int64_t r = round - 1;
    int partner = v ^ 1 << r % q;
    action->sends = edst_due(s, q, partner, r);
    if (action->sends >= 0)
        action->to = partner;
    action->receives = edst_due(s, q, v, r);
    if (action->receives >= 0)
        action->from = partner;
}

static struct stream_schedule edst_schedule_of(int n, int packets)
{
    int q = stream_log2(n);
    return (struct stream_schedule){
        .n = n,
        .packets = packets,
        .rounds = q ? (int64_t)packets + q - 1 : 0,
        .flips = true,
        .act = edst_act,
    };
}

int weft_stream_edst(struct weft_processor *self, int root, int packets,
                     void *data, size_t bytes)
{
    if (collective_dimension(self) < 0)
        return -1;
    const struct stream_schedule s = edst_schedule_of(weft_size(self), packets);
    return stream_call(self, &s, root, data, bytes);
}

/* ---- the strategy ---- */

static int edst_prepare(struct plan *plan, struct weft_error *err)
{
    int q = stream_log2(plan->size);
    if (plan->size != 1 << q)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "strategy 'edst' needs a power of two "
                              "processors, not %d",
                              plan->size);
    return stream_schedule_prepare(plan, edst_schedule_of, err);
}

const struct weft_strategy stream_edst = {
    .info = {.name = "edst",
             .summary = "edge-disjoint trees of the hypercube; n = 2^q",
             .source = "Bruck, Cypher, Ho, section 2.3",
             .networks = "complete hypercube",
             .needs = "one-port-duplex"},
    .prepare = edst_prepare,
    .program = stream_program,
    .finish = stream_schedule_finish,
};
