/* naive: the root sends to the others one after another, by rank.
 * p - 1 steps, p - 1 messages. Source: document D, 4.1.1. */
#include "broadcast.h"
#include "problem/shared/root.h"

static int prepare(struct plan *plan, struct weft_error *err)
{
    int root = plan->experiment->root;
    return plan_check_far(plan, weft_network_eccentricity(plan->network, root),
                          err);
}

static int spread(struct broadcast_copy *copy, const struct plan *plan)
{
    struct weft_processor *self = copy->self;
    int root = plan->experiment->root;
    if (weft_rank(self) != root) {
        struct weft_message message;
        if (weft_receive(self, root, &message))
            return -1;
        return broadcast_keep(copy, &message);
    }
    for (int to = 0; to < plan->size; to++)
        if (to != root && weft_send(self, to, 0, copy->data, copy->bytes))
            return -1;
    return 0;
}

static int program(struct weft_processor *self, void *arg)
{
    return broadcast_program(self, arg, spread);
}

const struct weft_strategy broadcast_naive = {
    .info = {"naive", "the root sends to one after another",
             "document D, section 4.1.1", NULL, NULL},
    .prepare = prepare,
    .program = program,
};
