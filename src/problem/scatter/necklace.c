/* necklace: gather `necklace` in reverse; ceil((p - 1)/d) steps, which is the
 * minimum. The algorithm is in shared/necklace-trees.c.
 *
 * Source: lecture notes (Bertsekas et al.). */
#include "problem/shared/necklace-trees.h"
#include "problem/shared/settings.h"
#include "scatter.h"

int weft_scatter_necklace(struct weft_processor *self,
                          const struct weft_necklace *tree, int root,
                          void *blocks, size_t bytes)
{
    return necklace_rooted(self, tree, root, blocks, bytes, necklace_deal);
}

/* ---- the strategy ---- */

static int scatter_necklace_program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    return necklace_program(self, plan, plan_root(plan), necklace_deal);
}

const struct weft_strategy scatter_necklace = {
    .info = {.name = "necklace",
             .summary = "paths of collision-free trees; optimal",
             .source = "lecture notes (Bertsekas et al.)",
             .networks = "hypercube",
             .needs = "send=all,receive=one,duplex=full"},
    .prepare = necklace_prepare,
    .program = scatter_necklace_program,
    .finish = necklace_finish,
};
