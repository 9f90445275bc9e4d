/* necklace: `gather` in reverse; ceil((p - 1)/d) steps, as few as possible.
 * The algorithm is in shared/necklace-trees.c.
 *
 * Source: lecture notes (Bertsekas et al.). */
#include "problem/shared/necklace-trees.h"
#include "problem/shared/settings.h"
#include "scatter.h"

int weft_scatter_necklace(struct weft_processor *self,
                          const struct weft_necklace *tree, int root,
                          void *blocks, size_t bytes)
{
    int rank = weft_rank(self);
    struct necklace_blocks array = {blocks, bytes, rank == root ? 0 : rank};
    const struct necklace_ends ends = necklace_ends_in(&array);
    if (necklace_check(self, tree, root) || collective_check_root(self, root))
        return -1;
    return necklace_deal(self, tree, root, bytes, &ends);
}

/* ---- the strategy ---- */

static int program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    return necklace_program(self, plan, plan_root(plan), necklace_deal);
}

const struct weft_strategy scatter_necklace = {
    .info = {.name = "necklace",
             .summary = "the paths of collision-free trees; optimal",
             .source = "lecture notes (Bertsekas et al.)",
             .networks = "hypercube",
             .needs = "send=all,receive=one,duplex=full"},
    .prepare = necklace_prepare,
    .program = program,
    .finish = necklace_finish,
};
