/* necklace: sends the blocks to the root along the paths of the multinode
 * strategy `necklace`; ceil((p - 1)/d) steps, which is the minimum. The
 * algorithm is in shared/necklace-trees.c.
 *
 * Source: lecture notes (Bertsekas et al.). */
#include "gather.h"
#include "problem/shared/necklace-trees.h"
#include "problem/shared/settings.h"

int weft_gather_necklace(struct weft_processor *self,
                         const struct weft_necklace *tree, int root,
                         void *blocks, size_t bytes)
{
    return necklace_rooted(self, tree, root, blocks, bytes, necklace_collect);
}

/* ---- the strategy ---- */

static int gather_necklace_program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    return necklace_program(self, plan, plan_root(plan), necklace_collect);
}

const struct weft_strategy gather_necklace = {
    .info = {.name = "necklace",
             .summary = "paths of collision-free trees; optimal",
             .source = "lecture notes (Bertsekas et al.)",
             .networks = "hypercube",
             .needs = "send=one,receive=all,duplex=full"},
    .prepare = necklace_prepare,
    .program = gather_necklace_program,
    .finish = necklace_finish,
};
