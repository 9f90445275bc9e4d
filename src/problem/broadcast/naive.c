/* naive: the root sends to the others one after the other, by rank. p - 1
 * rounds, p - 1 messages. Source: Grama et al., 4.1.1. */
#include "broadcast.h"
#include "problem/shared/root.h"
#include "problem/shared/settings.h"

static int from_root(struct weft_processor *self, int root, int id, void *data,
                     size_t bytes, const struct keeper *keeper)
{
    if (weft_rank(self) != root)
        return collective_receive(self, root, data, bytes, keeper);
    for (int to = 0; to < weft_size(self); to++)
        if (to != root && weft_send(self, to, id, data, bytes))
            return -1;
    return 0;
}

int weft_broadcast_naive(struct weft_processor *self, int root, int id,
                         void *data, size_t bytes)
{
    if (collective_check_root(self, root))
        return -1;
    return from_root(self, root, id, data, bytes, NULL);
}

/* ---- the strategy ---- */

static int broadcast_naive_prepare(struct plan *plan, struct weft_error *err)
{
    return plan_check_far(plan, plan_far(plan, false), err);
}

static int broadcast_naive_spread(struct weft_processor *self,
                                  const struct plan *plan, void *data,
                                  const struct keeper *keeper)
{
    return from_root(self, plan_root(plan), 0, data, plan->bytes, keeper);
}

static int broadcast_naive_program(struct weft_processor *self, void *arg)
{
    return broadcast_program(self, arg, broadcast_naive_spread);
}

const struct weft_strategy broadcast_naive = {
    .info = {"naive", "the root sends to each processor in turn",
             "Grama et al., section 4.1.1", NULL, NULL},
    .prepare = broadcast_naive_prepare,
    .program = broadcast_naive_program,
};
