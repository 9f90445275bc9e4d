/* necklace: `gather` in reverse; ceil((p - 1)/d) steps, as few as possible.
 * See src/problem/necklace.c.
 *
 * Source: document C. */
#include "problem/shared/necklace.h"
#include "scatter.h"

static int program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    return necklace_deal(self, plan, plan->experiment->root);
}

const struct weft_strategy scatter_necklace = {
    .info = {.name = "necklace",
             .summary = "the paths of collision-free trees; optimal",
             .source = "C",
             .networks = "hypercube",
             .needs = "send=all,receive=one,duplex=full"},
    .prepare = necklace_prepare,
    .program = program,
    .finish = necklace_drop,
};
