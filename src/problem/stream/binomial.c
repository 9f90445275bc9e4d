/* binomial: one packet after the other, each by recursive doubling.
 *
 * Rounds m ceil(log2 n), messages m (n - 1). Source: document E, section 2.2;
 * the tree is that of document D. */
#include <weft/tree.h>

#include "stream.h"

static void act(const struct stream_schedule *s, int v, int64_t round,
                struct stream_action *action)
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

static int prepare(struct plan *plan, struct weft_error *err)
{
    struct stream_schedule *s = stream_schedule_create(plan, err);
    if (!s)
        return -1;
    s->rounds = (int64_t)s->packets * stream_log2(s->n);
    s->flips = (s->n & (s->n - 1)) == 0; /* as a single broadcast does */
    s->act = act;
    return 0;
}

const struct weft_strategy stream_binomial = {
    .info = {.name = "binomial",
             .summary = "packets one after the other along a binomial tree",
             .source = "E, section 2.2",
             .networks = "complete"},
    .prepare = prepare,
    .program = stream_follow,
    .finish = stream_schedule_finish,
};
