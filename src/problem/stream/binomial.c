/* binomial: one packet after the other, each by recursive doubling.
 *
 * m ceil(log2 n) rounds, m (n - 1) messages. Source: Bruck, Cypher, Ho, section
 * 2.2; the tree is that of Grama et al. */
#include <weft/unstable/tree.h>

#include "stream.h"

static void stream_binomial_act(const struct stream_schedule *s, int v,
                                int64_t round, struct stream_action *action)
{
    const struct weft_doubling tree = {.axes = 1, .extent = {s->n}};
    int q = weft_doubling_steps(&tree);
    bool sends;
    int partner =
        weft_doubling_partner(&tree, (int)((round - 1) % q), v, &sends);
    if (partner >= 0 && sends) {
        action->to = partner;
        action->sends = (int)((round - 1) / q);
    } else if (partner >= 0) {
        action->from = partner;
        action->receives = (int)((round - 1) / q);
    }
}

static struct stream_schedule stream_binomial_schedule_of(int n, int packets)
{
    return (struct stream_schedule){
        .n = n,
        .packets = packets,
        .rounds = (int64_t)packets * stream_log2(n),
        /* number processors like a single broadcast */
        .flips = (n & (n - 1)) == 0,
        .act = stream_binomial_act,
    };
}

int weft_stream_binomial(struct weft_processor *self, int root, int packets,
                         void *data, size_t bytes)
{
    const struct stream_schedule s =
        stream_binomial_schedule_of(weft_size(self), packets);
    return stream_call(self, &s, root, data, bytes);
}

/* ---- the strategy ---- */

static int stream_binomial_prepare(struct plan *plan, struct weft_error *err)
{
    return stream_schedule_prepare(plan, stream_binomial_schedule_of, err);
}

const struct weft_strategy stream_binomial = {
    .info = {.name = "binomial",
             .summary = "packets one after the other along a binomial tree",
             .source = "Bruck, Cypher, Ho, section 2.2",
             .networks = "complete"},
    .prepare = stream_binomial_prepare,
    .program = stream_program,
    .finish = stream_schedule_finish,
};
